import { setTimeout as wait } from 'node:timers/promises';
import { createLineSplitter, onInterruption, runProgram, sendSignal, watchGroups } from '@loopwright/checks';
import { afterJob, HEALTHY, holdUntil, isFaultless, isSuspect, jobEndOf } from '@loopwright/core';
import { momentsIn, nextSharers, readRunEnd, type RunEnd, sanitizeLine, stateAfter } from '@loopwright/core';
import { MAX_WAIT_MS, readLimitEnd } from '@loopwright/driver';
import type { Context, Request } from '../../../program/context.ts';
import { type BatchJob, type BatchPlace, readJob, rootOf, writeBatch } from './batch.ts';
import { jobArguments, mergeEnd } from './job-call.ts';

/** How long at most the batch sleeps before it reads the clock again. */
const SLEEP_MS = 60_000;
/** No line for people is longer. */
const MAX_LINE = 1024 * 1024;

/** Starts jobs until none can start and none runs. */
export async function driveBatch(
  context: Context,
  request: Request<'run'>,
  place: BatchPlace,
): Promise<void> {
  const { key, repository, batch } = place;
  const running = new Map<string, Promise<void>>();
  const pids = new Map<string, number>();
  const watch = watchGroups();
  const interruption = new AbortController();
  const { signal } = interruption;
  const maxWaitMs = request.flags['max-wait'] ?? MAX_WAIT_MS;
  let [health, toldUntil] = [HEALTHY, 0];
  const say = (line: string): void => context.messages.write(`${line}\n`);
  const ignore = onInterruption(() => {
    interruption.abort();
    for (const pid of pids.values()) sendSignal(pid, 'SIGINT');
  });
  const change = (job: BatchJob, more: Partial<BatchJob>): void => {
    Object.assign(job, more);
    writeBatch(key, batch);
  };
  const run = async (job: BatchJob): Promise<RunEnd> => {
    const args = await jobArguments(request, place, job);
    const lines = createLineSplitter(MAX_LINE, (line) => say(`[${job.name}] ${line}`));
    const decoder = new TextDecoder();
    const { stdout } = await runProgram({
      command: [process.execPath, context.script, ...args],
      cwd: key[0],
      env: context.env,
      input: job.spec,
      onStart: (pid) => {
        pids.set(job.name, pid);
        watch.tell([...pids.values()]);
        if (signal.aborted) sendSignal(pid, 'SIGINT');
      },
      onStderr: (chunk) => lines.write(decoder.decode(chunk, { stream: true })),
      background: 'kept',
    });
    lines.end();
    return readRunEnd(stdout);
  };
  const work = async (job: BatchJob): Promise<void> => {
    const { reason, cause, ...known } = await run(job).catch(mergeEnd);
    pids.delete(job.name);
    const end = jobEndOf(known.exit);
    const hasFailed = end === 'failed' || end === 'refused';
    const mayRetry = hasFailed && isFaultless(reason, cause?.failure);
    change(job, { ...readJob(repository, job), ...known, state: stateAfter(end), mayRetry });
    const kind = hasFailed ? 'failed' : end === 'stopped' ? 'returned' : 'ended';
    health = afterJob(health, job.name, { kind, reason });
    if (isSuspect(health)) say(`[LOOP] Three failed alike, so no more start: ${sanitizeLine(reason, 300)}`);
  };
  try {
    for (;;) {
      const ready = signal.aborted || isSuspect(health) ? [] : nextSharers(batch.jobs, batch);
      const ends = ready.length === 0 ? [] : limitEnds(place);
      const hold = holdUntil(ends, { now: context.now(), maxWaitMs });
      if (hold.kind === 'wait' && hold.until !== toldUntil) {
        toldUntil = hold.until;
        say(`[LOOP] Rate limit: no further spec starts before ${momentsIn('local').text(toldUntil)}`);
      }
      for (const { job, capUsd } of hold.kind === 'open' ? ready : []) {
        change(job, { state: 'running', capUsd });
        const ended = work(job).finally(() => running.delete(job.name));
        running.set(job.name, ended);
      }
      if (running.size === 0 && hold.kind !== 'wait') return;
      const waits = new AbortController();
      const naps = hold.kind === 'wait' ? [sleep(hold.until - context.now(), [signal, waits.signal])] : [];
      await Promise.race([...running.values(), ...naps]);
      waits.abort();
    }
  } finally {
    ignore();
    await watch.close();
  }
}

/** When the rate limits end that jobs met since the start: all use one account. Reads each long journal only once. */
function limitEnds({ repository, batch }: BatchPlace): readonly number[] {
  return batch.jobs.flatMap((job) => {
    const isPaused = job.state === 'paused' && job.exit === 'rate-limit';
    if (job.state !== 'running' && !isPaused) return [];
    const runId = (job.runId ??= readJob(repository, job).runId) ?? '';
    return readLimitEnd({ root: rootOf(repository, job), runId }) ?? (isPaused ? Infinity : []);
  });
}

async function sleep(timeMs: number, ends: AbortSignal[]): Promise<void> {
  const signal = AbortSignal.any(ends);
  await wait(Math.max(0, Math.min(SLEEP_MS, timeMs)), undefined, { signal }).catch(() => undefined);
}
