import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterJob, HEALTHY, idleMs, isFaultless, isSuspect } from '@loopwright/core';
import { hasWork } from '../decide/has-work.ts';
import { weighResult } from '../decide/weigh-result.ts';
import { HEARTBEAT_S } from '../engine/engine.ts';
import { FleetError, type FleetErrorCode, reasonOf } from '../fleet-error.ts';
import type { Attempt, Claim, Fleet, Settlement } from '../model/fleet.ts';
import type { Job, JobState } from '../model/job.ts';
import { type Checkout, createCheckouts, type MergeBranches, withIdentity } from './checkout.ts';
import { type DriveCall, driveJob } from './drive-job.ts';
import { holdFolder } from './hold-folder.ts';
import { preflight, type PreflightCall } from './preflight.ts';

export interface AgentOptions {
  /** How many jobs at once. */
  readonly slots: number;
  /** For mirrors and work trees. Each agent of this machine uses a folder of its own in it. */
  readonly folder: string;
  readonly command: DriveCall['command'];
  readonly env: NodeJS.ProcessEnv;
  readonly driverArgs: DriveCall['driverArgs'];
  readonly client: PreflightCall['client'];
  readonly limits?: DriveCall['limits'];
  readonly mergeBranches: MergeBranches;
  /** Opens or updates the pull request of a pushed branch; resolves with its address, if that is known. */
  readonly openPullRequest: (place: PullRequestOf) => Promise<string | undefined>;
  /** Stops taking jobs, and puts those in hand back. */
  readonly signal: AbortSignal;
  /** Ends once there is nothing left that could start now or later without a person. */
  readonly untilEmpty?: boolean;
  /** The clock that idle time goes by, in milliseconds. */
  readonly now?: () => number;
  readonly onEvent: (event: AgentEvent) => void;
}

/** A pushed branch that wants a pull request. */
export interface PullRequestOf {
  /** The work tree, with the journal of the loop and the remote `origin`. */
  readonly folder: string;
  readonly branch: string;
  /** The branch that it goes to. */
  readonly base: string;
}

export type AgentEvent =
  | { readonly kind: 'took'; readonly key: string; readonly attempt: number }
  | { readonly kind: 'stored'; readonly key: string; readonly iteration: number }
  | {
      readonly kind: 'ended';
      readonly key: string;
      readonly outcome: Settlement['outcome'];
      /** Undefined if nobody knows, because the driver was killed. */
      readonly spentUsd: number | undefined;
    }
  | { readonly kind: 'lost'; readonly key: string }
  /** Lacks these things, so it takes no job, and looks again after `ms`. */
  | { readonly kind: 'unready'; readonly lacks: readonly string[]; readonly ms: number }
  /** Takes no job for a while, or no more at all: then `ms` is left out. */
  | { readonly kind: 'idle'; readonly reason: string; readonly ms?: number }
  | { readonly kind: 'store-silent'; readonly reason: string };

/** A job in hand. */
interface Slot {
  readonly claim: Claim;
  /** Names the claim to the store, without its bundle. */
  readonly attempt: Attempt;
  readonly stop: AbortController;
  isCancelled: boolean;
  /** True once another agent has the job. */
  isLost: boolean;
  /** True once the repository is the cause of its end. */
  isOfRepo: boolean;
}

/** An agent says that it lives so often; the engine hands its jobs out after a heartbeat of silence. */
const BEAT_MS = (HEARTBEAT_S * 1000) / 4;
/** How soon an agent asks a store again that did not answer. */
const RETRY_MS = 500;
/** Errors that don't go away while the agent waits. */
const FATAL: readonly FleetErrorCode[] = [
  'not-set-up',
  'newer-schema',
  'not-granted',
  'not-ready',
  'suspect',
];

const UNREADY = 'This machine lacks what its jobs need. None was taken.';
/** Jobs in these states may still come to an agent. */
const OPEN_STATES: readonly JobState[] = ['waiting', 'queued', 'running'];

type Agent = Awaited<ReturnType<typeof createAgent>>;

