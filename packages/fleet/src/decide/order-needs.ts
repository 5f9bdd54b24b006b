import { planWaves } from '@loopwright/core';
import { FleetError } from '../fleet-error.ts';

interface Named {
  readonly repo: string;
  readonly key: string;
}

/** The whole name of a job: a repository may have a job of the same name as another one. */
export function idOf({ repo, key }: Named): string {
  return `${repo}#${key}`;
}

/** What a need may mean, the likeliest first: a job of the same repository, or the whole name of one. */
export function meaningsOf(repo: string, need: string): readonly [string, string] {
  return [idOf({ repo, key: need }), need];
}

/** Throws `FleetError` if a job of a batch needs itself, or one that is neither in the batch nor known. */
export function checkNeeds(
  batch: readonly (Named & { readonly needs: readonly string[] })[],
  known: ReadonlySet<string>,
): void {
  const here = new Set(batch.map(idOf));
  const waves = batch.map((job) => ({
    id: idOf(job),
    blockedBy: job.needs.map(
      (need) => meaningsOf(job.repo, need).find((id) => here.has(id) || known.has(id)) ?? need,
    ),
  }));
  const { missing, cycles } = planWaves(waves);
  const unknown = missing
    .filter(({ blockedBy }) => !known.has(blockedBy))
    .map(
      ({ id, blockedBy }) =>
        `The job ${id} needs ${blockedBy}; its repository has no such job, and one of another repository is written REPOSITORY#NAME.`,
    );
  if (unknown.length > 0) throw new FleetError('unknown-job', unknown.join('\n'));
  const [cycle] = cycles;
  if (cycle) throw cycleOf(cycle);
}

export function cycleOf(ids: readonly string[]): FleetError {
  return new FleetError('cycle', `These jobs need each other: ${ids.join(' → ')}.`);
}
