import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  announce,
  noticeText,
  STAGES,
  type Amendment,
  type CommandOf,
  type Frame,
  type Stage,
  type Workflow,
} from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { authorOf } from '../../session/author.ts';
import { recordRefused } from '../../session/record-refused.ts';
import { submit } from '../../session/submit.ts';
import { wordsSince } from '../../session/users-words.ts';
import type { Refused } from '../../plan/merge-plans.ts';
import { withRun } from '../../session/with-run.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { LEAST_POINTS } from '../../plan/least-points.ts';
import { splitList } from '../../plan/split-list.ts';
import type { Answer, Context, Handler, Request } from '../../program/context.ts';
import { dimensionsOf, questionsOf } from '../../answers/score-report.ts';
import { applyShape, droppedProhibitions, refusedChecks } from './apply-shape.ts';
import type { ShapeProblem, WorkShape } from './parse-shape.ts';
import { readShape, SHAPE_PATH } from './read-shape.ts';
import { scoreForWorkflow, shapeOf, type WorkflowScores } from '../../workflow/score-for-workflow.ts';
import { shapeProblemText } from './shape-problem-text.ts';
import { workflowAnswer } from '../../workflow/workflow-answer.ts';

type Flags = Request<'stage'>['flags'];
type Wanted = Omit<CommandOf<'stage'>, 'type' | 'at'>;

/** Shows the stage of a workflow, moves it on, and records scores, questions and recalled lessons. */
export const stage: Handler<'stage'> = (context, { words, flags }) =>
  withRun(context, (opened) => {
    const frame = opened.run.frames.at(-1);
    const to = stageOf(frame?.workflow, words[0]);
    const scores = scoresOf(context, flags);
    const { counted, refused } = countedFlags(context, opened, flags, scores);
    const told = recordRefused(opened, refused, context.now());
    const isUsersShape = frame?.asked?.['shape'] === 'user';
    const wanted = {
      ...wantedOf(to, counted, scores, isUsersShape),
      ...fitOf(context, opened, counted, scores, isUsersShape),
    };
    const isShown = Object.keys(wanted).length === 0;
    if (!frame?.workflow) return move(context, opened, wanted, []);
    if (isShown) return workflowAnswer(opened, [announce({ kind: 'resume', run: opened.run })]);
    if (frame.workflow.stage === 'intent' && to === 'shape')
      return leaveIntent(context, opened, {
        wanted,
        isForced: counted.force === true,
        scores,
        told: told.map(noticeText),
      });
    if (frame.workflow.stage === 'shape' && to === 'decompose')
      return takeShape(context, opened, frame, wanted);
    return move(context, opened, wanted, [...told.map(noticeText), ...(scores ? scoreText(scores) : [])]);
  });

function stageOf(workflow: Workflow | undefined, word: string | undefined): Stage | undefined {
  if (word !== 'next') return STAGES.find((one) => one === word);
  const place = STAGES.indexOf(workflow?.stage ?? 'complete');
  return STAGES[Math.min(place + 1, STAGES.length - 1)];
}

/** The scores of a clarified spec, where one is given. */
function scoresOf(context: Context, flags: Flags): WorkflowScores | undefined {
  const spec = readSpec(context, {
    words: flags.spec === undefined ? [] : [flags.spec],
    specFile: flags['spec-file'],
  });
  return spec === undefined ? undefined : scoreForWorkflow({ spec }, flags.familiarity);
}

/**
 * Claude's `--shape` and `--force` count for nothing, its `--score` and `--fit` only where they are lower than ours, or
 * the spec isn't English. The user's count, typed at the start or after `/loop:intent`.
 */
