import type { Missing } from './decide/decision.ts';
import type { StopCommand } from './model/command.ts';
import { sanitizeLine } from './text/sanitize.ts';
import { guardFinding, onStartText } from './text/words.ts';
import { listed } from './text/amounts.ts';
import { JUDGE_ROUNDS } from './model/defaults.ts';
import type {
  Check,
  Criterion,
  DoneEnding,
  Frame,
  JudgeCheck,
  Judgement,
  Run,
  Task,
  Touched,
  Workflow,
} from './model/run.ts';
import { VOUCHERS, type Voucher, type Witness } from './model/vocabulary.ts';

/** The state of a criterion: the first four come from its check, the others from a tick. */
export type CriterionState = 'proved' | 'claimed' | 'stale' | 'failed' | 'unchecked' | 'assumed' | 'unmet';

/** Gives the identity of the work tree now for a scope (see `scopeOf`), or undefined if it is unknown. */
export type WorkTree = (scope: string) => string | undefined;

/**
 * The one test of a criterion. `tree` tests freshness; without it, the record of the last stop or check decides.
 * @example criterionState(criterion, (scope) => identities.get(scope)) // 'proved'
 */
export function criterionState({ check, evidence, tick }: Criterion, tree?: WorkTree): CriterionState {
  if (!check) return tick === undefined ? 'unmet' : tick.basis === 'assumption' ? 'assumed' : 'claimed';
  if (!evidence) return 'unchecked';
  if (!evidence.passed) return 'failed';
  const isStale = tree ? tree(scopeOf(check)) !== evidence.fingerprint : evidence.isStale === true;
  return isStale ? 'stale' : 'proved';
}

/** True for a state that lets a claim pass: `proved` or `claimed`. */
export function isGoodState(state: CriterionState): state is GoodState {
  return state === 'proved' || state === 'claimed';
}

type GoodState = 'proved' | 'claimed';

/** Names the scope of a check: its own work tree, if it has one, and its paths; empty for the whole tree. */
export function scopeOf({ folder, paths = [] }: Pick<Check, 'folder' | 'paths'>): string {
  const lines = [...new Set(paths)].sort().join('\n');
  return folder === undefined ? lines : `${folder}\n\n${lines}`;
}

/** The state of a task: by its check on this work tree, by a note on how it was seen, or `open`. */
export type TaskState = 'verified' | 'stale' | 'claimed' | 'open';

/**
 * The one test of a task. `tree` tests freshness, as for `criterionState`.
 * @example taskState(task, (scope) => identities.get(scope)) // 'verified'
 */
export function taskState({ status, metadata }: Task, tree?: WorkTree): TaskState {
  const { check, passed, fingerprint, note } = metadata;
  if (status !== 'completed') return 'open';
  if (!check) return note ? 'claimed' : 'open';
  if (passed !== true) return 'open';
  // Evidence on an unknown tree has no identity.
  const isFresh = Boolean(fingerprint) && (!tree || tree(scopeOfTask(metadata)) === fingerprint);
  return isFresh ? 'verified' : 'stale';
}

/** Names the scope of a task's check; see `scopeOf`. */
function scopeOfTask({ paths }: Task['metadata']): string {
  return scopeOf({ paths: Array.isArray(paths) ? paths : [] });
}

/** The finished waves without a light review (seed 002: one after each wave). */
export function unreviewedWaves({ finishedWave = 0, waveReviews }: Workflow): number[] {
  // A journal may hold any number, so check only the last waves.
  return Array.from({ length: Math.min(finishedWave, 20) }, (_, index) => finishedWave - index)
    .filter((wave) => waveReviews.every((review) => review.wave !== wave))
    .reverse();
}

/** True for a criterion that is met: proved, as far as the record goes, or claimed. */
export function isMet(criterion: Criterion): boolean {
  return isGoodState(criterionState(criterion));
}

/** The criteria whose passed checks prove another work tree than this one. */
export function staleCriteria({ criteria }: Frame, tree: WorkTree): string[] {
  return criteria.filter((one) => criterionState(one, tree) === 'stale').map(({ name }) => name);
}

/** Marks the evidence of these criteria as stale and all other evidence as fresh. */
export function withStale(frame: Frame, stale: readonly string[]): Frame {
  const names = new Set(stale);
  return {
    ...frame,
    criteria: frame.criteria.map((criterion) => {
      if (!criterion.evidence) return criterion;
      const { isStale: _old, ...evidence } = criterion.evidence;
      return {
        ...criterion,
        evidence: names.has(criterion.name) ? { ...evidence, isStale: true } : evidence,
      };
    }),
  };
}

/** Claude's own open tasks and the work tree, as a stop reports them. */
type TaskFacts = Pick<StopCommand, 'openTasks' | 'fingerprints'>;

/**
 * Lists the proofs of a frame that don't hold now: the one answer for stops, stages, the gate and texts. The claim is not
 * part of them.
 */
