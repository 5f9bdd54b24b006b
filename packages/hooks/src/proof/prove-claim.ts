import { onInterruption, runCommand, verifyChecks, watchGroups, type GroupWatch } from '@loopwright/checks';
import {
  durationText,
  isJudged,
  isMet,
  maskSecrets,
  openTasks,
  tellingLines,
  type Check,
  type Criterion,
  type Evidence,
  type Run,
} from '@loopwright/core';
import { checkFolder, placeOfWork, readEvidence, writeEvidence } from '@loopwright/store';
import type { FinalProof, SessionRun } from '../ports.ts';
import { type AskJudge, unfinishedJudgement } from '../judge/ask-judge.ts';
import { judgesToAsk } from '../judge/may-be-asked.ts';
import { recordRunning } from './record-running.ts';
import type { Env } from '../env.ts';

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
  readonly askJudge: AskJudge;
  /** The most time for all checks together; 0 runs none. */
  readonly limitMs: number;
  /** The driver that runs the checks between its clients. Without it the hook runs them, and is their witness. */
  readonly driver?: ProvingDriver;
  now(): number;
  newId(): string;
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
  const { signal, release } = call.driver
    ? { signal: call.driver.signal, release: () => undefined }
    : interruptionOfHook();
  const proof = createProof(session, call, signal);
  try {
    for (const criterion of criteria) if (!isJudged(criterion.check)) await proof.prove(criterion);
    for (const criterion of judgesToAsk(session, criteria)) await proof.prove(criterion);
  } finally {
    await proof.close();
    release();
  }
  return proof.result(criteria);
}

/** A hook ends its checks on a signal, and when its client has ended. A driver may outlive the shell that started it. */
function interruptionOfHook(): { readonly signal: AbortSignal; readonly release: () => void } {
  const interruption = new AbortController();
  const ends = [onInterruption, onOrphaned].map((listen) => listen(() => interruption.abort()));
  return { signal: interruption.signal, release: () => ends.forEach((end) => end()) };
}

