import { readProcess } from '@loopwright/checks';
import { readMemory, writeMemory } from '@loopwright/store';
import * as z from 'zod';
import { CliError } from '../../../program/cli-error.ts';

/** One spec of a fleet, as it is remembered. */
const job = z.object({
  name: z.string(),
  needs: z.array(z.string()),
  state: z.enum(['waiting', 'running', 'done', 'paused', 'ended']),
  spentUsd: z.number(),
  capUsd: z.number().nullable(),
  /** Word for word, without its needs. */
  spec: z.string(),
  /** The name of its work tree. */
  tree: z.string(),
  exit: z.string().optional(),
  /** Why it could not be started, or its work not be delivered. */
  problem: z.string().optional(),
  runId: z.string().optional(),
  branch: z.string().optional(),
  folder: z.string().nullable().optional(),
  pullRequest: z.string().nullable().optional(),
});
export type FleetJob = z.infer<typeof job>;

const fleet = z.object({
  budgetUsd: z.number().nullable(),
  slots: z.number(),
  /** What was typed for every spec. */
  flags: z.array(z.string()),
  jobs: z.array(job),
  /** The process that works on it. */
  driver: z.object({ pid: z.number(), started: z.string() }).optional(),
});
export type RememberedFleet = z.infer<typeof fleet>;

/** Which fleet: the project, and the folder or list of its specs. */
export type FleetKey = readonly [root: string, specs: string];

/** Reads a fleet; undefined if there was none. */
export function readFleet(key: FleetKey): RememberedFleet | undefined {
  const read = fleet.safeParse(readMemory('fleets', key));
  return read.success ? read.data : undefined;
}

/** Remembers a fleet. Throws `CliError` if the state folder can't be written. */
export function writeFleet(key: FleetKey, value: RememberedFleet): void {
  const started = readProcess(process.pid)?.started ?? '';
  if (writeMemory('fleets', key, { ...value, driver: { pid: process.pid, started } })) return;
  throw new CliError({
    exit: 'error',
    message: 'Your state folder can not be written, so these runs could not be resumed together.',
    next: { words: ['doctor'] },
  });
}

/** True while another process works on a fleet. Only Linux tells. */
export function isDrivenNow({ driver }: RememberedFleet): boolean {
  return (
    driver !== undefined && driver.pid !== process.pid && readProcess(driver.pid)?.started === driver.started
  );
}
