import { isPassed } from './proofs.ts';
import type { Criterion, Frame, Run } from './model/run.ts';

/**
 * Writes the part of a run that its proof depends on: criteria with their checks, evidence and ticks, amendments, open
 * tasks, gates, an end as verified. Two runs with the same text are proved alike, even if counters, limits or wording differ.
 */
export function proofText(run: Run | undefined): string {
  const isVerified = run?.ending?.kind === 'verified';
  return JSON.stringify([run?.frames.map(proofOf), run?.startTree, run?.guard, isVerified]);
}

function proofOf({ id, criteria, amendments = [], tasks, workflow }: Frame): unknown {
  return [
    id,
    criteria.map(criterionOf),
    amendments.map(({ what, subject, isRefused = false }) => [what, subject, isRefused]),
    tasks.map((task) => [task.id, task.status]),
    workflow && [isPassed(workflow.thorough), workflow.gate?.passed === true],
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
    evidence && [evidence.id, evidence.passed, evidence.fingerprint, evidence.witness ?? 'session'],
    tick?.basis,
  ];
}
