import { relative } from 'node:path';
import { type Env, restoreStart } from '@loopwright/checks';
import { type Evidence, isJudged, type Run } from '@loopwright/core';
import { checkFolder, type PlaceOfWork, readStartContents, readStartList } from '@loopwright/store';
import type { NamedCheck, Verified } from './run-checks.ts';

/** Where checks passed, and how they run in another place. */
export interface ChangeCall {
  readonly place: PlaceOfWork;
  readonly env: Env;
  /** The time for all of it. */
  readonly limitMs: number;
  runAt(place: PlaceOfWork, wanted: readonly NamedCheck[]): Promise<Pick<Verified, 'results'>>;
}

type OnStart = NonNullable<Evidence['onStart']>;

/**
 * Runs checks that passed on the files of the start, too: what passes there doesn't prove the change. Returns how each
 * ended, by its name, or why it did not run. Empty where the user doesn't ask for it. Judges are left out.
 */
export async function proveChange(
  { id, startTree, provesChange }: Run,
  passed: readonly NamedCheck[],
  { place, env, limitMs, runAt }: ChangeCall,
): Promise<ReadonlyMap<string, OnStart>> {
  const checks = passed.filter(({ check }) => !isJudged(check));
  if (!provesChange || checks.length === 0) return new Map();
  const { root } = place;
  const start = startTree && 'digest' in startTree ? startTree.digest : undefined;
  const restored =
    start === undefined
      ? 'the files of the start are unknown'
      : await restoreStart(
          root,
          { digest: start, bytes: readStartList(root, id), contents: readStartContents(id) },
          { work: place.folder, env, timeoutMs: limitMs },
        );
  if (typeof restored === 'string') return new Map(checks.map(({ name }) => [name, { reason: restored }]));
  try {
    const there: PlaceOfWork = { kind: 'linked', root, folder: restored.folder, path: restored.top };
    const isThere = ({ check }: NamedCheck): boolean =>
      relative(restored.top, checkFolder(there, check.folder)).split(/[\\/]/)[0] !== '..';
    const named = checks.filter(isThere).map((one) => ({ ...one, name: `${one.name} on the old code` }));
    const { results } = await runAt(there, named);
    return new Map(
      checks.map((one): [string, OnStart] => {
        const found = results.find(({ name }) => name === `${one.name} on the old code`);
        if (found) return [one.name, { passed: found.evidence.passed }];
        const reason = isThere(one) ? 'the time was up' : 'it runs in a work tree of its own';
        return [one.name, { reason }];
      }),
    );
  } finally {
    await restored.remove();
  }
}
