import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from '@loopwright/core';
import type { Reply, Step } from '@loopwright/testkit';
import { expect } from 'vitest';
import type { Stage } from '../support/stage.ts';

const PATIENCE = { timeout: 30_000, interval: 20 } as const;

/**
 * Claude goes on once the top frame on record looks so. The client's hook for tools runs beside the turn, and a
 * script answers faster than any model.
 */
export function onceNoted({ runOf }: Stage, reply: Reply, holds: (frame: Frame) => boolean): Step {
  return async ({ sessionId }) => {
    const isNoted = (): boolean => {
      const frame = runOf(sessionId)?.frames.at(-1);
      return frame !== undefined && holds(frame);
    };
    await expect.poll(isNoted, PATIENCE).toBe(true);
    return reply;
  };
}

/** Claude goes on once tools of this iteration are on record. */
export function onceWorked(stage: Stage, reply: Reply): Step {
  return onceNoted(stage, reply, ({ breaker }) => breaker.tools > 0);
}

/** Claude goes on once its transcript, which lags behind the client, has a text in it. */
export function onceWritten({ sandbox }: Stage, reply: Reply, text: string): Step {
  return async ({ sessionId }) => {
    const hasText = async (): Promise<boolean> => {
      const projects = join(sandbox.home, '.claude/projects');
      const files = await readdir(projects, { recursive: true }).catch(() => []);
      const found = files.find((file) => file.endsWith(`${sessionId}.jsonl`));
      return found !== undefined && (await readFile(join(projects, found), 'utf8')).includes(text);
    };
    await expect.poll(hasText, PATIENCE).toBe(true);
    return reply;
  };
}
