import { resolve } from 'node:path';
import { scopeOf, type Check, type Evidence } from '@loopwright/core';
import { checkResult } from './check-result.ts';
import type { LiveOutput } from '../terminal/live-output.ts';
import { createTail } from './output-tail.ts';
import { runCheck } from './run-check.ts';
import { runPool } from './run-pool.ts';
import type { GroupWatch } from '../processes/watch-group.ts';

/** A criterion that a check proves. */
export interface CheckedCriterion {
  readonly name: string;
  readonly check: Check;
}

/** What a run of a check gave. */
export interface Verification {
  readonly criterion: string;
  readonly scope: string;
  readonly evidence: Evidence;
  /** The work tree was another one after it than before. */
  readonly changedTree: boolean;
  /** The end of its output, where not all of it was shown. */
  readonly hiddenTail: string | undefined;
  /** How often it ran. */
  readonly runs: number;
}

/** What running checks needs of the world. */
export interface VerifyPorts {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number | undefined;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly live: LiveOutput;
  readonly watch: GroupWatch;
  now(): number;
  newId(): string;
  /** The work tree as far as a check depends on it. */
  fingerprint(check: Check): string;
  /** Keeps the end of an output under the id of its evidence. */
  keepOutput(id: string, output: Uint8Array): void;
  /** Puts a result on record as soon as it is there. */
  record(verification: Verification): void;
}

/** How long a check may run when nobody says otherwise. */
export const DEFAULT_TIMEOUT_MS = 600_000;
const MAX_TAIL_BYTES = 64 * 1024;
const SHOWN_TAIL_BYTES = 2000;

/**
 * Runs checks and records what each proves about the tree that it found. A check that passed on a tree which has
 * changed since, by itself or by another check, runs once more: what counts is that it passes on the tree as it
 * is now. If the tree changes even then, its evidence stays that of a tree that is gone, and so is stale.
 */
export async function verifyChecks(
  wanted: readonly CheckedCriterion[],
  ports: VerifyPorts,
): Promise<readonly Verification[]> {
  const groups = new Set<number>();
  const verify = async (one: CheckedCriterion, runs: number): Promise<Verification | undefined> =>
    ports.signal.aborted ? undefined : verifyOne(one, runs, ports, groups);
  const results = new Map<string, Verification>();
  const keep = (given: readonly (Verification | undefined)[]): void => {
    for (const one of given) if (one) results.set(one.criterion, one);
  };
  keep(await runPool(wanted, ports.jobs, (one) => verify(one, 1)));
  const outdated = wanted.filter(({ name, check }) => {
    const evidence = results.get(name)?.evidence;
    return evidence?.passed === true && ports.fingerprint(check) !== evidence.fingerprint;
  });
  keep(await runPool(outdated, ports.jobs, (one) => verify(one, 2)));
  return wanted.flatMap(({ name }) => results.get(name) ?? []);
}

async function verifyOne(
  { name, check }: CheckedCriterion,
  runs: number,
  ports: VerifyPorts,
  groups: Set<number>,
): Promise<Verification | undefined> {
  const { root, env, signal, live, watch } = ports;
  // What somebody says now goes before what was planned.
  const timeoutMs = ports.timeoutMs ?? check.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const id = evidenceId(name, ports.newId());
  const tail = createTail(MAX_TAIL_BYTES);
  const before = ports.fingerprint(check);
  const shown = live.begin(name, commandText(check.command));
  const startedAt = ports.now();
  let group: number | undefined;
  const end = await runCheck({
    command: check.command,
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
  const isCut = shown.end();
  if (signal.aborted) return undefined;
  const at = ports.now();
  const { passed, reason } = checkResult(check.command, timeoutMs, end);
  const verification: Verification = {
    criterion: name,
    scope: scopeOf(check),
    evidence: {
      id,
      at,
      passed,
      exitCode: end.exitCode,
      durationMs: Math.max(0, at - startedAt),
      fingerprint: before,
      ...(reason !== undefined && { reason }),
    },
    changedTree: ports.fingerprint(check) !== before,
    hiddenTail: isCut ? Buffer.from(tail.bytes()).subarray(-SHOWN_TAIL_BYTES).toString() : undefined,
    runs,
  };
  ports.keepOutput(id, tail.bytes());
  ports.record(verification);
  return verification;
}

/** A command as somebody would type it. */
export function commandText(command: Check['command']): string {
  return typeof command === 'string' ? command : JSON.stringify(command);
}

/** A name for the evidence that tells what it is about, and is nobody else's. */
function evidenceId(name: string, unique: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'check' : slug}-${unique.replaceAll('-', '').slice(0, 12)}`;
}