/** An agent that has not looked at its fleet yet. */
async function createAgent(fleet: Fleet, typed: AgentOptions, folder: string) {
  const options = { ...typed, folder, env: await withIdentity(typed.env, folder) };
  return {
    fleet,
    options,
    id: `${hostname()}-${randomUUID().slice(0, 8)}`,
    checkOut: createCheckouts(folder, options.env, options.mergeBranches),
    slots: new Map<Slot, Promise<void>>(),
    alarm: createAlarm(),
    now: options.now ?? (() => performance.now()),
    /** True once this machine has what its jobs need. */
    isReady: false,
    isDrained: false,
    health: HEALTHY,
    /** Why it takes no jobs; empty if it does. */
    note: '',
    idleUntil: -Infinity,
    lastBeat: -Infinity,
    lastSilence: -Infinity,
  };
}

/** Works on jobs of a fleet until the signal, a drain, or the end of the jobs. */
export async function runAgent(fleet: Fleet, typed: AgentOptions): Promise<void> {
  const { path, release } = holdFolder(typed.folder);
  const agent = await createAgent(fleet, typed, path);
  const { slots, alarm, options } = agent;
  const stopAll = (): void => {
    for (const { stop } of slots.keys()) stop.abort();
  };
  options.signal.addEventListener('abort', alarm.ring);
  try {
    await fleet.prune();
    while (slots.size > 0 || !(agent.isDrained || options.signal.aborted)) {
      if (options.signal.aborted) stopAll();
      let waitMs = RETRY_MS;
      try {
        if (await step(agent)) return;
        waitMs = Math.max(0, agent.lastBeat + BEAT_MS - performance.now());
      } catch (error) {
        if (error instanceof FleetError && FATAL.includes(error.code)) throw error;
        [agent.lastBeat, agent.lastSilence] = [-Infinity, performance.now()];
        options.onEvent({ kind: 'store-silent', reason: reasonOf(error) });
      }
      await alarm.wait(waitMs);
    }
  } finally {
    stopAll();
    await Promise.all(slots.values());
    options.signal.removeEventListener('abort', alarm.ring);
    await fleet.leave(agent.id).catch(() => undefined);
    release();
  }
}

/** Says that the agent lives, and takes jobs. True once nothing is left to wait for. */
async function step(agent: Agent): Promise<boolean> {
  const { fleet, options, slots } = agent;
  const isBeatDue = (): boolean => performance.now() - agent.lastBeat >= BEAT_MS;
  if (isBeatDue()) {
    const begun = performance.now();
    await beat(agent);
    // After silence of the store everybody first says that they live; only then the silent lose their jobs.
    if (performance.now() - agent.lastSilence > HEARTBEAT_S * 1000) await fleet.expire();
    agent.lastBeat = begun;
  }
  if (!agent.isReady && takesJobs(agent)) await getReady(agent);
  if (takesJobs(agent)) agent.note = '';
  // Many claims may take long, and the jobs in hand need their heartbeat.
  while (agent.isReady && takesJobs(agent) && slots.size < options.slots && !isBeatDue()) {
    const claim = await fleet.claim(agent.id);
    if (!claim) break;
    begin(agent, claim);
  }
  if (!options.untilEmpty || slots.size > 0) return false;
  if (isSuspect(agent.health)) throw new FleetError('suspect', `This agent ${agent.note}`);
  return !hasWork(await fleet.state({ states: [] }));
}

function takesJobs({ isDrained, options, health, now, idleUntil }: Agent): boolean {
  return !isDrained && !options.signal.aborted && !isSuspect(health) && now() >= idleUntil;
}

/** Says that the agent lives, and hears which jobs it has lost. */
async function beat(agent: Agent): Promise<void> {
  const { fleet, id, options, note } = agent;
  const known = [...agent.slots.keys()];
  const { own, cancel, drain } = await fleet.touch(
    { id, host: hostname(), slots: options.slots, note },
    known.map(({ attempt }) => attempt),
  );
  agent.isDrained ||= drain;
  for (const slot of known) {
    slot.isLost ||= !own.some((one) => isSame(one, slot.attempt));
    slot.isCancelled ||= cancel.some((one) => isSame(one, slot.attempt));
    if (slot.isLost || slot.isCancelled) slot.stop.abort();
  }
}

