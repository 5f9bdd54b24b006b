import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { readProcess } from '@loopwright/checks';

/** A Node program that works by itself. */
export interface StartedNode {
  readonly process: ChildProcess;
  /** Its exit code, once all its output is there. */
  readonly ended: Promise<number | null>;
  /** What it wrote so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
}

interface NodeCall {
  readonly cwd: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array | undefined;
  readonly uid?: number | undefined;
}

/** Starts a Node program. */
export function startNode(args: readonly string[], { cwd, env, input = '', uid }: NodeCall): StartedNode {
  const child = spawn(process.execPath, args, { cwd, env, ...(uid !== undefined && { uid }) });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { process: child, ended, stdout: () => stdout, stderr: () => stderr };
}

/** A living process. */
export interface LivingProcess {
  readonly id: number;
  readonly parent: number;
  /** Its command line; a NUL ends each word. */
  readonly command: string;
}

/** The living processes that work in a folder or below it. Linux only, as are the tests that ask. */
export function processesOf(folder: string): LivingProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const place = readlinkSync(`/proc/${name}/cwd`);
        if (place !== folder && !place.startsWith(`${folder}/`)) return [];
        const living = readProcess(Number(name));
        if (living === undefined) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return [{ id: Number(name), parent: living.parent, command }];
      } catch {
        return [];
      }
    });
}

/** Waits until something holds; a test's own limit ends it otherwise. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(20);
}
