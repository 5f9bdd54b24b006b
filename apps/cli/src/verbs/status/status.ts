import { isOver, type Run } from '@loopwright/core';
import type { Answer } from '../../program/answer.ts';
import { describeRun } from '../../session/describe-run.ts';
import { foreignLines, locateRun, type Located } from '../../session/locate-run.ts';
import { readWorkTree } from '../../session/read-work-tree.ts';
import { finish } from '../../session/submit.ts';
import type { Handler } from '../../program/context.ts';
import { nextFor } from '../../answers/next-for.ts';
import { runJson } from '../../answers/run-json.ts';
import { statusLines } from '../../answers/status-lines.ts';
import { shortId } from '../../session/short-id.ts';

/** Shows the status of the loop, or that no loop exists. */
export const status: Handler<'status'> = (context) => {
  const found = locateRun(context);
  if (found.status === 'none') return noLoop(found);
  const { opened } = found;
  const at = context.now();
  finish(opened, at);
  const { run } = opened;
  const now = readWorkTree(opened.root, run.frames);
  return {
    exit: 'ok',
    json: { run: runJson(run, now), others: [] },
    text: (page) => statusLines(run, now, at, page),
    next: nextFor(run, now),
  };
};

function noLoop({ others, root }: Extract<Located, { status: 'none' }>): Answer {
  const [other] = others;
  return {
    exit: 'ok',
    json: { run: null, others: others.map(toOther) },
    text: () => [
      ...(other
        ? [
            'This session has no loop. The project has:',
            ...others.slice(0, 10).map((run) => `  ${describeRun(run)}`),
          ]
        : ['There is no loop here.']),
      ...foreignLines(root),
    ],
    next:
      other && !isOver(other)
        ? { words: ['continue', '--run', shortId(other.id)], when: 'to take it over' }
        : { words: ['help', 'start'] },
  };
}

function toOther({ id, session, status: state, frames }: Run): object {
  return { id, session, status: state, spec: frames[0]?.spec ?? '' };
}
