import { announce, criterionState, isGoodState } from '@loopwright/core';
import type { Handler } from '../../program/context.ts';
import { readWorkTree } from '../../session/read-work-tree.ts';
import { withRun } from '../../session/with-run.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import { nextFor } from '../../answers/next-for.ts';
import { runJson } from '../../answers/run-json.ts';
import { criterionLines } from '../../answers/status-lines.ts';

/** Shows the next step, the missing proofs, and the next command. */
export const next: Handler<'next'> = (context) =>
  withRun(context, ({ root, run }) => {
    const now = readWorkTree(root, run.frames);
    const frame = run.frames.at(-1);
    const open = frame?.criteria.filter((criterion) => !isGoodState(criterionState(criterion, now))) ?? [];
    return {
      exit: 'ok',
      json: { run: runJson(run, now) },
      text: (page) => [
        ...wrapText(announce({ kind: run.status === 'active' ? 'iteration' : 'ended', run }), page.width),
        ...(frame ? criterionLines({ ...frame, criteria: open }, now, page) : []),
      ],
      next: nextFor(run, now),
    };
  });
