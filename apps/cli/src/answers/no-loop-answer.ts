import { isOver } from '@loopwright/core';
import type { Answer } from '../program/context.ts';
import { describeRun, shortId } from '../session/run-summary.ts';
import { foreignLines, type Located } from '../session/locate-run.ts';

/** Answers that no loop is meant, with those of other sessions, and `more` lines. Looking is no error. */
export function noLoopAnswer({ others, root }: Located, more: readonly string[] = []): Answer {
  const [other] = others;
  return {
    json: { run: null, criteria: [], others },
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
