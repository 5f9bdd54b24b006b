import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type Amendment,
  announce,
  type Command,
  type CommandOf,
  type Frame,
  isJudged,
  noticeText,
} from '@loopwright/core';
import { dimensionsOf, questionsOf } from '../../answers/score-report.ts';
import { LEAST_POINTS } from '../../plan/least-points.ts';
import type { Refused } from '../../plan/merge-plans.ts';
import { readSpec } from '../../plan/read-spec.ts';
import type { Answer } from '../../program/context.ts';
import { authorOf } from '../../session/author.ts';
import { recordRefused } from '../../session/record-refused.ts';
import { submit } from '../../session/submit.ts';
import { wordsSince } from '../../session/users-words.ts';
import { answerTo, type Call } from '../../workflow/call.ts';
import { scoreForWorkflow, shapeOf, type WorkflowScores } from '../../workflow/score-for-workflow.ts';
import type { ShapeEntry, ShapeProblem, WorkShape } from './parse-shape.ts';
import { readShape, SHAPE_PATH } from './read-shape.ts';

type TaskCall = Call<'task'>;
type Staging = Omit<CommandOf<'stage'>, 'type' | 'at'>;

/** Scores the clarified spec, and enters stage shape if it is clear enough; or records a question for the user. */
export function shape(call: TaskCall): Answer {
  const { context, opened, words, flags } = call;
  const { workflow } = opened.run.frames.at(-1) ?? {};
  if (!workflow) return move(call, { stage: 'shape' });
  const spec = readSpec(context, { words, specFile: flags['spec-file'] });
  const scores = spec === undefined ? undefined : scoreForWorkflow({ spec }, flags.familiarity);
  const { counted, refused } = countedFlags(call, scores);
  const said = recordRefused(opened, refused, context.now()).map(noticeText);
  const scored = { ...scoring(call, counted, scores), ...fitWithFamiliarity(call, counted, scores) };
  const { question } = flags;
  if (question !== undefined && !scores) {
    return move(call, { ...scored, question }, [...said, `Asked: ${question}`]);
  }
  const lines = [...said, ...(scores ? scoreLines(scores) : [])];
  const points = scored.specScore ?? workflow.specScore ?? 0;
  if (workflow.stage !== 'intent' || points >= LEAST_POINTS || counted.force === true) {
    return move(call, { ...scored, stage: 'shape', question: '' }, lines);
  }
  return refuseSpec(call, points, scores, lines);
}

/** Seed 002: below 5 points, the user is asked until the intent is clear. */
function refuseSpec(
  call: TaskCall,
  points: number,
  scores: WorkflowScores | undefined,
  lines: readonly string[],
): Answer {
  const questions = scores ? questionsOf(scores.score) : [];
  if (scores) {
    submit(call.opened, {
      type: 'stage',
      at: call.context.now(),
      specScore: scores.score.total,
      fitScore: scores.fit,
      question: questions.join(' '),
    });
  }
  const answer = answerTo(call, [
    `The spec has ${points} of 10 points, and shaping it needs ${LEAST_POINTS}.`,
    ...lines,
    ...(scores ? [] : ['Write it down with the answers, and name the file with --spec-file.']),
    ...(questions.length > 0 ? ['Ask the user:', ...questions.map((one) => `- ${one}`)] : []),
  ]);
  return { ...answer, exit: 'unclear', json: { ...answer.json, ok: false, questions } };
}

/**
 * Claude's `--shape` and `--force` count for nothing, its `--score` and `--fit` only where they are lower than ours, or
 * the spec isn't English. The user's count, typed at the start or after `/loop:intent`.
 */
