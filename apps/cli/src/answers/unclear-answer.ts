import type { PlanScore } from '@loopwright/scoring';
import { wrapText } from '../terminal/wrap-text.ts';
import { LEAST_POINTS } from '../plan/least-points.ts';
import type { Answer } from '../program/answer.ts';
import { questionsOf, scoreJson, scoreLines } from './score-report.ts';

/**
 * The answer for a spec that is too unclear to start: its score, questions for the user, and an offer of the checks
 * that the project has.
 */
export function unclearAnswer(
  score: PlanScore,
  asked: 'drafted' | 'start' | 'run',
  offered: readonly string[],
): Answer {
  const questions = questionsOf(score);
  return {
    exit: 'unclear',
    json: { ok: false, score: scoreJson(score), questions },
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
    ],
    next:
      asked === 'drafted'
        ? { words: ['start', 'the clarified spec'], when: 'or loop start --force, to start it as it is' }
        : { words: [asked, 'the clarified spec'], when: 'or with --force' },
  };
}
