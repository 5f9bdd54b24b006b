import type { Answer } from '../program/context.ts';
import { type Located, noRun } from '../session/locate-run.ts';

/** Answers that no loop is meant, with `more` lines. Looking is no error. */
export function noLoopAnswer(found: Located, more: readonly string[] = []): Answer {
  const { message, details, next } = noRun(found);
  return {
    json: { run: null, criteria: [], others: found.others },
    text: () => [message, ...details, ...more],
    next,
  };
}