function countedFlags(
  { context, opened: { root, run }, flags }: TaskCall,
  scores: WorkflowScores | undefined,
): { readonly counted: TaskCall['flags']; readonly refused: readonly Refused[] } {
  const { session, frames, createdAt } = run;
  if (authorOf(context.env, { root, sessionId: session }) === 'user') return { counted: flags, refused: [] };
  const { shape: wantedShape, force, score, fit, ...others } = flags;
  const { workflow, asked } = frames.at(-1) ?? {};
  // The words of another language can't be scored, so Claude's reading counts.
  const isForeign = scores?.score.isEnglish === false;
  const mayScore =
    score !== undefined && (isForeign || score <= (scores?.score.total ?? workflow?.specScore ?? 0));
  const mayFit = fit !== undefined && (isForeign || fit <= (scores?.fit ?? workflow?.fitScore ?? 0));
  const typed = wordsSince(context, { root, sessionId: session }, ['loop:intent'], createdAt);
  const isForced = typed?.flags['force'] === true || typed?.unclear.includes('--force') === true;
  const mayForce = asked?.['force'] === 'user' || isForced;
  const refused = [
    ...(wantedShape === undefined ? [] : [`--shape ${wantedShape}`]),
    ...(force && !mayForce ? ['--force'] : []),
    ...(score === undefined || mayScore ? [] : [`--score ${score}`]),
    ...(fit === undefined || mayFit ? [] : [`--fit ${fit}`]),
  ];
  return {
    counted: {
      ...others,
      ...(force && mayForce && { force }),
      ...(mayScore && { score }),
      ...(mayFit && { fit }),
    },
    refused: refused.map((subject) => ({ subject, text: '' })),
  };
}

/** The scores to record. A shape that the user asked for at the start stays. */
function scoring(
  { opened }: TaskCall,
  flags: TaskCall['flags'],
  scores: WorkflowScores | undefined,
): Staging {
  const keepsShape = opened.run.frames.at(-1)?.asked?.['shape'] === 'user';
  const specScore = flags.score ?? scores?.score.total;
  const fit = flags.fit ?? scores?.fit;
  const wantedShape = flags.shape ?? (fit === undefined || keepsShape ? undefined : shapeOf(fit));
  return {
    ...(specScore !== undefined && { specScore }),
    ...(fit !== undefined && { fitScore: fit }),
    ...(wantedShape && { shape: wantedShape }),
  };
}

/** Where the clarified spec is written down. */
const SPEC_PATH = '.loop/shape/SPEC.md';

/** Seed 002: the familiarity with the domain is a part of the fit. Given alone, it adds to the spec that is there. */
function fitWithFamiliarity(
  call: TaskCall,
  { familiarity, fit, ...flags }: TaskCall['flags'],
  scores: WorkflowScores | undefined,
): Staging {
  const { context, opened } = call;
  const frame = opened.run.frames.at(-1);
  if (familiarity === undefined || fit !== undefined || scores || !frame) return {};
  const path = join(opened.root, SPEC_PATH);
  const spec = existsSync(path) ? readSpec(context, { words: [], specFile: path }) : undefined;
  const found = scoreForWorkflow({ spec: spec ?? frame.spec }, familiarity);
  return scoring(call, { ...flags, fit: found.fit }, undefined);
}

function move(call: TaskCall, staging: Staging, said: readonly string[] = []): Answer {
  const done = submit(call.opened, { type: 'stage', at: call.context.now(), ...staging });
  return answerTo(call, [...said, announce({ kind: 'resume', run: call.opened.run })], done);
}

/** Takes over what `SHAPE.md` says, whole or not at all, and enters stage decompose. */
export function plan(call: TaskCall): Answer {
  const {
    context,
    opened,
    flags: { familiarity },
  } = call;
  const frame = opened.run.frames.at(-1);
  if (!frame?.workflow || frame.workflow.stage === 'intent') return move(call, { stage: 'decompose' });
  const parsed = readShape(opened.root);
  if (!parsed.ok) return refuseShape(call, parsed.problems);
  const at = context.now();
  const by = authorOf(context.env, { root: opened.root, sessionId: opened.run.session });
  const amend = (amendments: readonly Amendment[]): readonly string[] => {
    if (by === 'user' || amendments.length === 0) return [];
    return submit(opened, { type: 'amend', at, amendments: [...amendments] }).decision.notices.map(
      noticeText,
    );
  };
  const changed = changedChecks(frame, parsed.shape);
  if (changed.length > 0) {
    const text = (name: string): string =>
      `"${name}" is proved by another command already; to change it, pause the loop and remove it first`;
    return refuseShape(
      call,
      changed.map((name) => ({ line: 1, text: text(name) })),
      amend(refusedChecks(frame, changed, at)),
    );
  }
  const told = amend(droppedProhibitions(frame, parsed.shape, at));
  for (const command of newCriteria(frame, parsed.shape, at, by === 'user' ? { by } : {})) {
    const { decision } = submit(opened, command);
    if (decision.rejected) return answerTo(call, [], { decision });
  }
  const { mustNot, verification } = parsed.shape;
  return move(
    call,
    {
      stage: 'decompose',
      ...(familiarity !== undefined && fitWithFamiliarity(call, { familiarity }, undefined)),
      mustNot: mustNot.map(({ name }) => name),
      mustNotChecks: mustNot.flatMap(({ command }, index) =>
        command === undefined ? [] : [{ entry: index + 1, command }],
      ),
      verification,
    },
    [...told, ...shapeLines(parsed.shape)],
  );
}

