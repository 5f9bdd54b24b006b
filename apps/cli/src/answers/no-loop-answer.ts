import { isOver, type Run } from '@loopwright/core';
import type { Answer } from '../program/answer.ts';
import { describeRun } from '../session/describe-run.ts';
import { foreignLines, type Located } from '../session/locate-run.ts';
import { shortId } from '../session/short-id.ts';

/** Answers that no loop is meant, with those of other sessions, and `more` lines. Looking is no error. */
export function noLoopAnswer(
  { others, root }: Extract<Located, { status: 'none' }>,
  more: readonly string[] = [],
): Answer {
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
      ...more,
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
