import { randomUUID } from 'node:crypto';
import { type Env, onInterruption, watchGroups } from '@loopwright/checks';
import {
  durationText,
  isJudged,
  isMet,
  missingProofs,
  openTasks,
  tellingLines,
  type Check,
  type CommandOf,
  type Criterion,
  type Evidence,
  type Run,
} from '@loopwright/core';
import { checkEnvironment } from '@loopwright/hosts';
import { type PlaceOfWork, placeOfWork, readEvidence } from '@loopwright/store';
import type { FinalProof, SessionRun } from '../ports.ts';
import { unfinishedJudgement } from '../judge/ask-judge.ts';
import { judgesToAsk } from '../judge/may-be-asked.ts';
import { proveChange } from './prove-change.ts';
import { type NamedCheck, runChecks, type Verification, type Verified, withSameRuns } from './run-checks.ts';

/** The client, or the user, ended the hook while a check ran. The stop has no answer then. */
export class ProofInterrupted extends Error {
  override readonly name = 'ProofInterrupted';
}

/** Where and how long the checks of a claim may run. */
export interface ProofCall {
  readonly root: string;
  /** Tells whether the user asked for this check, by something that the project's files can't forge. */
  readonly isAgreed: (criterion: Criterion) => boolean;
  /** The environment of the hook. */
  readonly env: Env;
  /** The client that asks judges; left out: the one around this process. */
  readonly program?: string;
  /** The most time for all checks together; 0 runs none. */
  readonly limitMs: number;
  /** True at a claim: then checks that passed run on the files of the start, too. */
  readonly isClaim?: true;
  /** The driver that runs the checks between its clients. Without it the hook runs them, and is their witness. */
  readonly driver?: ProvingDriver;
  now(): number;
}

/** The options and callbacks of a driver that runs checks. */
export interface ProvingDriver {
  /** Ends the checks when it is aborted. Signals to the process are the caller's. */
  readonly signal: AbortSignal;
  /** True for a result that this driver itself has recorded: on the same tree it needs no second run. */
  readonly hasSeen: (evidence: Evidence) => boolean;
  /** Called when a check begins, and with its result when it has ended. */
  readonly onCheck: (criterion: string, result?: Evidence) => void;
}

/** The witnesses that saw a check run themselves. */
const SEEN: ReadonlySet<Evidence['witness']> = new Set(['hook', 'driver']);

/** The limits of a failed check's output in a continuation. Two of them fit beside the rest of a continuation. */
const TOLD = { lines: 12, chars: 400 };

/**
 * Runs the checks of a claim one after the other, as the journal names them, and puts each result on record with the
 * hook or the driver as its witness. A check that failed on the same tree is not repeated. One that was seen to pass on it
 * is repeated only if this claim may end the loop, because the record that says so can be forged. A driver repeats
 * everything that it did not see itself. Judges come last, and only if nothing else is missing. Throws
 * `ProofInterrupted` when a signal ends this process, or when its client has ended; the checks have ended then, too.
 */