export function missingProofs(frame: Frame, facts: TaskFacts): Missing[] {
  return [
    ...frame.criteria.flatMap(missingOf),
    ...missingTasks(frame),
    ...listedTasks(facts),
    ...missingOfWorkflow(frame, facts),
  ];
}

/** The open tasks; a workflow also needs its completed ones to be proved or noted. */
function missingTasks(frame: Frame): Missing[] {
  const tasks = frame.workflow ? frame.tasks.filter((one) => taskState(one) === 'open') : openTasks(frame);
  return tasks.map(missingTask);
}

/** A task as a missing proof. */
export function missingTask({ id, subject, status }: Task): Missing {
  return { kind: 'task', id, subject, ...(status === 'completed' && { isUnproved: true }) };
}

/** The open tasks of Claude's own list. */
export function listedTasks(facts: TaskFacts): Missing[] {
  return (facts.openTasks ?? []).map((subject) => ({ kind: 'task', id: '', subject }));
}

/**
 * True for a frame whose criteria all carry checks: when its proofs hold, it is verified and not just claimed. The issues
 * of a grind must have ended verified, too; they are proof enough.
 */
function isVerified({ criteria, issues }: Frame): boolean {
  if (issues && issues.verified < issues.ended) return false;
  const hasProof = criteria.length > 0 || hasFinishedIssue({ issues });
  return hasProof && criteria.every(({ check }) => check !== undefined);
}

/** True for a grind that finished an issue: it can end as done. */
export function hasFinishedIssue({ issues }: Pick<Frame, 'issues'>): boolean {
  return issues !== undefined && Object.keys(issues.seen).length > 0;
}

/** The issues of a grind that were not finished, and the planned ones that were never begun. */
function undoneIssues(frame: Frame): readonly string[] {
  const { issues, steps } = frame;
  const left = hasAllIssues(frame) ? [] : steps.filter(({ isDone }) => !isDone);
  return hasFinishedIssue(frame) && issues ? [...issues.undone, ...left.map(({ name }) => name)] : [];
}

/** True for a grind that may take no further issue. */
export function hasAllIssues({ issues }: Frame): boolean {
  return issues?.most !== undefined && issues.ended >= issues.most;
}

/** True for a check that a judge answers, not a command. */
export function isJudged(check: Check | undefined): check is JudgeCheck {
  return check !== undefined && 'judge' in check;
}

/** How often the judge of a criterion may still be asked. Infinite for every other criterion. */
export function roundsLeft({ check, rounds = 0 }: Criterion): number {
  return isJudged(check) ? Math.max(0, (check.rounds ?? JUDGE_ROUNDS) - rounds) : Infinity;
}

/** True for an unproved criterion whose judge may not be asked again. */
export function isOutOfRounds(criterion: Criterion): boolean {
  return roundsLeft(criterion) === 0 && !isMet(criterion);
}

/** Who vouches for a criterion: the witness of its check, or a word. */
export function witnessOf({ check, evidence }: Criterion): Witness | 'word' {
  if (isJudged(check)) return 'judge';
  return check ? (evidence?.witness ?? 'session') : 'word';
}

/** A judgement that Claude's own shell asked for could have been made up there. */
export function voucherOf(witness: Witness | 'word', judgement: Judgement | undefined): Voucher {
  return judgement?.askedBy === 'session' ? 'relayed' : witness;
}

/** The criteria of a frame and its finished issues, by who vouches for them. */
export function seenBy({ criteria, issues }: Frame): NonNullable<DoneEnding['seen']> {
  const seen: Partial<Record<Voucher, string[]>> = {};
  for (const one of criteria)
    (seen[voucherOf(witnessOf(one), one.evidence?.judgement)] ??= []).push(one.name);
  for (const by of VOUCHERS) {
    const names = issues?.seen[by];
    if (names) seen[by] = [...(seen[by] ?? []), ...names];
  }
  return seen;
}

/** Why strictly guarded files keep a loop from ending as verified; undefined if they don't. */
export function guardBreach({ guard }: Run, touched: Touched | undefined): string | undefined {
  return guard?.isStrict ? guardFinding(touched) : undefined;
}

/** Why the checks don't prove the change: none of them was seen to fail on the files of the start. */
export function changeBreach(
  { provesChange }: Pick<Run, 'provesChange'>,
  { criteria }: Frame,
): string | undefined {
  const checked = criteria.filter(({ check }) => check !== undefined);
  const looked = checked.flatMap(({ name, evidence }) =>
    evidence?.onStart ? [{ name, ...evidence.onStart }] : [],
  );
  if (!provesChange || checked.length === 0 || looked.some(({ passed }) => passed === false))
    return undefined;
  const why = looked.map((one) => `${sanitizeLine(one.name, 60)} ${onStartText(one)}`);
  return why.length > 0 ? listed(why, 3) : 'no check ran on the old code';
}

