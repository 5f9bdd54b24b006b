import { announce, isMet, type Run, sanitizeLine, type Verdict } from '@loopwright/core';
import { durationText } from '../page/duration-text.ts';
import type { ClientReader } from './client-reader.ts';

/** What people who watch read when an iteration begins. */
export function beginLine(run: Run, sessionId: string): string {
  return `${announce({ kind: 'iteration', run })} | Session: ${sessionId}`;
}

/** What they read once a minute while it goes on. */
export function minuteLine(run: Run, reader: ClientReader, passedMs: number): string {
  const { calls, lastTool } = reader;
  const last = lastTool === undefined ? '' : `, ${sanitizeLine(lastTool, 40)} last`;
  return `[LOOP] … iteration ${numberOf(run)} goes on for ${durationText(passedMs)}: ${calls} tool calls${last}`;
}

/** What they read when it is over: what it cost, and what was decided by which rule. */
export function endLine(
  run: Run,
  end: { readonly number: number; readonly usd: number; readonly verdict: Verdict; readonly timeMs: number },
): string {
  const { criteria = [] } = run.frames.at(-1) ?? {};
  const met = criteria.filter(isMet).length;
  const proved = criteria.length === 0 ? '' : ` | Criteria: ${met}/${criteria.length}`;
  const goes = end.verdict.kind === 'block' ? 'goes on' : 'ends';
  return `[LOOP] Iteration ${end.number} over after ${durationText(end.timeMs)} | Cost: $${end.usd.toFixed(2)}${proved} | ${goes}: ${end.verdict.rule}`;
}

/** The number of the iteration that is worked on; the turn that starts a loop belongs to the first. */
export function numberOf(run: Run): number {
  return Math.max(1, run.frames.at(-1)?.iteration ?? 1);
}
