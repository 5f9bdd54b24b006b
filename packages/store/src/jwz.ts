import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { toStackState, type Run } from '@loopwright/core';
import { parseJson } from './disk/decode-text.ts';

/** The topic of seed 004. */
export const JWZ_TOPIC = 'loop:current';

/** The file of a store that has every message; a repository may bring it along. */
export const JWZ_LOG = '.jwz/messages.jsonl';

/** The sender's role in our messages. It keeps us from adopting our own messages. */
const ROLE = 'loopwright';

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
  const message = JSON.stringify(toStackState(run));
  return callJwz(['post', JWZ_TOPIC, '-m', message, '--role', ROLE, '--quiet'], options) !== undefined;
}

/** The newest text on the topic, or undefined if it is ours or not to be had. Waits at most two seconds, never throws. */
export function readTopic(options: JwzOptions): string | undefined {
  const output = callJwz(['read', JWZ_TOPIC, '--limit', '1', '--json'], options);
  const [newest] = messages.safeParse(parseJson(output ?? '')).data ?? [];
  return newest === undefined || newest.sender?.role === ROLE ? undefined : newest.body;
}

/** The output of `jwz read --json`, the newest first, as far as it is read. */
const messages = /* @__PURE__ */ z.lazy(() =>
  z.array(z.object({ body: z.string(), sender: z.nullish(z.object({ role: z.nullish(z.string()) })) })),
);

function callJwz(args: readonly string[], { root, env = process.env }: JwzOptions): string | undefined {
  try {
    if (!hasJwz(root)) return undefined;
    // Loaded here, because a project without jwz starts no process.
    const { status, stdout } = process.getBuiltinModule('node:child_process').spawnSync('jwz', args, {
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
