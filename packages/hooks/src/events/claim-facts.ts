import { type Check, claimedChecks, type CommandOf, scopeOf } from '@loopwright/core';
import type { FinalProof, SessionRun } from '../ports.ts';

type StopCommand = CommandOf<'stop'>;

/** The facts of a stop that may claim, and the result of the checks; undefined where none ran. */
interface Claim {
  readonly facts: Partial<StopCommand>;
  readonly proof: FinalProof | undefined;
}

/** Gathers what a claim rests on: sound records, the checks of the user on the work as it is, and what changed. */
export async function claimFacts(session: SessionRun, stop: StopCommand): Promise<Claim> {
  const { place } = session.work;
  const breach = session.audit();
  const forged = breach === undefined ? {} : { forged: breach };
  // Nothing counts outside of the project, and nothing may run there.
  if (place?.kind === 'elsewhere') {
    const elsewhere = { path: place.path, project: place.root };
    return { facts: { ...forged, fingerprints: [], elsewhere }, proof: undefined };
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
  unreadable: string | undefined,
): Pick<StopCommand, 'fingerprints' | 'unreadable'> {
  const scopes = new Map<string, Check>();
  const frame = run.frames.at(-1);
  for (const { check, evidence } of frame?.criteria ?? []) {
    if (check && evidence?.passed) scopes.set(scopeOf(check), check);
  }
  // A gate on evidence of tasks holds for the whole work tree.
  if (frame?.workflow?.gate?.fingerprint) scopes.set('', { command: '' });
  if (scopes.size === 0) return { fingerprints: [], ...(unreadable !== undefined && { unreadable }) };
  const read = work.identities([...scopes.values()]);
  const fingerprints = [...scopes.keys()].flatMap((scope, index) => {
    const tree = read[index];
    return tree?.status === 'known' ? [{ scope, value: tree.identity }] : [];
  });
  const reason = read.find((tree) => tree.status === 'unknown')?.reason ?? unreadable;
  return { fingerprints, ...(reason !== undefined && { unreadable: reason.slice(0, 300) }) };
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
