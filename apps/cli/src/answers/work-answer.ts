import {
  next as nextFor,
  noticeText,
  rejectionText,
  sanitize,
  type Decision,
  type Run,
  type WorkTree,
} from '@loopwright/core';
import { wrapText } from '../terminal/wrap-text.ts';
import type { Answer } from '../program/context.ts';
import { runJson } from './run-json.ts';

/** The effect of a verb on a run. */
export interface Work {
  readonly run: Run;
  /** Absent if the verb submitted no command. */
  readonly decision?: Decision;
  /** What else there is to say, such as an edit by hand that was taken over. */
  readonly notices?: Decision['notices'];
  readonly fingerprints: WorkTree;
}

/** Answers for a verb that changed a run, or that could not: then it says why. */
export function workAnswer(
  { run, decision, notices = [], fingerprints }: Work,
  done: readonly string[],
): Answer {
  const rejected = decision?.rejected;
  const next = nextFor(run, fingerprints);
  // The next command may already ask for a panel: don't repeat that as a notice.
  const asksPanel = 'words' in next && next.words.slice(0, 2).join(' ') === 'task ask';
  const said = [...notices, ...(decision?.notices ?? [])]
    .filter(({ code }) => !(asksPanel && code === 'ask-panel'))
    .map((one) => noticeText(one, run));
  const lines = [...(rejected ? [rejectionText(rejected)] : done), ...said];
  return {
    exit: rejected ? (rejected.code === 'no-run' ? 'no-loop' : 'error') : 'ok',
    json: {
      ok: !rejected,
      rejected: rejected ? { code: rejected.code, message: rejectionText(rejected) } : null,
      notices: said,
      ...runJson(run, fingerprints),
    },
    text: (page) => lines.flatMap((line) => wrapText(sanitize(line), page.width)),
    next,
  };
}