export async function proveClaim(
  session: SessionRun,
  criteria: readonly Criterion[],
  call: ProofCall,
): Promise<FinalProof> {
  const { root, limitMs, driver, now } = call;
  const witness = driver ? 'driver' : 'hook';
  const place = session.work.place ?? placeOfWork(root, root);
  const env = checkEnvironment(call.env);
  const endsAt = now() + limitMs;
  const limit = durationText(limitMs);
  const notRun: { criterion: string; reason: string }[] = [];
  let unreadable: string | undefined;
  const hasRun = new Set<string>();
  // A driver may outlive the shell that started it.
  const ended = new AbortController();
  const releases = driver ? [] : [onInterruption, onOrphaned].map((listen) => listen(() => ended.abort()));
  const interrupted = driver?.signal ?? ended.signal;
  // Before the first check, so that a kill finds both.
  const watch = watchGroups();

  /** Runs a check, also for the other criteria with its command; no result when the time of the proof is up. */
  async function run(name: string, check: Check): Promise<readonly Verification[]> {
    driver?.onCheck(name);
    const all = session.run.frames.at(-1)?.criteria ?? [];
    const { results } = await runAt(place, withSameRuns([{ name, check }], all));
    return results;
  }

  async function runAt(at: PlaceOfWork, checks: readonly NamedCheck[]): Promise<Verified> {
    const verified = await runChecks(checks, {
      place: at,
      env,
      judge: () => ({ run: session.run, env: call.env, program: call.program, askedBy: witness }),
      jobs: 1,
      signal: AbortSignal.any([interrupted, AbortSignal.timeout(Math.max(1, Math.ceil(endsAt - now())))]),
      live: {
        begin: () => {
          session.work.forget();
          return { add: () => undefined, end: () => false };
        },
      },
      watch,
      now,
      newId: randomUUID,
      readTree: (scopes) =>
        session.work.identities(scopes).map((tree) => (tree.status === 'known' ? tree.identity : undefined)),
      record: () => undefined,
    });
    if (interrupted.aborted) throw new ProofInterrupted();
    return verified;
  }

  function record(proved: readonly { readonly name: string; readonly evidence: Evidence }[]): void {
    const results = proved.map((one) => ({
      criterion: one.name,
      evidence: { witness, ...one.evidence } as const,
    }));
    submit(results);
    for (const { criterion, evidence } of results) {
      hasRun.add(criterion);
      driver?.onCheck(criterion, evidence);
    }
  }

  function submit(results: CommandOf<'verify'>['results']): void {
    const submission = session.submit({ type: 'verify', at: now(), results });
    if (submission.status === 'unrecorded')
      throw new Error(`the result of a check could not be recorded: ${submission.reason}`);
  }

  async function prove(criterion: Criterion): Promise<void> {
    const { name, check, evidence } = criterion;
    if (!check || hasRun.has(name)) return;
    const skip = (reason: string): void => void notRun.push({ criterion: name, reason });
    if (!call.isAgreed(criterion)) return skip('it is not what the user asked for at the start');
    const [tree] = session.work.identities([check]);
    if (tree?.status !== 'known') return void (unreadable ??= tree?.reason ?? 'nothing was read');
    const isOfThisTree = evidence?.fingerprint === tree.identity;
    if (evidence && isOfThisTree && !isJudged(check) && isKnown(evidence)) return;
    // What took longer than the loop is old was never measured.
    const isMeasured = evidence && evidence.at - evidence.durationMs >= session.run.createdAt;
    const lastMs = isMeasured ? evidence.durationMs : 0;
    if (limitMs === 0) return skip('the final proof is switched off');
    if (lastMs > limitMs) return skip(`it took ${durationText(lastMs)}, longer than ${limit}`);
    if (now() + lastMs >= endsAt) return skip(`the ${limit} of the final proof were used up`);

    const startedAt = now();
    const results = await run(name, check);
    if (results.length > 0)
      return record(
        results.map((one) => ({
          name: one.name,
          evidence: { ...one.evidence, ...(one.changedTree && { isStale: true }) },
        })),
      );
    if (evidence?.passed && isOfThisTree) return skip(`it takes longer than ${limit}`);
    const unfinished: Evidence = {
      id: `unfinished-${randomUUID().slice(-12)}`,
      at: now(),
      passed: false,
      exitCode: null,
      durationMs: Math.max(0, now() - startedAt),
      fingerprint: tree.identity,
      ...(isJudged(check) && { witness: 'judge', judgement: unfinishedJudgement(witness) }),
      reason: `not finished after ${limit}, the limit of the final proof`,
    };
    record([{ name, evidence: unfinished }]);
  }

  /** Runs the checks that passed on the files of the start, too, if this claim may end the loop. */
  async function proveChanged(): Promise<void> {
    const frame = session.run.frames.at(-1);
    if (!frame || missingProofs(frame, {}).length > 0) return;
    const passed = frame.criteria.flatMap(({ name, check, evidence }) => {
      const isOwn = evidence && (hasRun.has(name) || driver?.hasSeen(evidence));
      return check && isOwn ? [{ name, check, evidence }] : [];
    });
    const onStart = await proveChange(session.run, passed, { place, env, limitMs: endsAt - now(), runAt });
    const results = passed.flatMap(({ name, evidence }) => {
      const found = onStart.get(name);
      return found ? [{ criterion: name, evidence: { ...evidence, onStart: found } }] : [];
    });
    if (results.length > 0) submit(results);
  }

  /** True for a result on this tree that needs no second run. */
  function isKnown(evidence: Evidence): boolean {
    if (driver) return driver.hasSeen(evidence);
    return !evidence.passed || (needsMoreThanChecks(session.run) && SEEN.has(evidence.witness));
  }

  try {
    for (const criterion of criteria) if (!isJudged(criterion.check)) await prove(criterion);
    for (const criterion of judgesToAsk(session, criteria)) await prove(criterion);
    if (call.isClaim) await proveChanged();
  } finally {
    await watch.close();
    for (const release of releases) release();
  }
  return { unseen: notRun, unreadable, outputs: failedOutputs(session.run, criteria, root) };
}

/** What the failed ones of these criteria said, for Claude. */
function failedOutputs({ frames }: Run, before: readonly Criterion[], root: string): FinalProof['outputs'] {
  return (frames.at(-1)?.criteria ?? []).flatMap(({ name, evidence }) => {
    const asked = before.find((one) => one.name === name);
    if (!asked || evidence?.passed !== false) return [];
    const { id, reason = '', judgement, exitCode } = evidence;
    const isOld = asked.evidence?.id === id;
    if (judgement) return [{ criterion: name, text: reason, isOld, judged: judgement.answer }];
    const text = [reason, ...tellingLines(readEvidence(root, id) ?? '', TOLD)]
      .filter((part) => part !== '')
      .join('\n');
    return [{ criterion: name, text: text === '' ? `exit code ${exitCode}` : text, isOld }];
  });
}

/** True if the loop goes on even if all checks pass. */
function needsMoreThanChecks({ frames }: Run): boolean {
  const frame = frames.at(-1);
  if (!frame) return false;
  return frame.criteria.some((one) => !one.check && !isMet(one)) || openTasks(frame).length > 0;
}

const POLL_EVERY_MS = 250;

/**
 * Calls back when the parent of this process has ended: then no process waits for its answer. The client starts a hook
 * in a session of its own, so a signal that kills the client doesn't reach the hook. Returns a function that stops the
 * watch.
 */
function onOrphaned(leave: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) leave();
  }, POLL_EVERY_MS);
  return () => clearInterval(timer);
}