/** The ending of a frame whose claim and proofs hold. An amended contract and a breach are never verified. */
export function doneEnding(
  frame: Frame,
  { at, unseen = [], workTree, touched }: Pick<StopCommand, 'at' | 'unseen' | 'workTree' | 'touched'>,
  breach?: string,
): DoneEnding {
  const amended = (frame.amendments ?? []).filter(({ isRefused }) => !isRefused);
  const undone = undoneIssues(frame);
  const hasWitness = frame.criteria.some(({ check }) => check !== undefined) || hasFinishedIssue(frame);
  const witnessed = hasWitness && {
    seen: seenBy(frame),
    unseen: unseen.length > 0 ? unseen : undefined,
    workTree,
  };
  if (amended.length > 0) {
    const changes = amended.map(({ what, subject }) => ({ what, subject }));
    return { kind: 'claimed', at, amended: changes, ...witnessed };
  }
  if (breach !== undefined) return { kind: 'claimed', at, breach, ...witnessed };
  if (undone.length > 0) return { kind: 'claimed', at, undone: [...undone], ...witnessed };
  if (!isVerified(frame)) return { kind: 'claimed', at, ...witnessed };
  return { kind: 'verified', at, ...(isUnchanged(frame, touched) && { isUnchanged: true }), ...witnessed };
}

/** True if the work changed no file, and every check was seen to pass before it. */
function isUnchanged({ criteria, issues }: Frame, touched: Touched | undefined): boolean {
  if (!touched || touched.unknown !== undefined || issues) return false;
  const isSame = touched.changed + touched.deleted + touched.added === 0;
  return isSame && criteria.every(({ baseline }) => baseline?.passed && baseline.isBeforeWork);
}

/** The frame's own tasks that are pending or in progress. */
export function openTasks(frame: Frame): Frame['tasks'] {
  return frame.tasks.filter(({ status }) => status !== 'completed');
}

/** Seed 002: the thorough review must pass, and no blocker may remain. Both must be on record. */
export function isPassed(thorough: NonNullable<Frame['workflow']>['thorough']): boolean {
  return thorough?.passed === true && thorough.blockersRemaining === 0;
}

/** The findings of the thorough review without a resolution. Blockers are tasks, so they are left out. */
export function openFindings({ workflow }: Frame): NonNullable<Workflow['findings']> {
  return (workflow?.findings ?? []).filter(
    ({ wave, severity, resolution }) => wave === undefined && severity !== 'BLOCKER' && !resolution,
  );
}

/** True for a gate that passed, on this work tree if evidence of tasks rests on it. */
export function isGatePassed({ gate }: Workflow, tree?: WorkTree): boolean {
  if (!gate?.passed) return false;
  return gate.fingerprint === undefined || !tree || tree('') === gate.fingerprint;
}

function missingOf(criterion: Criterion): Missing[] {
  const why = criterionState(criterion);
  const { name, check } = criterion;
  return isGoodState(why)
    ? []
    : [{ kind: 'criterion', name, why, ...(isJudged(check) && { isJudged: true }) }];
}

function missingOfWorkflow({ workflow }: Frame, { fingerprints }: TaskFacts): Missing[] {
  if (!workflow) return [];
  const missing: Missing[] = [];
  const { thorough } = workflow;
  if (!isPassed(thorough)) missing.push({ kind: 'review', blockers: thorough?.blockersRemaining ?? null });
  // The gate's result for the tasks is valid only for the work tree it ran on.
  const tree = fingerprints && ((scope: string) => fingerprints.find((one) => one.scope === scope)?.value);
  if (!isGatePassed(workflow, tree)) missing.push({ kind: 'gate' });
  return missing;
}

/** Writes what the proof of a run depends on. Runs with the same text are proved alike, whatever else differs. */
export function proofText(run: Run | undefined): string {
  const isVerified = run?.ending?.kind === 'verified';
  return JSON.stringify([
    run?.frames.map(proofOf),
    run?.startTree,
    run?.guard,
    run?.provesChange,
    isVerified,
  ]);
}

function proofOf({ id, criteria, amendments = [], tasks, workflow, issues }: Frame): unknown {
  return [
    id,
    criteria.map(criterionOf),
    amendments.map(({ what, subject, isRefused = false }) => [what, subject, isRefused]),
    tasks.map((task) => [task.id, task.status]),
    workflow && [isPassed(workflow.thorough), workflow.gate?.passed === true],
    issues,
  ];
}

function criterionOf({ name, by = 'claude', check, evidence, tick }: Criterion): unknown {
  return [
    name,
    by,
    check && [
      'judge' in check ? { judge: check.judge } : check.command,
      check.by ?? 'claude',
      check.folder,
      check.paths,
      check.timeoutMs,
    ],
    evidence && [
      evidence.id,
      evidence.passed,
      evidence.fingerprint,
      evidence.witness ?? 'session',
      evidence.onStart,
    ],
    tick?.basis,
  ];
}
