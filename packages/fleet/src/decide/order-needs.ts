import { planWaves } from '@loopwright/core';
import { FleetError } from '../fleet-error.ts';

interface Needing {
  readonly key: string;
  readonly needs: readonly string[];
}

/** Throws `FleetError` if a job of a batch needs itself, or one that is neither in the batch nor known. */
export function checkNeeds(batch: readonly Needing[], known: ReadonlySet<string>): void {
  const { missing, cycles } = planWaves(batch.map(({ key, needs }) => ({ id: key, blockedBy: needs })));
  const unknown = missing.find(({ blockedBy }) => !known.has(blockedBy));
  if (unknown) {
    throw new FleetError(
      'unknown-job',
      `The job ${unknown.id} needs ${unknown.blockedBy}; no job has this key.`,
    );
  }
  const [cycle] = cycles;
  if (cycle) throw new FleetError('cycle', `These jobs need each other: ${cycle.join(' → ')}.`);
}
