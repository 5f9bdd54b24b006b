import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientPath, type CommandResult, type ModelRequest, runInSandbox } from '@loopwright/testkit';
import { openAnyRun } from '@loopwright/store';
import { plugin, type Stage } from './stage.ts';

/** The command as the plugin brings it. */
export const command = join(plugin, 'bin/loop');

/** The spec of every headless story: clear enough to be started. */
export const SPEC =
  'sum.js in this project adds 1 and 2 to exactly 3. Change only sum.js, no new dependencies. All tests pass with node test.js. Done when loop verify passes.';

/** What most headless stories begin with. */
export const runArgs = [SPEC, '--check', 'tests pass=node test.js', '--permission-mode', 'bypassPermissions'];

/** A headless run as its caller sees it. */
export interface Drove extends CommandResult {
  /** What `--json` answered. */
  readonly answer: {
    readonly exit: string;
    readonly reason: string;
    readonly costUsd: number;
    readonly next: string;
    readonly artifacts: string;
    readonly run: {
      readonly id: string;
      readonly session: string;
      readonly status: string;
      readonly frames: readonly { readonly iteration: number; readonly spent: { readonly usd: number } }[];
    };
  };
}

/** How often the driver's progress lines are read. */
const LOOK_EVERY_MS = 50;

/** Runs `loop run --json` in the sandbox of a stage, with the real client. `watch` is given all that it said so far. */
export async function drive(
  { sandbox, model }: Stage,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  watch: (stderr: string) => void = () => undefined,
): Promise<Drove> {
  const log = join(sandbox.home, `driver-${randomUUID()}.log`);
  const looking = setInterval(() => watch(textOf(log)), LOOK_EVERY_MS);
  try {
    const result = await runInSandbox({
      sandbox,
      model,
      command: ['sh', '-c', 'exec "$@" 2> "$0"', log, process.execPath, command, 'run', '--json', ...args],
      env,
      timeoutMs: 600_000,
    });
    const answer = result.stdout === '' ? {} : JSON.parse(result.stdout);
    return { ...result, stderr: textOf(log), answer };
  } finally {
    clearInterval(looking);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has not begun yet.
    return '';
  }
}

/** What tells the driver of a stage, and the clients that it starts, from every other process. */
export function driverOf({ sandbox }: Stage, args: readonly string[] = []): number {
  return processOf(sandbox.home, [command, 'run', ...args]);
}

export function clientOf({ sandbox }: Stage): number {
  return processOf(sandbox.home, [clientPath(), '-p']);
}

/** All clients of a stage that still run. */
export function clientsOf({ sandbox }: Stage): readonly number[] {
  return processesOf(sandbox.home, [clientPath(), '-p']);
}

/** The one process whose arguments begin so, or follow the program that runs them. */
function processOf(home: string, words: readonly string[]): number {
  const found = processesOf(home, words);
  if (found.length !== 1) throw new Error(`${found.length} processes are ${words.join(' ')}`);
  return Number(found[0]);
}

function processesOf(home: string, words: readonly string[]): readonly number[] {
  const found = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    const args = fieldsOf(`/proc/${name}/cmdline`);
    const isMeant = [0, 1].some((at) => words.every((word, index) => isSame(args[at + index], word)));
    return isMeant && fieldsOf(`/proc/${name}/environ`).includes(`HOME=${home}`);
  });
  return found.map(Number);
}

/** The sandbox calls the client by a link of its own. */
function isSame(arg: string | undefined, word: string): boolean {
  return arg === word || (word === clientPath() && arg?.endsWith('/claude') === true);
}

function fieldsOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\0');
  } catch {
    // It ended meanwhile.
    return [];
  }
}

/** An answer that never comes. */
export function silence(): Promise<never> {
  return new Promise(() => undefined);
}

/** True for the first request of a client: no driver wrote before. */
export function isFirst({ body }: ModelRequest): boolean {
  const { messages } = body as { readonly messages?: readonly { readonly role: string }[] };
  return (messages ?? []).every(({ role }) => role !== 'assistant');
}

/** The cost of each client in the journal of a run, in order; the zeroes are clients that began. */
export function spentEvents({ sandbox }: Stage, sessionId: string): readonly number[] {
  const opened = openAnyRun({ root: sandbox.project.path, sessionId });
  if (opened.status !== 'open') throw new Error(`the run is ${opened.status}`);
  try {
    return [...opened.journal.history()].flatMap(({ record }) =>
      record.events.flatMap((event) => (event.type === 'spent' ? [event.spend.usd] : [])),
    );
  } finally {
    opened.close();
  }
}
