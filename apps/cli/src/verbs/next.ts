import { announce, criterionState, endSentence, isGoodState, next as nextFor } from '@loopwright/core';
import { noLoopAnswer } from '../answers/no-loop-answer.ts';
import { runJson } from '../answers/run-json.ts';
import { criterionLines } from '../answers/status-lines.ts';
import type { Handler } from '../program/context.ts';
import { locateRun } from '../session/locate-run.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { finish } from '../session/submit.ts';
import { wrapText } from '../terminal/wrap-text.ts';

/** Shows the next step, the missing proofs, and the next command, or that no loop exists. */
export const next: Handler<'next'> = (context) => {
  const found = locateRun(context);
  const { opened } = found;
  if (!opened) return noLoopAnswer(found);
  finish(context, opened);
  const { root, run } = opened;
  const now = readWorkTree(placeOfCall(context, root), run.frames);
  const frame = run.frames.at(-1);
  const open = frame?.criteria.filter((criterion) => !isGoodState(criterionState(criterion, now))) ?? [];
  return {
    json: { ...runJson(run, now), others: [] },
    text: (page) => [
      ...wrapText(endSentence(run) || announce({ kind: 'iteration', run }), page.width),
      ...(frame ? criterionLines({ ...frame, criteria: open }, now, page, run) : []),
    ],
    next: nextFor(run, now),
  };
};
