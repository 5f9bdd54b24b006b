import { shapeForFit, shapeForPlan } from '@loopwright/scoring';
import { wrapText } from '../terminal/wrap-text.ts';
import { LEAST_POINTS } from '../plan/least-points.ts';
import { readSpec } from '../plan/read-spec.ts';
import { usageError } from '../program/cli-error.ts';
import type { Handler } from '../program/context.ts';
import { questionsOf, scoreLines } from '../answers/score-report.ts';
import { scoreForWorkflow } from '../workflow/score-for-workflow.ts';

/** Scores a spec without starting anything. */
export const score: Handler<'score'> = (context, { words, flags }) => {
  const spec = readSpec(context, { words, specFile: flags['spec-file'] });
  if (spec === undefined) throw usageError('Which spec? loop score "Improve performance"', ['help', 'score']);
  const { score: scored, fit } = scoreForWorkflow({ spec }, flags.familiarity);
  const questions = questionsOf(scored);
  const shape = shapeForPlan(scored);
  return {
    json: { ...scored, shape, fit: { score: fit, shape: shapeForFit(fit) }, questions },
    text: (page) => [
      ...scoreLines(scored, page),
      '',
      ...wrapText(SHAPES[shape], page.width),
      ...wrapText(`Fit for a workflow: ${fit} (${shapeForFit(fit)}).`, page.width),
      ...(questions.length > 0 ? ['', 'It would be clearer with an answer to:'] : []),
      ...questions.flatMap((question) => wrapText(`- ${question}`, page.width)),
    ],
    next: {
      words: ['start', 'the spec'],
      when: shape === 'clarify' ? `once it has ${LEAST_POINTS} points` : undefined,
    },
  };
};

const SHAPES = {
  tool: 'Clear enough to be worked on alone: shape tool.',
  colleague: 'Clear enough to start, with a check-in after each iteration: shape colleague.',
  clarify: `Not clear enough to start: a loop needs ${LEAST_POINTS} points.`,
} as const;
