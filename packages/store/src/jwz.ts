import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { parseStackState, toStackState, type Run, type StackState } from '@loopwright/core';

/** The topic of seed 004. */
export const JWZ_TOPIC = 'loop:current';

const TIMEOUT_MS = 2000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

export interface JwzOptions {
  /** The folder that may hold a `.jwz` store. */
  readonly root: string;
  /** The environment whose PATH names the command. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
}

/** True when the folder has a `.jwz` store. Doesn't check for the command. */
export function hasJwz(root: string): boolean {
  return lstatSync(join(root, '.jwz'), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Posts the stack of a run to the topic; returns whether it worked. Waits at most two seconds, never throws. */
export function postToJwz(run: Run, options: JwzOptions): boolean {
  return callJwz(['post', JWZ_TOPIC, '-m', JSON.stringify(toStackState(run))], options) !== undefined;
}

/** The newest stack on the topic, or undefined. Waits at most two seconds, never throws. */
export function readFromJwz(options: JwzOptions): StackState | undefined {
  const output = callJwz(['read', JWZ_TOPIC], options);
  if (output === undefined) return undefined;
  // The newest message comes last. The text around it differs between versions of the command.
  for (const line of output.split('\n').toReversed()) {
    const start = line.indexOf('{');
    const parsed = start === -1 ? undefined : parseStackState(line.slice(start).trim());
    if (parsed?.ok) return parsed.value;
  }
  return undefined;
}

function callJwz(args: readonly string[], { root, env = process.env }: JwzOptions): string | undefined {
  try {
    if (!hasJwz(root)) return undefined;
    const { status, stdout } = spawnSync('jwz', args, {
      cwd: root,
      env,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return status === 0 ? stdout : undefined;
  } catch {
    return undefined;
  }
}
