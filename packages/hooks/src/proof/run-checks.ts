import {
  type Env,
  checkResult,
  createTail,
  environmentOf,
  type GroupWatch,
  runCheck,
  type RunCall,
} from '@loopwright/checks';
import { type Check, type Criterion, durationText, type Evidence, isJudged } from '@loopwright/core';
import { checkFolder, type PlaceOfWork, writeEvidence } from '@loopwright/store';
import { askJudge, type JudgeCall, type Ran } from '../judge/ask-judge.ts';
import { type LiveOutput, recordRunning } from './record-running.ts';

/** A check with the name of its criterion. */
export interface NamedCheck {
  readonly name: string;
  readonly check: Check;
}

/** One verified check. */
export interface Verification extends NamedCheck {
  readonly evidence: Evidence;
  /** The work tree changed while the check ran. */
  readonly changedTree: boolean;
  /** The end of the output when it was not shown. */
  readonly hiddenOutput: string | undefined;
  /** How many times it ran. */
  readonly runs: number;
}

/** The results of checks, and the identity of the work tree for each, as the last reading found it. */
export interface Verified {
  readonly results: readonly Verification[];
  readonly identities: ReadonlyMap<string, string | undefined>;
}

/** Where checks run, who asks their judges, and the consumers of their results. */
export interface ChecksCall {
  readonly place: PlaceOfWork;
  readonly judge: () => Omit<JudgeCall, 'root'>;
  readonly env: Env;
  /** Left out: the limit of each check, or ten minutes. */
  readonly timeoutMs?: number | undefined;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly live: LiveOutput;
  readonly watch: GroupWatch;
  now(): number;
  newId(): string;
  /** The identity of what each check depends on, from one reading; undefined when it can't be read. */
  readTree(checks: readonly Check[]): readonly (string | undefined)[];
  /** Records a result as soon as it is known. */
  record(verification: Verification): void;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const MAX_TAIL_BYTES = 64 * 1024;

/**
 * Runs checks of a run, commands and judges, at its place of work; a command under several names runs once. Those who
 * watch see the output, and its end is stored as evidence. The tree is read before the first check and after each one:
 * a result is on record with the tree that the check found before the next one begins. A command that passed runs once
 * more when the tree has changed since. If it changes again, the evidence is that of the earlier tree, and stale.
 */
export async function runChecks(wanted: readonly NamedCheck[], call: ChecksCall): Promise<Verified> {
  const { place, jobs, signal } = call;
  const runOne = createRunner(call);
  const results = new Map<string, Verification>();
  let identities: ReadonlyMap<string, string | undefined> = new Map();
  const readTree = (): void => {
    const read = call.readTree(wanted.map(({ check }) => check));
    identities = new Map(wanted.map(({ name }, index) => [name, read[index]]));
  };
  const verify = async (first: NamedCheck): Promise<void> => {
    if (signal.aborted) return;
    const before = identities;
    const { evidence, output, isShown } = await runOne(first);
    if (signal.aborted) return;
    readTree();
    writeEvidence(place.root, evidence.id, output);
    for (const one of wanted.filter((other) => isSameRun(first, other))) {
      const { name } = one;
      // An unknown tree has no identity, so this evidence is stale.
      const fingerprint = before.get(name) ?? '';
      const verification: Verification = {
        ...one,
        evidence: { ...evidence, fingerprint },
        changedTree: fingerprint === '' || identities.get(name) !== fingerprint,
        hiddenOutput: isShown || one !== first ? undefined : Buffer.from(output).toString(),
        runs: (results.get(name)?.runs ?? 0) + 1,
      };
      call.record(verification);
      results.set(name, verification);
    }
  };
  const runEach = (checks: readonly NamedCheck[]): Promise<void> =>
    runPool(
      checks.filter((one) => one === checks.find((other) => isSameRun(one, other))),
      jobs,
      verify,
    );
  readTree();
  await runEach(wanted);
  const outdated = wanted.filter(({ name, check }) => {
    const evidence = results.get(name)?.evidence;
    // A judge costs too much to be asked twice.
    return evidence?.passed === true && !isJudged(check) && identities.get(name) !== evidence.fingerprint;
  });
  await runEach(outdated);
  return { results: wanted.flatMap(({ name }) => results.get(name) ?? []), identities };
}

/** Adds the other criteria that these checks prove as well, since they have the same command. */
export function withSameRuns(
  wanted: readonly NamedCheck[],
  criteria: readonly Pick<Criterion, 'name' | 'check'>[],
): readonly NamedCheck[] {
  const others = criteria.flatMap(({ name, check }) => (check ? [{ name, check }] : []));
  const isNew = ({ name }: NamedCheck): boolean => !wanted.some((one) => one.name === name);
  return [...wanted, ...others.filter((one) => isNew(one) && wanted.some((other) => isSameRun(one, other)))];
}

/** True for the same check, and for one command in one folder, whatever the names and paths. */
function isSameRun(one: NamedCheck, other: NamedCheck): boolean {
  if (isJudged(one.check) || isJudged(other.check)) return one.name === other.name;
  const [first, second] = [one.check, other.check].map(({ command, folder, timeoutMs }) =>
    JSON.stringify([command, folder, timeoutMs]),
  );
  return first === second;
}

/** Creates a function that runs one check. */
function createRunner({ place, judge, env, timeoutMs, signal, live, watch, now, newId }: ChecksCall) {
  const { root } = place;
  const shownLive = recordRunning({ root, runId: judge().run.id }, live, now);
  /** The process groups of all checks that run. */
  const groups = new Set<number>();
  const run = async (check: Check, call: RunCall): Promise<Ran> => {
    if (isJudged(check)) return askJudge(check, { root, ...judge() }, call);
    const { command } = check;
    const end = await runCheck({ ...call, command });
    return { ...checkResult(command, durationText(call.timeoutMs), end), exitCode: end.exitCode };
  };
  return async ({ name, check }: NamedCheck) => {
    const id = evidenceId(name, newId());
    const tail = createTail(MAX_TAIL_BYTES);
    const shown = shownLive.begin(name, check);
    const startedAt = now();
    let group: number | undefined;
    const { passed, exitCode, reason, ...judged } = await run(check, {
      cwd: checkFolder(place, check.folder),
      env,
      timeoutMs: timeoutMs ?? check.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      mark: id,
      signal,
      onStart: (started) => {
        group = started;
        groups.add(started);
        watch.tell([...groups]);
      },
      onOutput: (chunk) => {
        tail.add(chunk);
        shown.add(chunk);
      },
    });
    if (group !== undefined) groups.delete(group);
    watch.tell([...groups]);
    const at = now();
    const evidence: Omit<Evidence, 'fingerprint'> = {
      id,
      at,
      passed,
      exitCode,
      durationMs: Math.max(0, at - startedAt),
      ...(reason !== undefined && { reason }),
      environment: environmentOf(env),
      ...judged,
    };
    return { evidence, output: tail.bytes(), isShown: shown.end() };
  };
}

/** A unique id that starts with the name of the check. */
function evidenceId(name: string, unique: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'check' : slug}-${unique.replaceAll('-', '').slice(0, 12)}`;
}

/** Runs `work` for every item in order, at most `jobs` at a time. */
export async function runPool<T>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
