import { stripVTControlCharacters } from 'node:util';
import {
  checkResult,
  createTail,
  type GroupWatch,
  onInterruption,
  runCheck,
  watchGroups,
} from '@loopwright/checks';
import { durationText, sanitizeLine } from '@loopwright/core';
import { readValue } from '@loopwright/core/flags';
import type { Context } from '../../program/context.ts';
import type { Proposal } from './detect.ts';

/** How a proposed command ended when it was tried. */
export interface Tried {
  readonly outcome: 'passes' | 'fails' | 'missing' | 'too slow';
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** Why not, with the last line of the output. */
  readonly reason?: string;
}

/** A proposal, and how it ended when it was tried. */
export interface Found extends Proposal {
  readonly tried?: Tried;
}

/** Runs each proposed command once, as a loop would. Undefined after an interruption, which ends the one that runs. */
export async function tryEach(
  context: Context,
  root: string,
  proposals: readonly Proposal[],
): Promise<readonly Found[] | undefined> {
  const interruption = new AbortController();
  const ignore = onInterruption(() => interruption.abort());
  const watch = watchGroups();
  const found: Found[] = [];
  try {
    for (const proposal of proposals) {
      context.messages.write(`Trying ${proposal.name}: ${sanitizeLine(proposal.command, 200)}\n`);
      const tried = await tryOne(context, root, proposal, watch, interruption.signal);
      if (interruption.signal.aborted) return undefined;
      found.push({ ...proposal, tried });
    }
    return found;
  } finally {
    ignore();
    await watch.close();
  }
}

/** Runs a proposed command, and ends everything that it started. */
async function tryOne(
  { env, now, newId }: Context,
  cwd: string,
  { command, timeout }: Proposal,
  watch: GroupWatch,
  signal: AbortSignal,
): Promise<Tried> {
  const read = readValue({ name: 'timeout', kind: 'duration', summary: '' }, timeout);
  const timeoutMs = read.ok ? Number(read.value) : 0;
  const tail = createTail(4000);
  const [onStart, onOutput] = [(group: number) => watch.tell([group]), tail.add];
  const startedAt = now();
  const end = await runCheck({ command, cwd, env, timeoutMs, mark: newId(), signal, onStart, onOutput });
  const { exitCode } = end;
  const durationMs = Math.max(0, now() - startedAt);
  const { passed, reason } = checkResult(command, durationText(timeoutMs), end);
  if (passed) return { outcome: 'passes', exitCode, durationMs };
  const isMissing = exitCode === 127 || exitCode === 126 || end.failure === 'ENOENT';
  const why = [reason ?? `exit code ${exitCode}`, ...lastLine(tail.bytes())].join(': ');
  const outcome = isMissing ? 'missing' : end.isTimedOut ? 'too slow' : 'fails';
  return { outcome, exitCode, durationMs, reason: sanitizeLine(why, 200) };
}

function lastLine(output: Uint8Array): readonly string[] {
  const lines = stripVTControlCharacters(Buffer.from(output).toString()).split('\n');
  return lines.flatMap((line) => line.trim() || []).slice(-1);
}