/** Compares by value: the store of a folder may be in another process, which answers with copies. */
function isSame(one: Attempt, other: Attempt): boolean {
  return one.jobId === other.jobId && one.attempt === other.attempt;
}

/**
 * Looks before the first job whether this machine can work at all. An agent that stays looks again and again: one that
 * ended would be started anew at once by its service.
 */
async function getReady(agent: Agent): Promise<void> {
  const { fleet, options, health } = agent;
  const state = await fleet.state({ states: OPEN_STATES });
  if (options.untilEmpty && !hasWork(state)) return;
  const lacks = await preflight({ ...options, jobs: state.jobs, storeTime: fleet.time });
  agent.isReady = lacks.length === 0;
  if (agent.isReady) agent.health = HEALTHY;
  else if (options.untilEmpty) throw new FleetError('not-ready', [UNREADY, ...lacks].join('\n'));
  else {
    agent.health = { ...health, faults: health.faults + 1 };
    options.onEvent({ kind: 'unready', lacks, ms: rest(agent, lacks.join(' ')) });
  }
}

/** Takes no jobs for a while, longer after each fault; returns how long. */
function rest(agent: Agent, reason: string): number {
  const ms = idleMs(agent.health);
  [agent.note, agent.idleUntil] = [`idle: ${reason}`, agent.now() + ms];
  return ms;
}

/** Decides after a job whether the next ones would end like it. */
function learn(agent: Agent, { claim, isOfRepo }: Slot, outcome: Settlement['outcome']): void {
  const { onEvent } = agent.options;
  agent.health = afterJob(agent.health, isOfRepo ? claim.job.repo : claim.job.key, outcome);
  const reason = 'reason' in outcome ? (outcome.reason ?? '') : '';
  if (isSuspect(agent.health)) {
    agent.note = `takes no more jobs, because its last three failed alike: ${reason}`;
    onEvent({ kind: 'idle', reason: agent.note });
  } else if (outcome.kind === 'postponed') onEvent({ kind: 'idle', reason, ms: rest(agent, reason) });
}

function begin(agent: Agent, claim: Claim): void {
  const { account, jobId, attempt } = claim;
  const slot: Slot = {
    claim,
    attempt: { account, jobId, attempt },
    stop: new AbortController(),
    isCancelled: false,
    isLost: false,
    isOfRepo: false,
  };
  agent.options.onEvent({ kind: 'took', key: claim.job.key, attempt });
  const working = work(agent, slot).finally(() => {
    agent.slots.delete(slot);
    agent.alarm.ring();
  });
  agent.slots.set(slot, working);
}

async function work(agent: Agent, slot: Slot): Promise<void> {
  const { fleet, checkOut, options } = agent;
  const { claim, stop } = slot;
  const { key } = claim.job;
  let checkout: Checkout | undefined;
  let settlement: Settlement;
  try {
    const isOurs = async (): Promise<boolean> => {
      if (!stop.signal.aborted) await beat(agent);
      return !stop.signal.aborted;
    };
    checkout = await checkOut({
      ...claim,
      attempt: `${claim.attempt}-${randomUUID().slice(0, 8)}`,
      isOurs: async () => insist(slot, isOurs),
    });
    settlement = await attempt(agent, checkout, slot);
  } catch (error) {
    settlement = { outcome: outcomeOf(error, slot), spentUsd: 0 };
  }
  // Also once another agent has the job: nobody else knows what this attempt cost.
  const isSettled =
    (await insist(slot, async () => fleet.settle(slot.attempt, settlement))) ||
    (await fleet.settle(slot.attempt, settlement).catch(() => false));
  const { outcome, spentUsd } = settlement;
  options.onEvent(isSettled ? { kind: 'ended', key, outcome, spentUsd } : { kind: 'lost', key });
  if (isSettled) learn(agent, slot, outcome);
  // After this, nobody needs the unfinished work.
  if (isSettled && outcome.kind === 'verified') await checkout?.forgetAttempts();
  await checkout?.remove();
}

