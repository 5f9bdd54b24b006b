import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { announce, type CommandOf, noticeText } from '@loopwright/core';
import { readSessionWords } from '@loopwright/hooks';
import { dimensionsOf, questionsOf } from '../../answers/score-report.ts';
import { LEAST_POINTS } from '../../plan/least-points.ts';
import { readSpec } from '../../plan/read-spec.ts';
import type { Answer } from '../../program/context.ts';
import { authorOn } from '../../session/author.ts';
import { recordRefused } from '../../session/submit.ts';
import { latestWords } from '../../session/users-words.ts';
import { answerTo, type Call, frameOf, put } from '../../workflow/call.ts';
import { scoreForWorkflow, shapeOf, type WorkflowScores } from '../../workflow/score-for-workflow.ts';

type TaskCall = Call<'task'>;
type Flags = TaskCall['flags'];
type Staging = Omit<CommandOf<'stage'>, 'type' | 'at'>;

/** Scores the clarified spec, and enters stage shape if it is clear enough; or records a question for the user. */
export function shape(call: TaskCall): Answer {
  const { context, opened, words, flags } = call;
  const { workflow } = frameOf(call) ?? {};
  if (!workflow) return moveTo(call, { stage: 'shape' });
  const spec = readSpec(context, { words, specFile: flags['spec-file'] });
  const scores = spec === undefined ? undefined : scoreForWorkflow({ spec }, flags.familiarity);
  const refused = refusedFlags(call, scores);
  const isCounted = ([name]: readonly [string, unknown]): boolean => refused.every((one) => one !== name);
  const counted = Object.fromEntries(Object.entries(flags).filter(isCounted)) as Flags;
  const attempts = refused.map((name) => ({
    subject: flags[name] === true ? `--${name}` : `--${name} ${flags[name]}`,
    text: '',
  }));
  const notices = recordRefused(opened, attempts, context.now());
  const lines = [...notices.map((one) => noticeText(one)), ...(scores ? scoreLines(scores) : [])];
  const scored = scoring(call, counted, scores);
  const { question, force } = counted;
  if (question !== undefined && !scores) {
    return moveTo(call, { ...scored, question }, [...lines, `Asked: ${question}`]);
  }
  const points = scored.specScore ?? workflow.specScore ?? 0;
  if (workflow.stage !== 'intent' || points >= LEAST_POINTS || force === true) {
    return moveTo(call, { ...scored, stage: 'shape', question: '' }, lines);
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
    const { score, fit: fitScore } = scores;
    put(call, { type: 'stage', specScore: score.total, fitScore, question: questions.join(' ') });
  }
  return answerTo(
    call,
    [
      `The spec has ${points} of 10 points, and shaping it needs ${LEAST_POINTS}.`,
      ...lines,
      ...(scores ? [] : ['Write it down with the answers, and name the file with --spec-file.']),
      ...(questions.length > 0 ? ['Ask the user:', ...questions.map((one) => `- ${one}`)] : []),
    ],
    { exit: 'unclear', json: { ok: false, questions } },
  );
}

/**
 * The flags that count for nothing. Of Claude's, these are `--shape`, `--force` without the user's word at the start or
 * after `/loop:intent`, and a higher `--score` or `--fit` than ours unless the spec isn't English.
 */
function refusedFlags({ context, opened, flags }: TaskCall, scores: WorkflowScores | undefined) {
  if (authorOn(context.env, opened) === 'user') return [];
  const { root, run } = opened;
  const { workflow, asked } = run.frames.at(-1) ?? {};
  const known = readSessionWords({ root, sessionId: run.session }, context.env);
  const typed = latestWords(known, ['loop:intent'], run.createdAt);
  const isForced = typed?.flags['force'] === true || typed?.unclear.includes('--force') === true;
  // The words of another language can't be scored, so Claude's reading counts.
  const isForeign = scores?.score.isEnglish === false;
  const counts = {
    shape: false,
    force: asked?.['force'] === 'user' || isForced,
    score: isForeign || (flags.score ?? 0) <= (scores?.score.total ?? workflow?.specScore ?? 0),
    fit: isForeign || (flags.fit ?? 0) <= (scores?.fit ?? workflow?.fitScore ?? 0),
  };
  return (['shape', 'force', 'score', 'fit'] as const).filter(
    (name) => flags[name] !== undefined && !counts[name],
  );
}

/** Where the clarified spec is written down. */
const SPEC_PATH = '.loop/shape/SPEC.md';

/**
 * The scores to record. Seed 002: the points of the spec and the familiarity with the domain are parts of the fit; given
 * alone, they count with the spec that is there. A shape that the user typed at the start stays.
 */
export function scoring(call: TaskCall, flags: Flags, scores?: WorkflowScores): Staging {
  const frame = frameOf(call);
  const scoreSpec = (): WorkflowScores => {
    const path = join(call.opened.root, SPEC_PATH);
    const spec = existsSync(path) ? readSpec(call.context, { words: [], specFile: path }) : frame?.spec;
    return scoreForWorkflow({ spec: spec ?? '' }, flags.familiarity);
  };
  const fitOfSpec = (): number | undefined => {
    if (flags.score === undefined && flags.familiarity === undefined) return scores?.fit;
    const { score, fit } = scores ?? scoreSpec();
    const points = flags.score ?? (scores ? undefined : frame?.workflow?.specScore) ?? score.total;
    return fit + 5 * (points - score.total);
  };
  const fitScore = flags.fit ?? fitOfSpec();
  const isUsers = frame?.asked?.['shape'] === 'user';
  return {
    specScore: flags.score ?? scores?.score.total,
    fitScore,
    shape: flags.shape ?? (fitScore === undefined || isUsers ? undefined : shapeOf(fitScore)),
  };
}

/** Changes the stage or what is on record about it, and announces where the workflow stands. */
export function moveTo(call: TaskCall, staging: Staging, said: readonly string[] = []): Answer {
  const done = put(call, { type: 'stage', ...staging });
  return answerTo(call, [...said, announce({ kind: 'resume', run: call.opened.run })], done);
}

function scoreLines({ score, fit, shape: scoredShape }: WorkflowScores): string[] {
  return [
    'Spec scoring:',
    ...dimensionsOf(score).map(({ name, score: points, because }) => `- ${name}: ${points} (${because})`),
    `Total: ${score.total}/10 | Fit: ${fit} → ${scoredShape}`,
    '',
  ];
}
