import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { weighResult } from '../decide/weigh-result.ts';
import { HEARTBEAT_S } from '../engine/engine.ts';
import { FleetError } from '../fleet-error.ts';
import type { Claim, Fleet, Settlement } from '../model/fleet.ts';
import { createCheckouts, type Checkout } from './checkout.ts';
import { type DriveCall, driveJob } from './drive-job.ts';

export interface AgentOptions {
  /** How many jobs at once. */
  readonly slots: number;
  /** For mirrors and work trees; one agent uses it at a time. */
  readonly folder: string;
  readonly command: DriveCall['command'];
  readonly env: NodeJS.ProcessEnv;
  /** Stops taking jobs, and puts those in hand back. */
  readonly signal: AbortSignal;
  /** Ends once there is nothing left that could start now or later without a person. */
  readonly untilEmpty?: boolean;
  readonly onEvent: (event: AgentEvent) => void;
}

export type AgentEvent =
  | { readonly kind: 'took'; readonly key: string; readonly attempt: number }
  | { readonly kind: 'stored'; readonly key: string; readonly iteration: number }
  | {
      readonly kind: 'ended';
      readonly key: string;
      readonly outcome: Settlement['outcome'];
      readonly spentUsd: number;
    }
  | { readonly kind: 'lost'; readonly key: string }
  | { readonly kind: 'store-silent'; readonly reason: string };

/** A job in hand. */
interface Slot {
  readonly claim: Claim;
  readonly stop: AbortController;
  isCancelled: boolean;
  /** True once another agent has the job. */
  isLost: boolean;
}

/** An agent says that it lives so often; the engine hands its jobs out after a heartbeat of silence. */
const BEAT_MS = (HEARTBEAT_S * 1000) / 4;
/** How soon an agent asks a store again that did not answer. */
const RETRY_MS = 500;

/** Works on jobs of a fleet until the signal, a drain, or the end of the jobs. */
export async function runAgent(fleet: Fleet, options: AgentOptions): Promise<void> {
  const agent = { id: `${hostname()}-${randomUUID().slice(0, 8)}`, host: hostname(), slots: options.slots };
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const checkouts = createCheckouts(options.folder, options.env);
  const slots = new Map<Slot, Promise<void>>();
  const alarm = createAlarm();
  const unlisten = await fleet.listen(alarm.ring);
  let [isDrained, silentSince] = [false, 0];
  options.signal.addEventListener('abort', alarm.ring);
  try {
    for (;;) {
      let isSilent = false;
      const isOver = isDrained || options.signal.aborted;
      if (options.signal.aborted) for (const { stop } of slots.keys()) stop.abort();
      if (isOver && slots.size === 0) return;
      try {
        const claims = [...slots.keys()].map(({ claim }) => claim);
        const { own, cancel, drain } = await fleet.touch(agent, claims);
        isDrained ||= drain;
        for (const slot of slots.keys()) {
          slot.isLost ||= !own.includes(slot.claim);
          slot.isCancelled ||= cancel.includes(slot.claim);
          if (slot.isLost || slot.isCancelled) slot.stop.abort();
        }
        // After silence of the store everybody first says that they live; only then the silent lose their jobs.
        if (silentSince === 0 || Date.now() - silentSince > HEARTBEAT_S * 1000) {
          silentSince = 0;
          await fleet.expire();
        }
        const room = isOver ? 0 : options.slots;
        while (slots.size < room) {
          const claim = await fleet.claim(agent.id);
          if (!claim) break;
          const slot: Slot = { claim, stop: new AbortController(), isCancelled: false, isLost: false };
          options.onEvent({ kind: 'took', key: claim.job.key, attempt: claim.attempt });
          slots.set(
            slot,
            work(fleet, checkouts, slot, options).finally(() => {
              slots.delete(slot);
              alarm.ring();
            }),
          );
        }
        if (options.untilEmpty && slots.size === 0 && !(await hasWork(fleet))) return;
      } catch (error) {
        if (error instanceof FleetError) throw error;
        isSilent = true;
        silentSince = Date.now();
        options.onEvent({
          kind: 'store-silent',
          reason: error instanceof Error ? error.message : String(error),
        });
      }
      await alarm.wait(isSilent ? RETRY_MS : BEAT_MS);
    }
  } finally {
    for (const { stop } of slots.keys()) stop.abort();
    await Promise.all(slots.values());
    options.signal.removeEventListener('abort', alarm.ring);
    await unlisten().catch(() => undefined);
    await fleet.leave(agent.id).catch(() => undefined);
  }
}

/** True while a job runs somewhere, or will start by itself. */
async function hasWork(fleet: Fleet): Promise<boolean> {
  return (await fleet.state()).jobs.some(({ state }) => state === 'queued' || state === 'running');
}

async function work(
  fleet: Fleet,
  checkouts: ReturnType<typeof createCheckouts>,
  slot: Slot,
  options: AgentOptions,
): Promise<void> {
  const { claim } = slot;
  const { key } = claim.job;
  let checkout: Checkout | undefined;
  let settlement: Settlement;
  try {
    checkout = await checkouts.open(
      claim.job,
      `${claim.delivery.jobId}-${claim.attempt}`,
      claim.bundle?.commit,
    );
    settlement = await attempt(fleet, checkout, slot, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    settlement = { outcome: weighResult({ code: 1, reason, spentUsd: 0 }, claim, Date.now()), spentUsd: 0 };
  }
  await checkout?.remove();
  // The store may be away for a while; wait, or the result is lost.
  while (!slot.isLost) {
    try {
      if (!(await fleet.settle(claim, settlement))) break;
      options.onEvent({ kind: 'ended', key, outcome: settlement.outcome, spentUsd: settlement.spentUsd });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  options.onEvent({ kind: 'lost', key });
}

async function attempt(
  fleet: Fleet,
  checkout: Checkout,
  slot: Slot,
  options: AgentOptions,
): Promise<Settlement> {
  const { claim, stop } = slot;
  const { key, spec } = claim.job;
  const result = await driveJob(claim, checkout, {
    command: options.command,
    env: options.env,
    signal: stop.signal,
    onIteration: async (bundle) => {
      if (await fleet.save(claim, bundle))
        options.onEvent({ kind: 'stored', key, iteration: bundle.iteration });
    },
  });
  const { spentUsd } = result;
  if (slot.isCancelled) return { outcome: { kind: 'cancelled' }, spentUsd };
  if (stop.signal.aborted) return { outcome: { kind: 'returned' }, spentUsd };
  const outcome = weighResult(result, claim, Date.now());
  if (outcome.kind !== 'verified') return { outcome, spentUsd };
  const subject = spec.split('\n')[0]?.slice(0, 72) ?? key;
  const commit = await checkout.publish(`${subject}\n\nLoop-Job: ${key}`);
  return { outcome, spentUsd, branch: checkout.branch, commit };
}

/** Creates a wait that `ring` ends early. */
function createAlarm(): { readonly ring: () => void; readonly wait: (ms: number) => Promise<void> } {
  let wake: (() => void) | undefined;
  let hasRung = false;
  return {
    ring: () => {
      hasRung = true;
      wake?.();
    },
    wait: async (ms) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      [hasRung, wake] = [false, undefined];
    },
  };
}
