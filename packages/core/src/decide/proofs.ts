import type { StopCommand } from '../model/command.ts';
import type { Check, Criterion, Frame } from '../model/run.ts';
import type { Missing } from './decision.ts';

/** Facts about the world that a proof is held against; without fingerprints freshness isn't asked. */
export type ProofFacts = Pick<StopCommand, 'fingerprints' | 'openTasks'>;

/** Names what a check depends on: its paths, one a line, empty for all of the tree; before them a tree of its own. */
export function scopeOf({ folder, paths = [] }: Pick<Check, 'folder' | 'paths'>): string {
  const lines = [...new Set(paths)].sort().join('\n');
  return folder === undefined ? lines : `${folder}\n\n${lines}`;
}

/** Tells whether a criterion counts as met, as far as the run's own record goes. */
export function isMet(criterion: Criterion): boolean {
  if (criterion.check) return criterion.evidence?.passed === true;
  return criterion.tick !== undefined && criterion.tick.basis !== 'assumption';
}

/** Lists the proofs of a frame that don't hold now. A claim isn't looked at here. */
export function missingProofs(frame: Frame, facts: ProofFacts): Missing[] {
  return [
    ...frame.criteria.flatMap((criterion) => missingOf(criterion, facts)),
    ...openTasks(frame).map(({ id, subject }) => ({ kind: 'task', id, subject }) as const),
    ...listedTasks(facts),
    ...missingOfWorkflow(frame),
  ];
}

/** The open tasks of Claude's own list, where one is read. */
export function listedTasks(facts: ProofFacts): Missing[] {
  return (facts.openTasks ?? []).map((subject) => ({ kind: 'task', id: '', subject }));
}

/** Tells whether a frame whose proofs hold rests on checks alone and on nobody's word. */
export function isVerified(frame: Frame): boolean {
  return frame.criteria.length > 0 && frame.criteria.every((criterion) => criterion.check !== undefined);
}

/** The frame's own tasks that are pending or in progress. */
export function openTasks(frame: Frame): Frame['tasks'] {
  return frame.tasks.filter(({ status }) => status !== 'completed');
}

/** Seed 002: the thorough review must pass with no blocker remaining; a file that says one without the other doesn't count. */
export function isPassed(thorough: NonNullable<Frame['workflow']>['thorough']): boolean {
  return thorough?.passed === true && thorough.blockersRemaining === 0;
}

function missingOf(criterion: Criterion, facts: ProofFacts): Missing[] {
  const why = whyMissing(criterion, facts);
  return why === undefined ? [] : [{ kind: 'criterion', name: criterion.name, why }];
}

type Why = Extract<Missing, { kind: 'criterion' }>['why'];

function whyMissing({ check, evidence, tick }: Criterion, facts: ProofFacts): Why | undefined {
  if (!check) return tick === undefined ? 'unmet' : tick.basis === 'assumption' ? 'assumed' : undefined;
  if (!evidence) return 'unchecked';
  if (!evidence.passed) return 'failed';
  if (!facts.fingerprints) return undefined;
  // A scope without a fingerprint is a doubt about the work, and such a doubt keeps Claude at it.
  const scope = scopeOf(check);
  const now = facts.fingerprints.find((one) => one.scope === scope)?.value;
  return now === evidence.fingerprint ? undefined : 'stale';
}

function missingOfWorkflow({ workflow }: Frame): Missing[] {
  if (!workflow) return [];
  const missing: Missing[] = [];
  const { thorough } = workflow;
  if (!isPassed(thorough)) missing.push({ kind: 'review', blockers: thorough?.blockersRemaining ?? null });
  if (!workflow.gate?.passed) missing.push({ kind: 'gate' });
  return missing;
}
