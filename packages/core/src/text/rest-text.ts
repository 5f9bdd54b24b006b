import { limitRules } from '../decide/limits.ts';
import { MAX_LIMITS } from '../model/defaults.ts';
import type { Frame, Run, SomeLimits } from '../model/run.ts';
import { durationText } from './duration-text.ts';
import { sanitizeLine } from './sanitize.ts';

/**
 * Names the finding of a breaker: the error and how often, the file and its edits, the refused command. Empty for
 * other endings.
 */
export function restCause(run: Run): string {
  const frame = run.frames.at(-1);
  const breaker = run.ending?.detail ?? '';
  return frame && isNamed(breaker) ? CAUSES[breaker](frame, run) : '';
}

function isNamed(breaker: string): breaker is keyof typeof CAUSES {
  return Object.hasOwn(CAUSES, breaker);
}

const CAUSES = {
  'same-error': ({ breaker: { error, errorCount } }: Frame) =>
    // A signature ends in a digest.
    `${errorCount}× in a row: ${sanitizeLine(error.replace(/ #\w+$/, ''), 160)}`,
  'same-file': ({ breaker: { rounds = [] } }: Frame) => {
    const [most] = rounds.toSorted((one, other) => other.count - one.count);
    return most ? `${most.count} edits of ${sanitizeLine(most.path, 160)}, each after a failure` : '';
  },
  permission: ({ breaker: { denials, denied = '' } }: Frame) =>
    `${denials} calls refused${denied && `, the last one: ${sanitizeLine(denied, 160)}`}`,
  idle: () => 'Claude ran no tool in any of the last turns',
  'same-message': () => 'Claude said the same words in each of the last turns',
  'same-criterion': ({ breaker: { lastUnmet } }: Frame) => `no progress with ${sanitizeLine(lastUnmet, 80)}`,
  stale: (_frame: Frame, { ttlMs }: Run) =>
    `nothing was heard of the loop for more than ${durationText(ttlMs)}`,
};

/** The flags that resume a run with a used-up limit; empty for other reasons. A resume renews some limits. */
export function resumeFlags({ ending, frames }: Run): string[] {
  const frame = frames.at(-1);
  const rule = limitRules.find(({ name }) => name === ending?.detail);
  if (!frame || !ending || !rule || rule.isRenewed) return [];
  const limit = frame.limits[rule.key];
  if (limit === null) return [];
  // The largest that a number can set holds for the total.
  if (limit >= ((MAX_LIMITS as SomeLimits)[rule.key] ?? Infinity)) return [rule.flag, 'none'];
  // Less than was overspent would be refused.
  const short = Math.ceil(rule.used(frame, ending.at) - limit) + 1;
  return [rule.flag, String(Math.max(limit, short))];
}
