import { type CommandOf, DEFAULT_LIMITS, type Limits, type Mode, type Shape } from '@loopwright/core';
import { scorePlan, shapeForPlan, type PlanScore } from '@loopwright/scoring';
import { NO_NAMES, type NamedChecks } from '../config/named-check.ts';
import type { Context } from '../program/context.ts';
import { CliError } from '../program/cli-error.ts';
import { scoreForWorkflow } from '../workflow/score-for-workflow.ts';
import { framePlan, splitPaths, type PlanFlags, type PlannedFrame } from './frame-plan.ts';
import { mergePlans, type Refused, refusedAttempts } from './merge-plans.ts';
import { mergePoints, parseGivenPoints, pointsOnRecord } from './given-points.ts';
import { planInText, type PlanInText } from './plan-in-text.ts';
import { scoredPlan } from './scored-plan.ts';
import { usersFit } from './users-fit.ts';

/** The flags that describe a new run. */
export type StartFlags = PlanFlags & {
  readonly ttl?: number;
  readonly workflow?: true;
  readonly force?: true;
};

/** A loop to start. */
export interface WantedStart {
  /** Word for word; undefined without a spec. */
  readonly spec: string | undefined;
  /** The user's part of the spec; the whole by default, and empty if Claude wrote it. */
  readonly typed?: string | undefined;
  readonly sessionId: string;
  /** The user's flags. */
  readonly user: StartFlags;
  /** Claude's flags. */
  readonly claude?: StartFlags;
  /** The limits where the user typed none; Claude can only lower them. */
  readonly floor?: Limits;
  /** Further refused requests of Claude's. */
  readonly refused?: readonly Refused[];
  readonly mode: Mode | undefined;
  readonly isHeadless: boolean;
  /** The checks that have a name. */
  readonly names?: NamedChecks;
}

/** The command that starts a loop, and the score of its plan. */
export interface StartPlan {
  readonly command: CommandOf<'start'>;
  readonly score: PlanScore;
  /** The entries taken from the text, and Claude's refused requests, one line each. */
  readonly notices: readonly string[];
}

/** Plans a start. Throws `CliError` without a spec, or if the flags contradict each other. */
export function planStart(
  context: Context,
  {
    spec,
    typed = spec,
    sessionId,
    user,
    claude = {},
    floor = DEFAULT_LIMITS,
    refused: also = [],
    mode,
    isHeadless,
    names = NO_NAMES,
  }: WantedStart,
): StartPlan {
  if (spec === undefined || spec.trim() === '') {
    throw new CliError({
      exit: 'usage',
      message: 'It is not said what is to be done.',
      next: { words: ['help', 'start'] },
    });
  }
  const at = context.now();
  // Claude's checks run where the user's do, unless Claude says otherwise.
  const { folder, paths, timeout } = user;
  const own = { ...(folder && { folder }), ...(paths && { paths }), ...(timeout && { timeout }), ...claude };
  const taken = planInText(typed || spec);
  const users = framePlan(user, 'user', names);
  const claudes = framePlan(own, 'claude', names);
  const { plan: frame, refused: clashes } =
    typed === ''
      ? mergePlans(users, withText(claudes, taken), floor)
      : mergePlans(withText(users, taken, 'user'), claudes, floor);
  const points = mergePoints(parseGivenPoints(user.score, true), parseGivenPoints(claude.score, false));
  const inputs = splitPaths([...(user.paths ?? []), ...(claude.paths ?? [])]);
  const flagged = withoutText(frame, taken);
  const plan = scoredPlan(spec, flagged, inputs, points.given);
  const score = scorePlan(plan);
  const shape = shapeForPlan(score);
  const isWorkflow = user.workflow ?? claude.workflow ?? false;
  const ttlMs = user.ttl ?? claude.ttl;
  const workflow = isWorkflow ? scoreForWorkflow(plan) : undefined;
  const { criteria } = flagged;
  const fit =
    isWorkflow || frame.shape ? undefined : usersFit({ typed: typed ?? spec, user, users, criteria, names });
  // A user who forces an unclear spec wants check-ins.
  const scored = workflow?.shape ?? fit?.shape ?? (shape === 'clarify' ? 'colleague' : shape);
  const refused = [
    ...clashes,
    ...points.refused,
    ...refusedShape(claude.shape, frame.shape ?? scored),
    ...also,
  ];
  return {
    score,
    notices: [...textNotices(taken), ...refused.map(({ text }) => text)],
    command: {
      type: 'start',
      at,
      runId: context.newId(),
      session: sessionId,
      frameId: context.newId(),
      spec,
      score: score.total,
      isHeadless,
      shape: scored,
      ...(workflow && { stage: workflow.stage, fitScore: workflow.fit }),
      ...(fit && { fitScore: fit.fit }),
      ...(mode && { mode }),
      ...(ttlMs !== undefined && { ttlMs }),
      ...frame,
      ...pointsOnRecord(score),
      ...(user.force && { asked: { ...frame.asked, force: 'user' } }),
      ...(refused.length > 0 && { amendments: refusedAttempts(refused, at) }),
    },
  };
}

/** Adds the criteria and steps in an author's text to the author's flags, which go first. */
function withText(flags: PlannedFrame, { criteria, steps }: PlanInText, by?: 'user'): PlannedFrame {
  const { criteria: flagged = [], steps: given = [] } = flags;
  const isFlagged = (name: string): boolean => flagged.some((one) => one.name === name);
  return {
    ...flags,
    criteria: [
      ...flagged,
      ...criteria.flatMap((name) => (isFlagged(name) ? [] : { name, ...(by && { by }) })),
    ],
    steps: [...given, ...steps.filter((step) => !given.includes(step))],
  };
}

/** The plan for the scorer, which reads the text itself. */
function withoutText(frame: PlannedFrame, { criteria, steps }: PlanInText): PlannedFrame {
  return {
    ...frame,
    criteria: (frame.criteria ?? []).filter(({ name, check }) => check || !criteria.includes(name)),
    steps: (frame.steps ?? []).filter((step) => !steps.includes(step)),
  };
}

/** Names the criteria and steps taken from the text, and the sections that are unclear. */
function textNotices({ criteria, steps, unclear }: PlanInText): string[] {
  const taken = Object.entries({ criteria, steps }).flatMap(([what, names]) =>
    names.length > 0 ? `Taken from the text: ${what} ${names.map((name) => `"${name}"`).join(', ')}.` : [],
  );
  const left = unclear.map(
    (what) =>
      `The ${what} in the text are no clear list, so none was taken: write one a line, or put ; between.`,
  );
  return [...taken, ...left];
}

/** Refuses another shape of Claude's: only the user chooses how often the loop asks them. */
function refusedShape(wanted: Shape | undefined, shape: Shape): Refused[] {
  if (wanted === undefined || wanted === shape) return [];
  return [
    {
      subject: `--shape ${wanted}`,
      text: `The shape stays ${shape}: only the user chooses another, in their words after /loop:start, or with /loop:continue.`,
    },
  ];
}

/** Says that a plan is larger than a journal takes, and what to do about it. */
export function tooLarge(maxBytes: number): CliError {
  return new CliError({
    exit: 'usage',
    message: `The spec and its plan are too large for one record of ${maxBytes / 1024} KiB.`,
    details: ['Keep the long text in a file of the project, and name that file in the spec.'],
  });
}