function countedFlags(
  context: Context,
  { root, run }: OpenRun,
  flags: Flags,
  scores: WorkflowScores | undefined,
): { readonly counted: Flags; readonly refused: readonly Refused[] } {
  const { session, frames, createdAt } = run;
  if (authorOf(context.env, { root, sessionId: session }) === 'user') return { counted: flags, refused: [] };
  const { shape, force, score, fit, ...others } = flags;
  const { specScore, fitScore } = frames.at(-1)?.workflow ?? {};
  // The words of another language can't be scored, so Claude's reading counts.
  const isForeign = scores?.score.isEnglish === false;
  const mayScore = score !== undefined && (isForeign || score <= (scores?.score.total ?? specScore ?? 0));
  const mayFit = fit !== undefined && (isForeign || fit <= (scores?.fit ?? fitScore ?? 0));
  const typed = wordsSince(context, { root, sessionId: session }, ['loop:intent'], createdAt);
  const isForced = typed?.flags['force'] === true || typed?.unclear.includes('--force') === true;
  const mayForce = frames.at(-1)?.asked?.['force'] === 'user' || isForced;
  return {
    counted: {
      ...others,
      ...(force && mayForce && { force }),
      ...(mayScore && { score }),
      ...(mayFit && { fit }),
    },
    refused: [
      ...(shape === undefined ? [] : [{ subject: `--shape ${shape}`, text: '' }]),
      ...(force && !mayForce ? [{ subject: '--force', text: '' }] : []),
      ...(score === undefined || mayScore ? [] : [{ subject: `--score ${score}`, text: '' }]),
      ...(fit === undefined || mayFit ? [] : [{ subject: `--fit ${fit}`, text: '' }]),
    ],
  };
}

/** Seed 002: the familiarity with the domain is a part of the fit. Given alone, it adds to the spec that is there. */
function fitOf(
  context: Context,
  { root, run }: OpenRun,
  { familiarity, fit, shape }: Flags,
  scores: WorkflowScores | undefined,
  keepsShape: boolean,
): Pick<Wanted, 'fitScore' | 'shape'> {
  const frame = run.frames.at(-1);
  if (familiarity === undefined || fit !== undefined || scores || !frame) return {};
  const path = join(root, SPEC_PATH);
  const written = existsSync(path) ? readSpec(context, { words: [], specFile: path }) : undefined;
  const found = scoreForWorkflow({ spec: written ?? frame.spec }, familiarity);
  return { fitScore: found.fit, ...(!keepsShape && { shape: shape ?? found.shape }) };
}

/** Where the clarified spec is written down. */
const SPEC_PATH = '.loop/shape/SPEC.md';

function wantedOf(
  to: Stage | undefined,
  flags: Flags,
  scores: WorkflowScores | undefined,
  keepsShape: boolean,
): Wanted {
  const specScore = flags.score ?? scores?.score.total;
  const fit = flags.fit ?? scores?.fit;
  const shape = flags.shape ?? (fit === undefined || keepsShape ? undefined : shapeOf(fit));
  return {
    ...(to && { stage: to }),
    ...(specScore !== undefined && { specScore }),
    ...(fit !== undefined && { fitScore: fit }),
    ...(shape && { shape }),
    ...(flags.question !== undefined && { question: flags.question }),
    ...(flags.recalled && { recallSurfaced: flags.recalled.flatMap(splitList) }),
  };
}

function move(context: Context, opened: OpenRun, wanted: Wanted, said: readonly string[]): Answer {
  const done = submit(opened, { type: 'stage', at: context.now(), ...wanted });
  return workflowAnswer(
    opened,
    [
      ...said,
      ...(wanted.question ? [`Asked: ${wanted.question}`] : []),
      announce({ kind: 'resume', run: opened.run }),
    ],
    done,
  );
}

interface Leaving {
  readonly wanted: Wanted;
  readonly isForced: boolean;
  readonly told: readonly string[];
  readonly scores: WorkflowScores | undefined;
}