/** Weighs an attempt that did not begin, or whose work could not be pushed. */
function outcomeOf(error: unknown, slot: Slot): Settlement['outcome'] {
  const { claim, stop, isCancelled } = slot;
  if (isCancelled) return { kind: 'cancelled' };
  if (stop.signal.aborted) return { kind: 'returned' };
  const reason = reasonOf(error);
  slot.isOfRepo = error instanceof FleetError;
  // Only a person can merge these.
  if (error instanceof FleetError && error.code === 'conflict') return { kind: 'failed', reason };
  // It will be as damaged the next time.
  if (error instanceof FleetError && error.code === 'bad-bundle') {
    return { kind: 'failed', reason: `${reason} \`loop fleet retry --fresh\` begins anew.` };
  }
  return weighResult({ code: null, reason, spentUsd: undefined, isFaultless: isFaultless(reason) }, claim);
}

/** Asks the store until it answers: it may be away for a while, and no result may be lost. False once the job is. */
async function insist(slot: Slot, ask: () => Promise<boolean>): Promise<boolean> {
  while (!slot.isLost) {
    try {
      return await ask();
    } catch {
      await wait(RETRY_MS);
    }
  }
  return false;
}

async function attempt({ fleet, options }: Agent, checkout: Checkout, slot: Slot): Promise<Settlement> {
  const { claim, stop } = slot;
  const { key, pr } = claim.job;
  const { result, unstored, log } = await driveJob(claim, checkout, {
    ...options,
    signal: stop.signal,
    onIteration: async (bundle) => {
      if (await insist(slot, async () => fleet.save(slot.attempt, bundle))) {
        options.onEvent({ kind: 'stored', key, iteration: bundle.iteration });
        return;
      }
      // Another agent has the job by now.
      slot.isLost = true;
      stop.abort();
    },
  });
  const { spentUsd } = result;
  const seen = { spentUsd, log };
  // Another attempt would pay for the same work again, so a person decides. Lost work was stored by its heir.
  if (unstored !== undefined && !slot.isLost) {
    const kind = slot.isCancelled ? 'cancelled' : 'failed';
    return { outcome: { kind, reason: `${unstored} ${await checkout.keepHere()}` }, ...seen };
  }
  if (slot.isCancelled) return { outcome: { kind: 'cancelled' }, ...seen };
  if (stop.signal.aborted) return { outcome: { kind: 'returned' }, ...seen };
  const outcome = weighResult(result, claim);
  // As with `loop run --pr`, a loop that paused gets a draft.
  if (outcome.kind !== 'verified' && !(outcome.kind === 'ended' && pr)) return { outcome, ...seen };
  try {
    return { outcome, ...seen, ...(await deliver(checkout, claim.job, options)) };
  } catch (error) {
    if (outcome.kind === 'verified') return { outcome: outcomeOf(error, slot), ...seen };
    return { outcome: { ...outcome, reason: `${outcome.reason} (${reasonOf(error)})` }, ...seen };
  }
}

/** Pushes the work of a job as one commit, and opens its pull request if it wants one. Without a change there is neither. */
async function deliver(
  checkout: Checkout,
  { key, spec, pr }: Job,
  options: AgentOptions,
): Promise<Pick<Settlement, 'branch' | 'commit' | 'pullRequest'>> {
  const { folder, branch, base, target } = checkout;
  const commit = await checkout.publish(spec.split('\n')[0]?.slice(0, 72) ?? key);
  if (commit === undefined) return {};
  if (!pr || commit === base) return { branch, commit };
  if (target === undefined)
    throw new FleetError('git', 'The remote names no branch for a pull request; name one with --base.');
  return { branch, commit, pullRequest: await options.openPullRequest({ folder, branch, base: target }) };
}

/** Creates a wait that `ring` ends early. */
function createAlarm(): { readonly ring: () => void; readonly wait: (ms: number) => Promise<void> } {
  let bell = new AbortController();
  return {
    ring: () => bell.abort(),
    wait: async (ms) => {
      await wait(ms, undefined, { signal: bell.signal }).catch(() => undefined);
      bell = new AbortController();
    },
  };
}
