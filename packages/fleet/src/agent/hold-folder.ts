import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sha256 } from '@loopwright/store';

/** A folder that no other living process uses. */
export interface HeldFolder {
  readonly path: string;
  readonly release: () => Promise<void>;
}

const MAX_AGENTS = 1_000;

/**
 * Takes a folder below `base` for one agent: two agents in one mirror would break each other's fetches. The folder of
 * an agent that ended is used again with its mirrors, without its work trees.
 */
export async function holdFolder(base: string): Promise<HeldFolder> {
  mkdirSync(base, { recursive: true, mode: 0o700 });
  // Only Linux has a socket without a file, which ends with its process. Elsewhere each agent clones anew.
  if (process.platform !== 'linux') {
    const path = mkdtempSync(join(base, 'agent-'));
    return { path, release: async () => rmSync(path, { recursive: true, force: true }) };
  }
  for (let number = 1; number <= MAX_AGENTS; number += 1) {
    const path = join(base, `agent-${number}`);
    const release = await hold(`\0loopwright-agent-${sha256(path)}`);
    if (!release) continue;
    rmSync(join(path, 'work'), { recursive: true, force: true, maxRetries: 5 });
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return { path, release };
  }
  throw new Error(`${MAX_AGENTS} agents work in ${base} already.`);
}

/** Holds a name until this process ends; undefined if another one has it. */
async function hold(name: string): Promise<(() => Promise<void>) | undefined> {
  const server = createServer((socket) => socket.destroy());
  const isHeld = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(name, () => resolve(true));
  });
  if (!isHeld) return undefined;
  server.unref();
  return async () => void (await new Promise((resolve) => server.close(resolve)));
}