/** The criteria that a command proves already and that the shape would prove in another way. */
function changedChecks({ criteria }: Frame, shaped: WorkShape): readonly string[] {
  return shaped.criteria.flatMap(({ name, command }) => {
    const check = criteria.find((one) => one.name === name)?.check;
    if (command === undefined || !check) return [];
    return isJudged(check) || !isDeepStrictEqual(check.command, command) ? [name] : [];
  });
}

/** The commands that put new criteria of a shape on record, and checks of those that have none. */
function newCriteria(
  { criteria }: Frame,
  shaped: WorkShape,
  at: number,
  by: { readonly by?: 'user' },
): readonly Command[] {
  return shaped.criteria.flatMap(({ name, command }): Command[] => {
    const known = criteria.find((one) => one.name === name);
    if (known && (known.check || command === undefined)) return [];
    const check = command === undefined ? {} : { check: { command, ...by } };
    return [{ type: 'criterion', at, action: 'add', name, ...by, ...check }];
  });
}

const SHAPE_REASON = 'SHAPE.md';

/** The attempts of a refused shape to change a check, each once on record. */
function refusedChecks({ amendments = [] }: Frame, tried: readonly string[], at: number): Amendment[] {
  const isKnown = (name: string): boolean =>
    amendments.some(({ subject, reason }) => subject === name && reason === SHAPE_REASON);
  return tried
    .filter((name) => !isKnown(name))
    .map((subject) => ({ at, what: 'replaced', subject, reason: SHAPE_REASON, isRefused: true }));
}

/** The prohibitions that a new shape drops, or whose check it changes. */
function droppedProhibitions({ workflow }: Frame, { mustNot }: WorkShape, at: number): Amendment[] {
  const checkOf = (index: number): unknown =>
    workflow?.mustNotChecks?.find(({ entry }) => entry === index + 1)?.command;
  const dropped = (workflow?.mustNot ?? []).filter((name, index) => {
    const kept = mustNot.find((one) => one.name === name);
    const check = checkOf(index);
    return !kept || (check !== undefined && !isDeepStrictEqual(check, kept.command));
  });
  return dropped.map((name) => ({ at, what: 'removed', subject: `mustNot: ${name}`, reason: SHAPE_REASON }));
}

function refuseShape(
  call: TaskCall,
  problems: readonly ShapeProblem[],
  told: readonly string[] = [],
): Answer {
  const answer = answerTo(call, [
    `${SHAPE_PATH} can't be taken over; nothing was changed:`,
    ...problems.slice(0, 20).map(({ line, text }) => `- line ${line}: ${text}`),
    ...told,
  ]);
  return {
    ...answer,
    exit: 'error',
    json: { ...answer.json, ok: false, problems },
    next: { words: ['task', 'plan'], when: `once ${SHAPE_PATH} is mended` },
  };
}

function shapeLines({ criteria, mustNot, verification }: WorkShape): string[] {
  const line = ({ name, command }: ShapeEntry, by: string): string =>
    `${name}${command === undefined ? '' : ` (checked by ${by})`}`;
  return [
    'Criteria:',
    ...criteria.map((one) => `- ${line(one, 'loop verify')}`),
    ...(mustNot.length > 0 ? ['Must not:'] : []),
    ...mustNot.map((one, index) => `${index + 1}. ${line(one, 'the gate')}`),
    `Verification: ${verification}`,
    '',
  ];
}

function scoreLines({ score, fit, shape: scoredShape }: WorkflowScores): string[] {
  return [
    'Spec scoring:',
    ...dimensionsOf(score).map(({ name, score: points, because }) => `- ${name}: ${points} (${because})`),
    `Total: ${score.total}/10 | Fit: ${fit} → ${scoredShape}`,
    '',
  ];
}
