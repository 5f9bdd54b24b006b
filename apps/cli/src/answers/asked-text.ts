import {
  agentName,
  type Author,
  type Check,
  type Frame,
  type LimitRule,
  limitRules,
  type Run,
} from '@loopwright/core';
import { wordOf } from '@loopwright/core/flags';

/** The part of a run that names its agent. */
type Driven = Pick<Run, 'agent'>;

/** Says who asked for a criterion and, where the other one did, for its check. */
export function askedText(
  { by, check }: { readonly by?: Author | undefined; readonly check?: Check | undefined },
  run?: Driven,
): string {
  const whose = whoseText(by, run);
  if (!check || (check.by === 'user') === (by === 'user')) return whose;
  return `${whose}, ${by === 'user' ? whoseText('claude', run) : 'your'} check`;
}

/** `yours`, or `Claude's`, or that of another agent of the run. */
export function whoseText(by: Author | undefined, run?: Driven): string {
  return by === 'user' ? 'yours' : `${agentName(run)}'s`;
}

/** Says in brackets who set a limit or the shape; empty for a default. */
export function setByText({ asked = {} }: Pick<Frame, 'asked'>, key: string, run?: Driven): string {
  const by = asked[key];
  return by === undefined ? '' : ` (${whoseText(by, run)})`;
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
