import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '../lock-file.ts';

/** A folder that no other living process uses. */
export interface HeldFolder {
  readonly path: string;
  readonly release: () => void;
}

const MAX_AGENTS = 1_000;

/**
 * Takes a folder below `base` for one agent: two agents in one mirror would break each other's fetches. The folder of
 * an agent that ended is used again with its mirrors, without its work trees.
 */
export function holdFolder(base: string): HeldFolder {
  mkdirSync(base, { recursive: true, mode: 0o700 });
  // Only Linux has the program `flock`. Elsewhere each agent clones anew.
  if (process.platform !== 'linux') {
    const path = mkdtempSync(join(base, 'agent-'));
    return { path, release: () => rmSync(path, { recursive: true, force: true }) };
  }
  for (let number = 1; number <= MAX_AGENTS; number += 1) {
    const path = join(base, `agent-${number}`);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const release = lockFile(join(path, 'lock'));
    if (!release) continue;
    rmSync(join(path, 'work'), { recursive: true, force: true, maxRetries: 5 });
    return { path, release };
  }
  throw new Error(`${MAX_AGENTS} agents work in ${base} already.`);
}
