import { claimedChecks, type CommandOf } from '@loopwright/core';
import type { FinalProof, SessionRun } from '../ports.ts';
import { passedChecks, readScopes } from '../proof/read-scopes.ts';

type StopCommand = CommandOf<'stop'>;

/** Gathers what a claim rests on: sound records, the checks of the user on the work as it is, and what changed. */
export async function claimFacts(
  session: SessionRun,
  stop: StopCommand,
): Promise<{ readonly facts: Partial<StopCommand>; readonly proof?: FinalProof | undefined }> {
  const { place } = session.work;
  const breach = session.audit();
  const forged = breach === undefined ? {} : { forged: breach };
  // Nothing counts outside of the project, and nothing may run there.
  if (place?.kind === 'elsewhere') {
    const elsewhere = { path: place.path, project: place.root };
    return { facts: { ...forged, fingerprints: [], elsewhere } };
  }
  const checks = session.prove ? claimedChecks(session.run, { ...stop, ...forged }) : [];
  const proof = checks.length > 0 ? await session.prove?.(checks) : undefined;
  const facts = {
    ...forged,
    ...treeFacts(session, proof?.unreadable),
    ...touchedFacts(session),
    ...(place?.kind === 'linked' && {
      workTree: { path: place.path, ...(place.branch !== undefined && { branch: place.branch }) },
    }),
    ...(proof && proof.unseen.length > 0 && { unseen: proof.unseen }),
  };
  session.work.forget();
  return { facts, proof };
}

/** Reads the work tree, if passed evidence depends on it. Unreadable parts are missing, with the reason. */
function treeFacts(
  { run, work }: SessionRun,
  unread: string | undefined,
): Pick<StopCommand, 'fingerprints' | 'unreadable'> {
  const { known, unreadable = unread } = readScopes(work.identities, passedChecks(run.frames.slice(-1)));
  return {
    fingerprints: [...known].map(([scope, value]) => ({ scope, value })),
    ...(unreadable !== undefined && { unreadable: unreadable.slice(0, 300) }),
  };
}

/** Compares the work tree with that of the start, for a claim that may end the frame. */
function touchedFacts({ run, work }: SessionRun): Pick<StopCommand, 'touched'> {
  const { frames, startTree, guard } = run;
  const frame = frames.at(-1);
  if (!frame || !startTree || 'unknown' in startTree) return {};
  const isGated = frame.workflow === undefined || frame.workflow.gate?.passed === true;
  if (!isGated || frame.criteria.some(({ check, evidence }) => check && !evidence?.passed)) return {};
  return { touched: work.touched({ digest: startTree.digest, guard: guard?.patterns ?? [] }) };
}
