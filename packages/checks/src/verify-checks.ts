import { environmentOf } from './environment-of.ts';
import { createTail } from './output-tail.ts';
import { type Check, type CheckCall, checkResult, type CheckResult, runCheck } from './run-check.ts';
import type { GroupWatch } from './processes/watch-group.ts';
import type { Env } from './env.ts';

/** The properties of every check, proved by a command or otherwise. */
export type AnyCheck = Omit<Check, 'command'>;

/** A check with the name of its criterion. */
export interface NamedCheck<C extends AnyCheck = Check> {
  readonly name: string;
  readonly check: C;
}

/** The place, the time and the consumers of one run of a check. */
export type RunCall = Omit<CheckCall, 'command'>;

/** How one run of a check ended. `M` is the type of the extra data in its evidence. */
export interface Ran<M extends object = object> extends CheckResult {
  readonly exitCode: number | null;
  readonly more?: M | undefined;
  /** It costs too much to be repeated when the tree has changed meanwhile. */
  readonly isOnce?: true;
}

/** The result of a check, and the identity of the work tree that it ran on. */
export interface Evidence {
  readonly id: string;
  readonly at: number;
  readonly passed: boolean;
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly fingerprint: string;
  readonly reason?: string;
  /** The variables that it ran with; see `environmentOf`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Shows a check while it runs. */
export interface LiveCheck {
  add(chunk: Uint8Array): void;
  /** Returns false when the output was not shown. */
  end(): boolean;
}

/** Shows checks while they run. */
export interface LiveOutput<C extends AnyCheck = Check> {
  begin(name: string, check: C): LiveCheck;
}

/** One verified check. */
export interface Verification<C extends AnyCheck = Check, M extends object = object> extends NamedCheck<C> {
  readonly evidence: Evidence & Partial<M>;
  /** The work tree changed while the check ran. */
  readonly changedTree: boolean;
  /** The end of the output when it was not shown. */
  readonly hiddenOutput: string | undefined;
  /** How many times it ran. */
  readonly runs: number;
}

/** The results of checks, and the identity of the work tree for each, as the last reading found it. */
export interface Verified<C extends AnyCheck = Check, M extends object = object> {
  readonly results: readonly Verification<C, M>[];
  readonly identities: ReadonlyMap<string, string | undefined>;
}

/** The clock, the work tree and the places for results. */
export interface VerifyPorts<C extends AnyCheck = Check, M extends object = object> {
  readonly env: Env;
  /** Left out: the limit of each check, or ten minutes. */
  readonly timeoutMs?: number | undefined;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly live: LiveOutput<C>;
  readonly watch: GroupWatch;
  now(): number;
  newId(): string;
  /** Where a check runs. */
  folderOf(check: C): string;
  /** Runs one check; for a command, `runCommand`. Never rejects. */
  run(check: C, call: RunCall): Promise<Ran<M>>;
  /** The identity of what each check depends on, from one reading; undefined when it can't be read. */
  readTree(checks: readonly C[]): readonly (string | undefined)[];
  /** Stores the end of an output under the id of its evidence. */
  keepOutput(id: string, output: Uint8Array): void;
  /** Records a result as soon as it is known. */
  record(verification: Verification<C, M>): void;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const MAX_TAIL_BYTES = 64 * 1024;

/**
 * Runs checks and records each result with the tree that the check found. A check that passed runs once more when
 * the tree has changed since: it must pass on the tree as it is now. If the tree changes again, the evidence stays
 * that of the earlier tree, and is stale. The tree is read before the first check and after each one, so that a result
 * is on record with its tree before the next check begins.
 */
export async function verifyChecks<C extends AnyCheck, M extends object>(
  wanted: readonly NamedCheck<C>[],
  ports: VerifyPorts<C, M>,
): Promise<Verified<C, M>> {
  const groups = new Set<number>();
  const results = new Map<string, Verification<C, M>>();
  const once = new Set<string>();
  let identities: ReadonlyMap<string, string | undefined> = new Map();
  const readTree = (): void => {
    const read = ports.readTree(wanted.map(({ check }) => check));
    identities = new Map(wanted.map(({ name }, index) => [name, read[index]]));
  };
  const verify = async ({ name, check }: NamedCheck<C>): Promise<void> => {
    if (ports.signal.aborted) return;
    const before = identities.get(name);
    // An unknown tree has no identity, so this evidence is stale.
    const { evidence, output, isShown, isOnce } = await runOne({ name, check }, before ?? '', ports, groups);
    if (isOnce) once.add(name);
    if (ports.signal.aborted) return;
    readTree();
    const verification: Verification<C, M> = {
      name,
      check,
      evidence,
      changedTree: before === undefined || identities.get(name) !== before,
      hiddenOutput: isShown ? undefined : Buffer.from(output).toString(),
      runs: (results.get(name)?.runs ?? 0) + 1,
    };
    ports.keepOutput(evidence.id, output);
    ports.record(verification);
    results.set(name, verification);
  };
  readTree();
  await runPool(wanted, ports.jobs, verify);
  const outdated = wanted.filter(({ name }) => {
    const evidence = results.get(name)?.evidence;
    return evidence?.passed === true && !once.has(name) && identities.get(name) !== evidence.fingerprint;
  });
  await runPool(outdated, ports.jobs, verify);
  return { results: wanted.flatMap(({ name }) => results.get(name) ?? []), identities };
}

/** Runs the command of a check. `timeText` writes a time limit as people read it. */
export async function runCommand(
  command: Check['command'],
  call: RunCall,
  timeText: (timeMs: number) => string,
): Promise<Ran> {
  const end = await runCheck({ ...call, command });
  return { ...checkResult(command, timeText(call.timeoutMs), end), exitCode: end.exitCode };
}

/** Runs one check. `groups` has the process groups of all checks that run. */
async function runOne<C extends AnyCheck, M extends object>(
  { name, check }: NamedCheck<C>,
  fingerprint: string,
  ports: VerifyPorts<C, M>,
  groups: Set<number>,
) {
  const { env, signal, watch } = ports;
  const id = evidenceId(name, ports.newId());
  const tail = createTail(MAX_TAIL_BYTES);
  const shown = ports.live.begin(name, check);
  const startedAt = ports.now();
  let group: number | undefined;
  const { passed, reason, exitCode, more, isOnce } = await ports.run(check, {
    cwd: ports.folderOf(check),
    env,
    timeoutMs: ports.timeoutMs ?? check.timeoutMs ?? DEFAULT_TIMEOUT_MS,
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
  const at = ports.now();
  const evidence: Evidence = {
    id,
    at,
    passed,
    exitCode,
    durationMs: Math.max(0, at - startedAt),
    fingerprint,
    ...(reason !== undefined && { reason }),
    environment: environmentOf(env),
    ...more,
  };
  return { evidence: evidence as Evidence & Partial<M>, output: tail.bytes(), isShown: shown.end(), isOnce };
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
