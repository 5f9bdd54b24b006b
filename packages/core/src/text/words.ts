import type { Missing } from '../decide/decision.ts';
import type { JudgeAnswer } from '../model/vocabulary.ts';
import type { Check, Frame, Step } from '../model/run.ts';
import { sanitizeLine, sanitizeName } from './sanitize.ts';

/** An amount of dollars as the seeds write it: `$0.50`, `$25`. */
export function money(usd: number): string {
  return Number.isInteger(usd) ? `$${usd}` : `$${usd.toFixed(2)}`;
}

/** An amount of dollars, always with cents. */
export function cost(usd: number): string {
  return `$${usd.toFixed(2)}`;
}

/** Spend against budget: `$0.50/$25`. */
export function costOf({ spend, limits }: Frame): string {
  return `${cost(spend.usd)}/${limits.budgetUsd === null ? 'unlimited' : money(limits.budgetUsd)}`;
}

/** Iteration against limit: `3/10`. The turn that started the loop belongs to the first. */
export function iterationOf({ iteration, limits }: Frame): string {
  return `${Math.max(1, iteration)}/${maxOf(limits.iterations)}`;
}

export function maxOf(iterations: number | null): string {
  return iterations === null ? 'unlimited' : String(iterations);
}

/** The first step that is not done. */
export function nextStep({ steps }: Frame): Step | undefined {
  return steps.find(({ isDone }) => !isDone);
}

export function doneSteps({ steps }: Frame): number {
  return steps.filter(({ isDone }) => isDone).length;
}

/** The shapes as they are called in announcements. */
export const SHAPE_NAMES = {
  tool: 'Tool',
  'tool-review': 'Tool-with-review',
  colleague: 'Colleague',
} as const;

const WHY = {
  unmet: 'not met yet',
  unchecked: 'its check has not run',
  failed: 'its check failed',
  stale: 'changed since its check passed',
  assumed: 'ticked on an assumption',
} as const;

const WHY_JUDGED: Partial<Record<keyof typeof WHY, string>> = {
  unchecked: 'not judged yet',
  failed: 'its judge did not say yes',
};

/** The answer of a judge, in words. */
export const JUDGED: Readonly<Record<JudgeAnswer, string>> = {
  yes: 'said yes',
  no: 'said no',
  'cannot tell': 'cannot tell',
  none: 'gave no answer',
};

/** One missing proof in words. */
export function missingText(missing: Missing): string {
  switch (missing.kind) {
    case 'claim':
      return 'nobody says that the work is done';
    case 'criterion':
      return `${sanitizeName(missing.name, 100)} (${(missing.isJudged && WHY_JUDGED[missing.why]) || WHY[missing.why]})`;
    case 'task':
      return `task ${sanitizeLine(`${missing.id} ${missing.subject}`, 100)}`;
    case 'review':
      return missing.blockers ? `thorough review (${missing.blockers} blockers remain)` : 'thorough review';
    case 'gate':
      return 'gate';
  }
}

/** One missing proof in words for the line that says why a stop was held: `tests: changed since it passed`. */
export function heldText(missing: Missing): string {
  if (missing.kind !== 'criterion') return missingText(missing);
  const why = (missing.isJudged && WHY_JUDGED[missing.why]) || WHY[missing.why];
  return `${sanitizeName(missing.name, 60)}: ${why.replace('since its check', 'since it').replace(/^its check /, '')}`;
}

/** Says that the paths of a check are unchanged; undefined for a check that depends on the whole work tree. */
export function unchangedPaths(check: Pick<Check, 'paths'> | undefined): string | undefined {
  const paths = (check?.paths ?? []).map((path) => sanitizeLine(path, 60));
  return paths.length === 0 ? undefined : `nothing under ${listed(paths, 3)} changed`;
}

/** Joins the first items and counts the rest. */
export function listed(items: readonly string[], most: number): string {
  if (items.length <= most) return items.join(', ');
  return `${items.slice(0, most).join(', ')} and ${items.length - most} more`;
}
