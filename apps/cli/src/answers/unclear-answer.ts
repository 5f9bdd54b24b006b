import type { Next } from '@loopwright/core';
import type { PlanScore } from '@loopwright/scoring';
import { wrapText } from '../terminal/wrap-text.ts';
import { LEAST_POINTS } from '../plan/least-points.ts';
import type { Answer } from '../program/context.ts';
import { questionsOf, scoreLines } from './score-report.ts';

/** More questions at once are a form. */
const MOST_QUESTIONS = 2;

/**
 * The answer for a spec that is too unclear to start: its score, questions for the user, and an offer of the checks
 * that the project has.
 */
export function unclearAnswer(
  score: PlanScore,
  isDrafted: boolean,
  offered: readonly string[],
  isForcedByClaude: boolean,
): Answer {
  const questions = questionsOf(score).slice(0, MOST_QUESTIONS);
  const force = '--force counts only from the user, who types it: /loop:start --force …';
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
      ...(isForcedByClaude ? ['', ...wrapText(force, page.width)] : []),
    ],
    next: {
      words: ['start', 'the clarified spec'],
      when: `or the user types /loop:start --force${isDrafted ? ', to start it as it is' : ''}`,
    },
  };
}

/** The answer for a text that says neither what will be true at the end nor where: what to add, or the check to type. */
export function unclearRun(score: PlanScore, withCheck: Next | undefined): Answer {
  const questions = questionsOf(score, ['outcome', 'scope']);
  return {
    exit: 'unclear',
    json: { ok: false, score, questions },
    text: (page) =>
      [
        `Nothing was started: the text doesn't say when it is done (${score.total} of 10 points).`,
        'Add to it:',
        ...questions.map((question) => `- ${question}`),
        ...(withCheck ? ['Or let a check say it:'] : []),
      ].flatMap((line) => wrapText(line, page.width)),
    next: withCheck ?? { words: ['run', 'the clarified spec'], when: 'or with --force' },
  };
}
