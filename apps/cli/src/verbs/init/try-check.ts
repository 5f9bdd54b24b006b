import { checkResult, createTail, runCheck, watchGroups } from '@loopwright/checks';
import { durationText, sanitizeLine } from '@loopwright/core';
import { stripVTControlCharacters } from 'node:util';
import type { Context } from '../../program/context.ts';

/** How a proposed command ended when it was tried. */
export interface Tried {
  readonly outcome: 'passes' | 'fails' | 'missing' | 'too slow';
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** Why not, with the last line of the output. */
  readonly reason?: string;
}

/** A command to try. */
export interface Trial {
  readonly root: string;
  readonly command: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Runs a proposed command once, as a loop would, and ends everything that it started. */
export async function tryCheck(
  context: Context,
  { root, command, timeoutMs, signal }: Trial,
): Promise<Tried> {
  const tail = createTail(4000);
  const watch = watchGroups();
  const startedAt = context.now();
  try {
    const end = await runCheck({
      command,
      cwd: root,
      env: context.env,
      timeoutMs,
      mark: context.newId(),
      signal,
      onStart: (group) => watch.tell([group]),
      onOutput: (chunk) => tail.add(chunk),
    });
    const durationMs = Math.max(0, context.now() - startedAt);
    const { passed, reason } = checkResult(command, durationText(timeoutMs), end);
    const common = { exitCode: end.exitCode, durationMs };
    if (passed) return { outcome: 'passes', ...common };
    const isMissing = end.exitCode === 127 || end.exitCode === 126 || end.failure === 'ENOENT';
    const said = lastLine(tail.bytes());
    const why = [reason ?? `exit code ${end.exitCode}`, said].filter((part) => part !== '').join(': ');
    return {
      outcome: isMissing ? 'missing' : end.isTimedOut ? 'too slow' : 'fails',
      ...common,
      reason: sanitizeLine(why, 200),
    };
  } finally {
    await watch.close();
  }
}

function lastLine(output: Uint8Array): string {
  const text = stripVTControlCharacters(Buffer.from(output).toString());
  return (
    text
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}
