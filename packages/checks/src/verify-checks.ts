import { resolve } from 'node:path';
import type { Check } from './check.ts';
import { checkResult, type CheckResult } from './check-result.ts';
import { environmentOf } from './environment-of.ts';
import { createTail } from './output-tail.ts';
import { type CheckCall, runCheck } from './run-check.ts';
import { runPool } from './run-pool.ts';
import type { GroupWatch } from './processes/watch-group.ts';

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

/** The clock, the work tree and the places for results. */
export interface VerifyPorts<C extends AnyCheck = Check, M extends object = object> {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number | undefined;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly live: LiveOutput<C>;
  readonly watch: GroupWatch;
  now(): number;
  newId(): string;
  /** Runs one check; for a command, `runCommand`. Never rejects. */
  run(check: C, call: RunCall): Promise<Ran<M>>;
  /** The identity of what each check depends on, from one reading; undefined when it can't be read. */
  readTree(checks: readonly C[]): readonly (string | undefined)[];
  /** A time limit as people read it. */
  timeText(timeMs: number): string;
  /** Stores the end of an output under the id of its evidence. */
  keepOutput(id: string, output: Uint8Array): void;
  /** Records a result as soon as it is known. */
  record(verification: Verification<C, M>): void;
}

/** The default time limit of a check. */
export const DEFAULT_TIMEOUT_MS = 600_000;
const MAX_TAIL_BYTES = 64 * 1024;

/** The results of checks, and the identity of the work tree for each, as the last reading found it. */
export interface Verified<C extends AnyCheck = Check, M extends object = object> {
  readonly results: readonly Verification<C, M>[];
  readonly identities: ReadonlyMap<string, string | undefined>;
}

/**
 * Runs checks and records each result with the tree that the check found. A check that passed runs once more when
 * the tree has changed since: it must pass on the tree as it is now. If the tree changes again, the evidence stays
 * that of the earlier tree, and is stale. The tree is read before the first check and after each one.
 */
export async function verifyChecks<C extends AnyCheck, M extends object>(
  wanted: readonly NamedCheck<C>[],
  ports: VerifyPorts<C, M>,
): Promise<Verified<C, M>> {
  const tree = createTree(wanted, ports);
  const groups = new Set<number>();
  const once = new Set<string>();
  const verify = async (one: NamedCheck<C>, runs: number): Promise<Verification<C, M> | undefined> =>
    ports.signal.aborted ? undefined : verifyOne(one, runs, ports, tree, { groups, once });
  const results = new Map<string, Verification<C, M>>();
  const store = (verified: readonly (Verification<C, M> | undefined)[]): void => {
    for (const one of verified) if (one) results.set(one.name, one);
  };
  store(await runPool(wanted, ports.jobs, (one) => verify(one, 1)));
  const outdated = wanted.filter(({ name }) => {
    const evidence = results.get(name)?.evidence;
    return evidence?.passed === true && !once.has(name) && tree.identityOf(name) !== evidence.fingerprint;
  });
  store(await runPool(outdated, ports.jobs, (one) => verify(one, 2)));
  return {
    results: wanted.flatMap(({ name }) => results.get(name) ?? []),
    identities: new Map(wanted.map(({ name }) => [name, tree.identityOf(name)])),
  };
}

/** The work tree as the last reading found it. */
interface Tree {
  identityOf(name: string): string | undefined;
  read(): void;
}

function createTree<C extends AnyCheck, M extends object>(
  wanted: readonly NamedCheck<C>[],
  ports: VerifyPorts<C, M>,
): Tree {
  const names = wanted.map(({ name }) => name);
  const checks = wanted.map(({ check }) => check);
  let identities = ports.readTree(checks);
  return {
    identityOf: (name) => identities[names.indexOf(name)],
    read: () => {
      identities = ports.readTree(checks);
    },
  };
}

/** Runs the command of a check. */
export async function runCommand(
  command: Check['command'],
  call: RunCall,
  timeText: VerifyPorts['timeText'],
): Promise<Ran> {
  const end = await runCheck({ ...call, command });
  return { ...checkResult(command, timeText(call.timeoutMs), end), exitCode: end.exitCode };
}

/** What all checks of one call share: the running groups, and the names of those that are not repeated. */
interface Shared {
  readonly groups: Set<number>;
  readonly once: Set<string>;
}

async function verifyOne<C extends AnyCheck, M extends object>(
  { name, check }: NamedCheck<C>,
  runs: number,
  ports: VerifyPorts<C, M>,
  tree: Tree,
  { groups, once }: Shared,
): Promise<Verification<C, M> | undefined> {
  const { root, env, signal, live, watch } = ports;
  const timeoutMs = ports.timeoutMs ?? check.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const id = evidenceId(name, ports.newId());
  const tail = createTail(MAX_TAIL_BYTES);
  const before = tree.identityOf(name);
  const shown = live.begin(name, check);
  const startedAt = ports.now();
  let group: number | undefined;
  const { passed, reason, exitCode, more, isOnce } = await ports.run(check, {
    cwd: resolve(root, check.folder ?? ''),
    env,
    timeoutMs,
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
  if (isOnce) once.add(name);
  const isShown = shown.end();
  if (signal.aborted) return undefined;
  const at = ports.now();
  tree.read();
  const verification: Verification<C, M> = {
    name,
    check,
    evidence: {
      id,
      at,
      passed,
      exitCode,
      durationMs: Math.max(0, at - startedAt),
      // An unknown tree has no identity, so this evidence is stale.
      fingerprint: before ?? '',
      ...(reason !== undefined && { reason }),
      environment: environmentOf(env),
      ...more,
    } as Evidence & Partial<M>,
    changedTree: before === undefined || tree.identityOf(name) !== before,
    hiddenOutput: isShown ? undefined : Buffer.from(tail.bytes()).toString(),
    runs,
  };
  ports.keepOutput(id, tail.bytes());
  ports.record(verification);
  return verification;
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
