import {
  checkText,
  type CommandOf,
  DEFAULT_LIMITS,
  given,
  isJudged,
  limitRules,
  type Limits,
  type Mode,
  type Shape,
} from '@loopwright/core';
import type { startFlags, ValuesOf } from '@loopwright/core/flags';
import { type GivenPoints, type Plan, scorePlan, shapeForPlan, type PlanScore } from '@loopwright/scoring';
import type { TaskText } from '../checks/check-call.ts';
import { checkLine, type NamedChecks } from '../config/named-check.ts';
import type { Context } from '../program/context.ts';
import { type CliError, usageError } from '../program/cli-error.ts';
import { scoreForWorkflow, type WorkflowScores } from '../workflow/score-for-workflow.ts';
import { framePlan, type PlannedCriterion, splitPaths, type PlannedFrame } from './frame-plan.ts';
import { mergePoints, parseGivenPoints, pointsOnRecord } from './given-points.ts';
import { isClearAlone } from './least-points.ts';
import { mergePlans, type Refused, refusedAttempts } from './merge-plans.ts';
import { offeredChecks, type OfferedChecks, withOffered } from './offered-checks.ts';
import { MAX_ENTRIES, planInText, type PlanInText } from './plan-in-text.ts';
import { verificationIn } from './verification-in-text.ts';
import { isWeakCheck, weaknessOf } from './weakness-of.ts';

/** The flags that describe a new run. */
export type StartFlags = ValuesOf<typeof startFlags>;

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
  readonly mode: Mode | undefined;
  /** The mode that the user asked for. */
  readonly usersMode?: Mode | undefined;
  readonly isHeadless: boolean;
  /** The checks that have a name. */
  readonly names?: NamedChecks;
  /** Looks up the scripts of the project. */
  readonly taskText?: TaskText;
  /** The user agreed to the checks that the text offers. */
  readonly takesOffered?: boolean | undefined;
}

/** The command that starts a loop, and the score of its plan. */
export interface StartPlan {
  readonly command: CommandOf<'start'>;
  readonly score: PlanScore;
  /** The entries taken from the text, and Claude's refused requests, one line each. */
  readonly notices: readonly string[];
  /** The checks of the text to which the user has not agreed. */
  readonly offered: OfferedChecks;
}

/** Plans a start. Throws `CliError` without a spec, or if the flags contradict each other. */
export function planStart(context: Context, wanted: WantedStart): StartPlan {
  const { spec = '', typed = spec, user, claude = {}, floor = DEFAULT_LIMITS, names, takesOffered } = wanted;
  if (spec.trim() === '') {
    throw usageError('It is not said what is to be done.', ['help', 'start']);
  }
  const at = context.now();
  const inText = readText(typed || spec, wanted.taskText);
  const flags = framePlan(user, 'user', names);
  const users = takesOffered
    ? withOffered(flags, offeredChecks(inText.commands, withText(flags, inText).criteria, user))
    : flags;
  // Claude's checks run where the user's do, unless Claude says otherwise.
  const { folder, paths, timeout } = user;
  const claudes = framePlan({ ...given({ folder, paths, timeout }), ...claude }, 'claude', names);
  // The scorer reads the text itself, so its plan is that of the flags alone.
  const { plan: flagged } = mergePlans(users, claudes, floor);
  const { plan: frame, refused: clashes } =
    typed === ''
      ? mergePlans(users, withText(claudes, inText), floor)
      : mergePlans(withText(users, inText, 'user'), claudes, floor);
  const usersPoints = parseGivenPoints(user.score, true);
  const points = mergePoints(usersPoints, parseGivenPoints(claude.score, false));
  const plan = scoredPlan(spec, flagged, [...(paths ?? []), ...(claude.paths ?? [])], points.given);
  const score = scorePlan(plan);
  const shape = shapeForPlan(score);
  const workflow = (user.workflow ?? claude.workflow) ? scoreForWorkflow(plan) : undefined;
  const proofs = usersProofs(flagged, user.check, names);
  const own =
    frame.shape || !proofs
      ? undefined
      : fitOf(scoredPlan(typed, { ...users, criteria: proofs }, paths, usersPoints));
  const fit = workflow ?? own;
  const issues = user.issues ?? claude.issues;
  if (issues !== undefined && (issues === 0 || wanted.mode !== 'grind'))
    throw usageError('--issues takes a number above 0, and goes with a grind.', ['help', 'start']);
  // A grind works alone from issue to issue. A user who forces another unclear spec wants check-ins.
  const byScore = fit?.shape ?? (shape === 'clarify' ? 'colleague' : shape);
  const scored = wanted.usersMode === 'grind' ? 'tool' : byScore;
  const offered = takesOffered ? [] : offeredChecks(inText.commands, frame.criteria, user);
  // Claude's criteria are approved as they are.
  const added = offered.filter(({ name }) => !frame.criteria?.some((one) => one.name === name && one.check));
  const refused = [
    ...clashes,
    ...points.refused,
    ...otherShape(claude.shape, frame.shape ?? scored),
    ...(claude['session-only'] && !user['session-only'] ? [SESSION_ONLY] : []),
  ];
  return {
    score,
    notices: [
      ...textNotices(inText),
      ...refused.map(({ text }) => text),
      ...weakNotices(frame, wanted.taskText),
    ],
    offered,
    command: {
      type: 'start',
      at,
      runId: context.newId(),
      session: wanted.sessionId,
      frameId: context.newId(),
      spec,
      score: score.total,
      isHeadless: wanted.isHeadless,
      shape: scored,
      ...given({ isSessionOnly: user['session-only'], stage: workflow?.stage, fitScore: fit?.fit }),
      ...given({ mode: wanted.mode, issues, ttlMs: user.ttl ?? claude.ttl }),
      ...frame,
      ...(added.length > 0 && { offered: added }),
      ...pointsOnRecord(score),
      ...(user.force && { asked: { ...frame.asked, force: 'user' } }),
      ...(refused.length > 0 && { amendments: refusedAttempts(refused, at) }),
    },
  };
}

