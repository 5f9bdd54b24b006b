import type { PlanScore } from '@loopwright/scoring';
import { wrapText } from '../terminal/wrap-text.ts';
import { LEAST_POINTS } from '../plan/least-points.ts';
import type { Answer } from '../program/context.ts';
import { questionsOf, scoreLines } from './score-report.ts';

/**
 * The answer for a spec that is too unclear to start: its score, questions for the user, and an offer of the checks
 * that the project has.
 */
export function unclearAnswer(
  score: PlanScore,
  asked: 'drafted' | 'start' | 'run',
  offered: readonly string[],
  isForcedByClaude = false,
): Answer {
  const questions = questionsOf(score);
  return {
    exit: 'unclear',
    json: { ok: false, score, questions },
    text: (page) => [
      ...wrapText(
        `The spec has ${score.total} of 10 points, and a loop needs ${LEAST_POINTS}. Nothing was started.`,
        page.width,
      ),
      '',
      ...scoreLines(score, page),
      '',
      'Ask the user:',
      ...questions.flatMap((question) => wrapText(`- ${question}`, page.width)),
      ...offered.flatMap((line) => wrapText(line, page.width)),
      ...(isForcedByClaude
        ? [
            '',
            ...wrapText('--force counts only from the user, who types it: /loop:start --force …', page.width),
          ]
        : []),
    ],
    next:
      asked === 'drafted'
        ? {
            words: ['start', 'the clarified spec'],
            when: 'or the user types /loop:start --force, to start it as it is',
          }
        : {
            words: [asked, 'the clarified spec'],
            when: asked === 'run' ? 'or with --force' : 'or the user types /loop:start --force',
          },
  };
}
