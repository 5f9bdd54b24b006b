import { setTimeout as wait } from 'node:timers/promises';
import { onInterruption, watchGroups } from '@loopwright/checks';
import { momentsIn } from '@loopwright/core';
import { MAX_WAIT_MS, readLimitEnd } from '@loopwright/driver';
import type { Context, Request } from '../../../program/context.ts';
import { type BatchJob, writeBatch } from './batch-memory.ts';
import { type Drive, jobArguments } from './job-arguments.ts';
import { resultOf } from './job-result.ts';
import { nextJobs } from './next-jobs.ts';
import { type Hold, holdForLimit } from './rate-limit.ts';
import { readJob, rootOf } from './read-job.ts';
import { runJob } from './run-job.ts';

/** How long at most the batch sleeps before it reads the clock again. */
const SLEEP_MS = 60_000;

/** Starts jobs until none can start and none runs. */
export async function driveBatch(context: Context, request: Request<'run'>, drive: Drive): Promise<void> {
  const { key, home, repository, batch } = drive;
  const running = new Map<string, { readonly pid?: number; readonly ended: Promise<void> }>();
  const watch = watchGroups();
  const interruption = new AbortController();
  const { signal } = interruption;
  const pids = (): readonly number[] => [...running.values()].flatMap(({ pid }) => pid ?? []);
  const ignore = onInterruption(() => {
    interruption.abort();
    for (const pid of pids()) interrupt(pid);
  });
  const change = (name: string, more: Partial<BatchJob>): void => {
    const index = batch.jobs.findIndex((job) => job.name === name);
    batch.jobs[index] = { ...(batch.jobs[index] as BatchJob), ...more };
    writeBatch(key, batch);
  };
  const work = async (job: BatchJob, capUsd: number | null): Promise<void> => {
    const args = await jobArguments(request, drive, job, capUsd);
    if (typeof args === 'string') {
      change(job.name, { state: 'ended', exit: 'error', problem: args });
      return;
    }
    change(job.name, { state: 'running', capUsd });
    const answer = await runJob({
      name: job.name,
      script: context.script,
      args: [...args, ...(request.handedOn.length > 0 ? ['--', ...request.handedOn] : [])],
      input: job.spec,
      cwd: home,
      env: context.env,
      onStart: (pid) => {
        const entry = running.get(job.name);
        if (entry) running.set(job.name, { ...entry, pid });
        watch.tell(pids());
        if (signal.aborted) interrupt(pid);
      },
      onLine: (line) => context.messages.write(`${line}\n`),
    });
    change(job.name, { ...readJob(repository, job), ...resultOf(answer) });
  };
  let told: number | undefined;
  const holdNow = (): Hold =>
    holdForLimit(
      batch.jobs.map(({ state, exit, tree, runId }) => {
        const root = rootOf(repository, tree);
        const id = state === 'running' ? readJob(repository, { tree }).runId : runId;
        return { state, exit, limitEndsAt: id === undefined ? undefined : readLimitEnd({ root, runId: id }) };
      }),
      { now: context.now(), maxWaitMs: request.flags['max-wait'] ?? MAX_WAIT_MS },
    );
  const sleep = async (until: number, by: AbortSignal): Promise<void> => {
    const timeMs = Math.max(0, Math.min(SLEEP_MS, until - context.now()));
    await wait(timeMs, undefined, { signal: by }).catch(() => undefined);
  };
  try {
    for (;;) {
      const ready = signal.aborted ? [] : nextJobs(batch);
      const hold: Hold = ready.length === 0 ? { kind: 'open' } : holdNow();
      if (hold.kind === 'wait' && hold.until !== told) {
        told = hold.until;
        context.messages.write(
          `[LOOP] Rate limit: no further spec starts before ${momentsIn('local').text(told)}\n`,
        );
      }
      for (const { name, capUsd } of hold.kind === 'open' ? ready : []) {
        const job = batch.jobs.find((one) => one.name === name) as BatchJob;
        change(name, { state: 'running', capUsd: capUsd ?? null });
        const ended = work({ ...job }, capUsd).finally(() => running.delete(name));
        running.set(name, { ended });
      }
      if (running.size === 0 && hold.kind !== 'wait') return;
      const waits = new AbortController();
      await Promise.race([
        ...[...running.values()].map(({ ended }) => ended),
        ...(hold.kind === 'wait' ? [sleep(hold.until, AbortSignal.any([signal, waits.signal]))] : []),
      ]);
      waits.abort();
    }
  } finally {
    ignore();
    await watch.close();
  }
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has ended meanwhile.
  }
}