/** Plans a start with nobody to ask. One that is not clear enough is refused, unless the user insists with `--force`. */
export function planAlone(
  context: Context,
  wanted: Omit<WantedStart, 'isHeadless'>,
): StartPlan & { readonly isClear: boolean } {
  const plan = planStart(context, { ...wanted, isHeadless: true });
  return { ...plan, isClear: wanted.user.force === true || isClearAlone(plan.score, wanted.spec ?? '') };
}

/** The criteria, steps and commands of a text. A script that the project doesn't have yet may be part of the work. */
function readText(text: string, taskText: TaskText = () => '') {
  const plan = planInText(text);
  const { criteria, commands } = verificationIn(text, (...task) => taskText(...task) ?? '');
  const all = [...new Set([...plan.criteria, ...criteria])];
  return all.length > MAX_ENTRIES
    ? { ...plan, unclear: [...new Set([...plan.unclear, 'criteria' as const])], commands }
    : { ...plan, criteria: all, commands };
}

/** Adds the criteria and steps in an author's text to the author's flags, which go first. */
function withText(flags: PlannedFrame, { criteria, steps }: PlanInText, by?: 'user') {
  const { criteria: flagged = [], steps: given = [] } = flags;
  const isNew = (name: string): boolean => !flagged.some((one) => one.name === name);
  return {
    ...flags,
    criteria: [...flagged, ...criteria.filter(isNew).map((name) => ({ name, ...(by && { by }) }))],
    steps: [...given, ...steps.filter((step) => !given.includes(step))],
  };
}

/** The parts of a start that the scorer rates. Limits count only where they were given. */
export function scoredPlan(
  spec: string,
  frame: PlannedFrame,
  paths?: readonly string[],
  points?: GivenPoints,
): Plan {
  return {
    spec,
    given: points,
    criteria: (frame.criteria ?? []).map(({ name, check }) => ({ name, check: check && checkText(check) })),
    steps: frame.steps,
    paths: splitPaths(paths),
    limits: limitRules.flatMap(({ key, name, noun, unit, unitSize }) => {
      const most = frame.limits?.[key];
      // `null` asks for no limit, which is no rule.
      if (most === null || most === undefined) return [];
      return [unit === 'usd' ? `${name} $${most}` : `${most / unitSize} ${noun}`];
    }),
  };
}

/**
 * The criteria of the user, without Claude's checks. Undefined without a check that the user typed or agreed to and that
 * isn't weak: the score alone decides the shape then. `flagged` is the plan of all flags, since Claude may have named a
 * check of the config.
 */
function usersProofs({ criteria = [] }: PlannedFrame, typed: readonly string[] = [], names?: NamedChecks) {
  const own = criteria.flatMap(({ name, by, check }): PlannedCriterion[] => {
    if (check?.by === 'user') return [{ name, by: 'user', check }];
    return by === 'user' ? [{ name, by }] : [];
  });
  const isNamed = (name: string): boolean => typed.some((one) => one.trim() === name && names?.find(one));
  const isProof = ({ name, check }: PlannedCriterion): boolean =>
    check !== undefined &&
    !isJudged(check) &&
    !isWeakCheck(check.command) &&
    // A name is only as good as the agreement to its command: the project may come from anybody.
    (!isNamed(name) || names?.isAgreed(check) === true);
  return own.some(isProof) ? own : undefined;
}

/** The fit of a plan (seed 002); undefined below 5 points. */
function fitOf(plan: Plan): WorkflowScores | undefined {
  const scores = scoreForWorkflow(plan);
  return scores.stage === 'intent' ? undefined : scores;
}

/** Names the criteria and steps taken from the text, and the sections that are unclear. */
function textNotices({ criteria, steps, unclear }: PlanInText): string[] {
  const taken = Object.entries({ criteria, steps }).filter(([, names]) => names.length > 0);
  return [
    ...taken.map(
      ([what, names]) => `Taken from the text: ${what} ${names.map((name) => `"${name}"`).join(', ')}.`,
    ),
    ...unclear.map(
      (what) =>
        `The ${what} in the text are no clear list, so none was taken: write one a line, or put ; between.`,
    ),
  ];
}

/** Names the checks that say little about the work. */
function weakNotices({ criteria = [] }: PlannedFrame, taskText?: TaskText): string[] {
  return criteria.flatMap(({ name, check }) => {
    const weakness = check && !isJudged(check) ? weaknessOf(check.command, taskText) : undefined;
    return check && weakness !== undefined ? [`Weak check: ${checkLine(name, check)} ${weakness}.`] : [];
  });
}

/** Refuses another shape of Claude's: only the user chooses how often the loop asks them. */
function otherShape(wanted: Shape | undefined, shape: Shape): Refused[] {
  if (wanted === undefined || wanted === shape) return [];
  const text = `The shape stays ${shape}: only the user chooses another, in their words after /loop:start, or with /loop:continue.`;
  return [{ subject: `--shape ${wanted}`, text }];
}

/** A loop that ends with its session is offered to no later one. */
const SESSION_ONLY: Refused = {
  subject: '--session-only',
  text: '--session-only counts only from the user, in their words after /loop:start.',
};

/** Says that a plan is larger than a journal takes, and what to do about it. */
export function tooLarge(maxBytes: number): CliError {
  return usageError(
    `The spec and its plan are too large for one record of ${maxBytes / 1024} KiB.`,
    undefined,
    ['Keep the long text in a file of the project, and name that file in the spec.'],
  );
}