function createProof(session: SessionRun, call: ProofCall, interrupted: AbortSignal) {
  const { root, limitMs, driver, now, newId } = call;
  const witness = driver ? 'driver' : 'hook';
  const place = session.work.place ?? placeOfWork(root, root);
  const env = checkEnvironment(call.env);
  const endsAt = now() + limitMs;
  const unseen: { criterion: string; reason: string }[] = [];
  const outputs = new Map<string, string>();
  let unreadable: string | undefined;
  let watch: GroupWatch | undefined;
  const live = recordRunning(
    { root, runId: session.run.id },
    {
      begin: () => {
        session.work.forget();
        return { add: () => undefined, end: () => false };
      },
    },
    now,
  );

  /** Runs one check; undefined when the time of the proof is up. */
  async function run(name: string, check: Check): Promise<Evidence | undefined> {
    // Before the check, so that a kill finds both.
    watch ??= watchGroups();
    driver?.onCheck(name);
    const { results } = await verifyChecks([{ name, check }], {
      env,
      jobs: 1,
      signal: AbortSignal.any([interrupted, AbortSignal.timeout(Math.max(1, Math.ceil(endsAt - now())))]),
      live,
      watch,
      now,
      newId,
      folderOf: ({ folder }) => checkFolder(place, folder),
      run: (one, ran) =>
        isJudged(one) ? call.askJudge(one, session.run, ran) : runCommand(one.command, ran, durationText),
      readTree: (checks) =>
        checks.map((one) => {
          const [tree] = session.work.identities([one]);
          return tree?.status === 'known' ? tree.identity : undefined;
        }),
      keepOutput: (id, output) => {
        outputs.set(id, maskSecrets(Buffer.from(output).toString()));
        writeEvidence(root, id, output);
      },
      record: () => undefined,
    });
    if (interrupted.aborted) throw new ProofInterrupted();
    const [result] = results;
    if (!result) return undefined;
    return { ...result.evidence, ...(result.changedTree && { isStale: true }) };
  }

  function record(criterion: string, evidence: Evidence): void {
    const at = now();
    const submission = session.submit({
      type: 'verify',
      at,
      results: [{ criterion, evidence: { witness, ...evidence } }],
    });
    if (submission.status === 'unrecorded')
      throw new Error(`the result of a check could not be recorded: ${submission.reason}`);
    driver?.onCheck(criterion, { witness, ...evidence });
  }

  async function prove(criterion: Criterion): Promise<void> {
    const { name, check, evidence } = criterion;
    if (!check) return;
    const skip = (reason: string): void => void unseen.push({ criterion: name, reason });
    if (!call.isAgreed(criterion)) return skip('it is not what the user asked for at the start');
    const [tree] = session.work.identities([check]);
    if (tree?.status !== 'known') {
      unreadable ??= tree?.reason ?? 'nothing was read';
      return;
    }
    const isOfThisTree = evidence?.fingerprint === tree.identity;
    if (evidence && isOfThisTree && !isJudged(check) && isKnown(evidence)) return;
    // What took longer than the loop is old was never measured.
    const isMeasured = evidence && evidence.at - evidence.durationMs >= session.run.createdAt;
    const lastMs = isMeasured ? evidence.durationMs : 0;
    if (limitMs === 0) return skip('the final proof is switched off');
    if (lastMs > limitMs)
      return skip(`it took ${durationText(lastMs)}, longer than ${durationText(limitMs)}`);
    if (now() + lastMs >= endsAt) return skip(`the ${durationText(limitMs)} of the final proof were used up`);

    const hasPassed = evidence?.passed === true;
    const startedAt = now();
    const result = await run(name, check);
    if (result) return record(name, result);
    if (hasPassed && isOfThisTree) return skip(`it takes longer than ${durationText(limitMs)}`);
    record(name, {
      id: `unfinished-${newId().replaceAll('-', '').slice(0, 12)}`,
      at: now(),
      passed: false,
      exitCode: null,
      durationMs: Math.max(0, now() - startedAt),
      fingerprint: tree.identity,
      ...(isJudged(check) && { witness: 'judge', judgement: unfinishedJudgement(witness) }),
      reason: `not finished after ${durationText(limitMs)}, the limit of the final proof`,
    });
  }

  /** True for a result on this tree that needs no second run. */
  function isKnown(evidence: Evidence): boolean {
    if (driver) return driver.hasSeen(evidence);
    return !evidence.passed || (needsMoreThanChecks(session.run) && SEEN.has(evidence.witness));
  }

  function result(criteria: readonly Criterion[]): FinalProof {
    const failed = (session.run.frames.at(-1)?.criteria ?? []).filter(
      ({ name, evidence }) => evidence?.passed === false && criteria.some((one) => one.name === name),
    );
    return {
      unseen,
      unreadable,
      outputs: failed.flatMap(({ name, evidence }) => {
        if (!evidence) return [];
        const { id, reason = '', judgement } = evidence;
        const isOld = criteria.some((one) => one.evidence?.id === id);
        if (judgement) return [{ criterion: name, text: reason, isOld, judged: judgement.answer }];
        const output = tellingLines(outputs.get(id) ?? readEvidence(root, id) ?? '', TOLD);
        const text = [reason, ...output].filter((part) => part !== '').join('\n');
        return [{ criterion: name, text: text === '' ? `exit code ${evidence.exitCode}` : text, isOld }];
      }),
    };
  }

  return { prove, result, close: async () => watch?.close() };
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

/** Variables that make a process a part of the client or of the loop. The first two give access to the session. */
const MARKS =
  /^(?:CLAUDE_CODE_.*|CLAUDECODE|CLAUDE_(?:PLUGIN_.*|PID|EFFORT|PROJECT_DIR|ENV_FILE)|AI_AGENT|LOOP_.*|IDLE_LOOP_.*)$/i;

/** The environment of a check that the hook runs: the client's own, without the marks of the client. */
function checkEnvironment(env: ProofCall['env']): ProofCall['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !MARKS.test(name)));
}