/** Seed 002: below 5 points, ask for the intent until it is clear. */
function leaveIntent(context: Context, opened: OpenRun, { wanted, isForced, scores, told }: Leaving): Answer {
  const points = wanted.specScore ?? opened.run.frames.at(-1)?.workflow?.specScore ?? 0;
  if (points >= LEAST_POINTS || isForced) {
    return move(context, opened, { ...wanted, question: '' }, [
      ...told,
      ...(scores ? scoreText(scores) : []),
    ]);
  }
  const questions = scores ? questionsOf(scores.score) : [];
  if (scores) {
    submit(opened, {
      type: 'stage',
      at: context.now(),
      specScore: scores.score.total,
      fitScore: scores.fit,
      question: questions.join(' '),
    });
  }
  const answer = workflowAnswer(opened, [
    ...told,
    `The spec has ${points} of 10 points, and shaping it needs ${LEAST_POINTS}.`,
    ...(scores ? scoreText(scores) : ['Write it down with the answers, and name the file with --spec-file.']),
    ...(questions.length > 0 ? ['Ask the user:', ...questions.map((question) => `- ${question}`)] : []),
  ]);
  return { ...answer, exit: 'unclear', json: { ...answer.json, ok: false, questions } };
}

/** Takes over what `SHAPE.md` says, whole or not at all. */
function takeShape(context: Context, opened: OpenRun, frame: Frame, wanted: Wanted): Answer {
  const parsed = readShape(opened.root);
  if (!parsed.ok) return refuseShape(opened, parsed.problems, []);
  const at = context.now();
  const by = authorOf(context.env, { root: opened.root, sessionId: opened.run.session });
  const applied = applyShape(frame, parsed.shape, at, by);
  if (!applied.ok) {
    const attempts = by === 'user' ? [] : refusedChecks(frame, applied.problems, at);
    return refuseShape(opened, applied.problems, putOnRecord(opened, attempts, at));
  }
  const dropped = by === 'user' ? [] : droppedProhibitions(frame, parsed.shape, at);
  const told = putOnRecord(opened, dropped, at);
  for (const command of applied.commands) {
    const { decision } = submit(opened, command);
    if (decision.rejected) return workflowAnswer(opened, [], { decision });
  }
  const { mustNot, verification } = parsed.shape;
  return move(
    context,
    opened,
    {
      ...wanted,
      mustNot: mustNot.map(({ name }) => name),
      mustNotChecks: mustNot.flatMap(({ command }, index) =>
        command === undefined ? [] : [{ entry: index + 1, command }],
      ),
      verification: verification.basis,
    },
    [...told, ...shapeText(parsed.shape)],
  );
}

/** Puts changes of the contract on record, or the attempts at them. Gives the notices. */
function putOnRecord(opened: OpenRun, amendments: readonly Amendment[], at: number): readonly string[] {
  if (amendments.length === 0) return [];
  return submit(opened, { type: 'amend', at, amendments: [...amendments] }).decision.notices.map(noticeText);
}

function refuseShape(opened: OpenRun, problems: readonly ShapeProblem[], told: readonly string[]): Answer {
  const lines = problems.slice(0, 20).map((one) => `- ${shapeProblemText(one)}`);
  const answer = workflowAnswer(opened, [
    `${SHAPE_PATH} can't be taken over; nothing was changed:`,
    ...lines,
    ...told,
  ]);
  return {
    ...answer,
    exit: 'error',
    json: { ...answer.json, ok: false, problems },
    next: { words: ['stage', 'decompose'], when: `once ${SHAPE_PATH} is mended` },
  };
}

function shapeText({ criteria, mustNot, verification }: WorkShape): string[] {
  return [
    'Criteria:',
    ...criteria.map(
      ({ name, command }) => `- ${name}${command === undefined ? '' : ' (checked by loop verify)'}`,
    ),
    ...(mustNot.length > 0
      ? [
          'Must not:',
          ...mustNot.map(
            ({ name, command }, index) =>
              `${index + 1}. ${name}${command === undefined ? '' : ' (checked by the gate)'}`,
          ),
        ]
      : []),
    `Verification: ${verification.basis}`,
    '',
  ];
}

function scoreText({ score, fit, shape }: WorkflowScores): string[] {
  return [
    'Spec scoring:',
    ...dimensionsOf(score).map(({ name, score: points, because }) => `- ${name}: ${points} (${because})`),
    `Total: ${score.total}/10 | Fit: ${fit} → ${shape}`,
    '',
  ];
}
