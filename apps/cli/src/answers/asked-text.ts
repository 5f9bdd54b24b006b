import { type Author, type Check, type Frame, limitRules } from '@loopwright/core';
import { wordOf } from '@loopwright/core/flags';

/** Says who asked for a criterion and, where the other one did, for its check. */
export function askedText({
  by,
  check,
}: {
  readonly by?: Author | undefined;
  readonly check?: Check | undefined;
}): string {
  const isUsers = by === 'user';
  if (!check || (check.by === 'user') === isUsers) return isUsers ? 'yours' : "Claude's";
  return isUsers ? "yours, Claude's check" : "Claude's, your check";
}

/** Says in brackets who set a limit or the shape; empty for a default. */
export function setByText({ asked = {} }: Pick<Frame, 'asked'>, key: string): string {
  const by = asked[key];
  return by === undefined ? '' : by === 'user' ? ' (yours)' : " (Claude's)";
}

/** The limits that an author set, with the author: `Asked for: 3 iterations (yours)`. Undefined without any. */
export function limitsText(frame: Frame): string | undefined {
  const set = limitRules.flatMap(({ key, noun, unit }) => {
    const by = setByText(frame, key);
    const amount = wordOf(key, frame.limits[key]);
    return by === '' ? [] : [`${unit === 'usd' ? `$${amount}` : `${amount} ${noun}`}${by}`];
  });
  const shape = setByText(frame, 'shape');
  const all = shape === '' ? set : [...set, `shape ${frame.shape}${shape}`];
  return all.length === 0 ? undefined : `Asked for: ${all.join(', ')}`;
}
