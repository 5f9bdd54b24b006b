import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Journal } from '../../src/journal/journal.ts';
import type { Program } from '../../src/journal/loop-program.ts';
import { encodeRecord } from '../../src/journal/record.ts';
import { openAppendLog } from '../../src/log/append-log.ts';
import type { Log } from '../../src/log/log.ts';
import { openNumberedLog } from '../../src/log/numbered-log.ts';
import { counterProgram, type CounterCommand, type CounterDecision, type CounterRun } from './counter.mjs';

/** What a journal answers when it keeps a counter. */
type CounterSubmitted =
  | {
      readonly status: 'recorded' | 'answered';
      readonly decision: CounterDecision;
      readonly before?: CounterRun | undefined;
      readonly run: CounterRun | undefined;
    }
  | { readonly status: 'unrecorded'; readonly reason: string };

interface CounterPrepared {
  readonly record: Buffer;
}

/** A journal that keeps the smallest loop there is instead of ours. */
export interface CounterJournal extends Omit<Journal, 'run' | 'submit' | 'prepare' | 'commit'> {
  readonly run: CounterRun | undefined;
  submit(command: CounterCommand, source?: string): CounterSubmitted;
  prepare(command: CounterCommand): CounterPrepared | CounterSubmitted;
  commit(prepared: CounterPrepared): CounterSubmitted;
}

/** The counter, as a program of the journal. */
export const program = counterProgram as unknown as Program;

/** The two ways to keep a log; everything that holds for one holds for the other. */
export const PROTOCOLS = ['append', 'numbered'] as const;
export type ProtocolName = (typeof PROTOCOLS)[number];

export const START_NONCE = 'startstart00';

/** Writes a journal that holds nothing but a start with this cap; gives its path. */
export function createCounterLog(folder: string, protocol: ProtocolName, cap: number): string {
  const path = join(folder, protocol === 'append' ? 'run.jsonl' : 'run');
  const c = { type: 'start', cap };
  const record = encodeRecord({ v: 1, n: START_NONCE, at: 0, c, e: [{ type: 'started', cap }] });
  if (protocol === 'append') {
    writeFileSync(path, record, { mode: 0o600 });
  } else {
    mkdirSync(path, { mode: 0o700 });
    writeFileSync(join(path, '0.json'), record, { mode: 0o600 });
  }
  return path;
}

/** Opens a log until the test is over. */
export function openLogAt(path: string): Log {
  const log = path.endsWith('.jsonl') ? openAppendLog(path) : openNumberedLog(path);
  if (typeof log === 'string') throw new Error(`${path}: ${log}`);
  onTestFinished(() => log.close());
  return log;
}

export function openCounter(
  path: string,
  rules: { readonly snapshotPath?: string; readonly program?: Program } = {},
): CounterJournal {
  return createCounter(openLogAt(path), rules);
}

export function createCounter(
  log: Log,
  { program: used = program, snapshotPath }: Parameters<typeof openCounter>[1] = {},
): CounterJournal {
  return new Journal(used, log, snapshotPath) as unknown as CounterJournal;
}
