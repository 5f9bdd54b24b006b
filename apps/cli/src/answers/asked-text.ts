import { type Author, type Check, type Frame, type LimitRule, limitRules } from '@loopwright/core';
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

/**
 * The limits of a loop that begins: those that an author set, and the defaults with the words that raise them.
 *
 * @example limitsText(frame) // 'Asked for: 3 iterations (yours). By default: $25; more: /loop:continue --budget=N'
 */
export function limitsText(frame: Frame): string {
  const isSet = (key: string): boolean => frame.asked?.[key] !== undefined;
  const amountOf = ({ key, noun, unit }: LimitRule): string => {
    const amount = wordOf(key, frame.limits[key]);
    return unit === 'usd' ? `$${amount}` : `${amount} ${noun}`;
  };
  const set = limitRules.filter(({ key }) => isSet(key));
  const asked = set.map((rule) => `${amountOf(rule)}${setByText(frame, rule.key)}`);
  const shape = isSet('shape') ? [`shape ${frame.shape}${setByText(frame, 'shape')}`] : [];
  const others = limitRules.filter(({ key }) => !isSet(key) && frame.limits[key] !== null);
  const flags = others.map(({ flag }) => `${flag}=N`);
  return [
    ...(set.length + shape.length > 0 ? [`Asked for: ${[...asked, ...shape].join(', ')}`] : []),
    ...(others.length > 0
      ? [`By default: ${others.map(amountOf).join(', ')}; more: /loop:continue ${flags.join(' ')}`]
      : []),
  ].join('. ');
}
