import { isHandNote, isOpen } from '../model/state.ts';
import type { CommandOf, FramePlan, StartCommand } from '../model/command.ts';
import { type LimitKey, LIMITS, RENEWED_LIMITS } from '../model/limits.ts';
import { badNameIn } from '../model/names.ts';
import type { LoopEvent } from '../model/event.ts';
import { MAX_FRAMES, MAX_RETRIES, MAX_SCORES } from '../model/defaults.ts';
import { createFrame, createRun, given, withinMaximum } from '../model/plans.ts';
import type { Ending, Frame, Limits, Run, SomeLimits } from '../model/run.ts';
import { accepted, type Decision, type Notice, rejected, refuse } from './decision.ts';
import { badLimit, raiseLimits, reachedLimit, withinOuter } from './limits.ts';
import { hasAllIssues } from '../proofs.ts';
import { restWithReceipt, writeReceipt } from './receipt.ts';
import { countSpent } from './spending.ts';

/** Records the spec word for word. A draft blocks nothing until it starts. */
export function draft(run: Run | undefined, command: CommandOf<'draft'>): Decision {
  if (isOpen(run)) return rejected('already-running', { subject: run.id });
  const { at } = command;
  const frame = createFrame(command, at);
  return accepted([{ type: 'opened', at, run: createRun({ ...command, status: 'draft' }, [frame], at) }]);
}

/** Starts a run; without a spec, the draft's spec counts. */
export function start(run: Run | undefined, command: StartCommand): Decision {
  if (isOpen(run)) return rejected('already-running', { subject: run.id });
  const drafted = run?.status === 'draft' ? run.frames[0] : undefined;
  const spec = command.spec ?? drafted?.spec;
  if (spec === undefined || spec.trim() === '') return rejected('no-spec');
  const problem = planProblem(command);
  if (problem) return problem;
  const amendments = [...(drafted?.amendments ?? []), ...(command.amendments ?? [])];
  const { at, limits = {} } = command;
  const plain = createFrame({ ...command, spec, mode: command.mode ?? drafted?.mode }, at);
  const frame: Frame = amendments.length > 0 ? { ...plain, amendments } : plain;
  const opened = createRun({ ...command, status: 'active' }, [frame], at);
  return accepted([{ type: 'opened', at, run: opened }], clampNotices(limits, frame.limits));
}

/** Puts an inner loop on the stack; the outer one waits. */
export function push(run: Run | undefined, command: CommandOf<'push'>): Decision {
  if (run?.status !== 'active') return refuse(run);
  if (run.frames.length >= MAX_FRAMES) return rejected('too-deep', { subject: String(MAX_FRAMES) });
  if (command.spec.trim() === '') return rejected('no-spec');
  const problem = planProblem(command);
  if (problem) return problem;
  const outer = run.frames.at(-1);
  if (outer && hasAllIssues(outer)) return rejected('no-more-issues', { subject: `${outer.issues?.most}` });
  const { at, extras = {}, limits = {} } = command;
  const shape = command.shape ?? outer?.shape;
  const plain = createFrame({ ...command, shape }, at);
  const frame: Frame = {
    ...plain,
    limits: withinOuter(plain.limits, run.frames, at),
    extras: { ...plain.extras, stack: extras },
  };
  return accepted([{ type: 'pushed', at, frame }], clampNotices(limits, frame.limits));
}

/** Rejects a plan with an invalid limit, name or score. */
function planProblem(plan: Omit<FramePlan, 'spec'>): Decision | undefined {
  const limit = badLimit(plan.limits ?? {});
  if (limit !== undefined) return rejected('bad-limit', { subject: limit });
  const { criteria = [], steps = [] } = plan;
  const name = badNameIn(
    criteria.map((one) => one.name),
    steps,
  );
  if (name !== undefined) return rejected('bad-name', { subject: name });
  const score = badScore(plan.score, plan.fitScore);
  return score === undefined ? undefined : rejected('bad-score', { subject: score });
}

/** The score that lies outside what seeds 002 and 003 can give: 0 to 10 for the spec, 0 to 75 for the fit. */
export function badScore(spec: number | null = null, fit: number | null = null): 'spec' | 'fit' | undefined {
  const isWithin = (score: number | null, most: number): boolean =>
    score === null || (Number.isInteger(score) && score >= 0 && score <= most);
  if (!isWithin(spec, MAX_SCORES.spec)) return 'spec';
  return isWithin(fit, MAX_SCORES.fit) ? undefined : 'fit';
}

/** Takes the top frame off by hand; the last one ends the run. */
export function pop(run: Run | undefined, { at, reason, by }: CommandOf<'pop'>): Decision {
  if (!isOpen(run)) return refuse(run);
  const ending: Ending = { kind: 'cancelled', at, reason, by };
  const isInner = run.frames.length > 1;
  return accepted([
    isInner ? { type: 'closed', at, ending } : restWithReceipt(run, 'pop', 'cancelled', ending),
  ]);
}

export function pause(run: Run | undefined, { at, reason }: CommandOf<'pause'>): Decision {
  if (run?.status !== 'active') return refuse(run);
  const cause = { kind: 'hand', reason } as const;
  return accepted([restWithReceipt(run, 'pause', 'paused', { kind: 'paused', at, cause })]);
}

/** Resumes a paused or stuck run with raised limits. */
export function resume(run: Run | undefined, { at, add, shape, asked }: CommandOf<'resume'>): Decision {
  if (!isOpen(run)) return refuse(run);
  const bad = badLimit(add ?? {});
  if (bad !== undefined) return rejected('bad-limit', { subject: bad });
  const isExtended = add !== undefined || shape !== undefined;
  if (run.status === 'active' && !isExtended) return rejected('not-paused');
  const frame = run.frames.at(-1);
  if (!frame) return rejected('ended', { subject: 'no frame' });
  const raised = raiseLimits(frame.limits, given(add ?? {}));
  const wanted = granted(run, frame, raised, at);
  // The iterations of a grind count for each issue.
  const limits = {
    ...withinMaximum(wanted, frame.limits),
    ...(frame.issues && { iterations: wanted.iterations }),
  };
  const short = spentUp(run, frame, limits, at);
  if (short !== undefined) return rejected('spent-up', { subject: short });
  return accepted([{ type: 'resumed', at, limits, shape, asked }], clampNotices(raised, limits));
}

export function cancel(run: Run | undefined, { at, reason, by }: CommandOf<'cancel'>): Decision {
  if (run?.status !== 'draft' && !isOpen(run)) return refuse(run);
  return accepted([restWithReceipt(run, 'cancel', 'cancelled', { kind: 'cancelled', at, reason, by })]);
}

/** Hands the run to another session. */
export function claim(run: Run | undefined, { at, session, agent }: CommandOf<'claim'>): Decision {
  if (!isOpen(run) && run?.status !== 'draft') return refuse(run);
  if (run.session === session) return rejected('nothing-to-change');
  return accepted([{ type: 'claimed', at, session, agent }], [{ code: 'taken-over', from: run.session }]);
}

/**
 * The user spoke: a silent run is stuck, one that the client's cap ended over our block pauses, others go on. At the end
 * of the session, a run that was started for it alone ends too.
 */
export function prompt(before: Run | undefined, command: CommandOf<'prompt'>): Decision {
  const { at } = command;
  const { run, events } = countSpent(before, command);
  const isEnd = command.source === 'end';
  if (isEnd && run?.isSessionOnly && isOpen(run)) {
    const ending: Ending = { kind: 'cancelled', at, reason: 'its session ended' };
    return accepted([...events, restWithReceipt(run, 'cancel', 'cancelled', ending)]);
  }
  if (run?.status !== 'active') return accepted(run ? settled(run, events) : []);
  const frame = run.frames.at(-1);
  const isAsked =
    run.awaitsUser === true || frame?.checkInDue === true || frame?.workflow?.question !== undefined;
  // A user for whom the loop waits may answer late. Records without `isCapped` are older: decide them as before.
  if (command.isCapped !== undefined && !isAsked && at - run.updatedAt > run.ttlMs) {
    const ending: Ending = { kind: 'stuck', at, cause: { kind: 'stale' } };
    return accepted([...events, restWithReceipt(run, 'stale', 'stuck', ending)]);
  }
  if (run.continuation && !run.continuation.isSeen && command.isCapped !== false) {
    const rested = restWithReceipt(run, 'overridden', 'paused', { kind: 'overridden', at });
    return accepted([...events, rested], [{ code: 'overridden' }]);
  }
  const isAwaited = run.continuation || isAsked || frame?.notes.some(isHandNote);
  const heard = isAwaited ? [{ type: 'heard', at } as const] : [];
  return accepted([...events, ...heard, ...(isEnd ? [{ type: 'left', at } as const] : [])]);
}

/** Gives the cost of the last turn a receipt of its own, so that all receipts add up to the total. */
function settled(run: Run, events: readonly LoopEvent[]): readonly LoopEvent[] {
  return events.map((event) => {
    if (event.type !== 'spent' || (event.spend.usd === 0 && event.spend.tokens === 0)) return event;
    const receipt = writeReceipt(run, event.at, 'settled');
    // The receipt of the stop lists the work.
    return { ...event, receipt: receipt && { ...receipt, tools: 0, files: [], fileCount: 0 } };
  });
}

/** An API error: a passing one is retried once if the reporter can retry, else the run pauses. */
export function failure(run: Run | undefined, command: CommandOf<'failure'>): Decision {
  if (run?.status !== 'active') return accepted([]);
  const { at, kind, reason, retryAt } = command;
  const retries = command.ranTools ? 0 : (run.frames.at(-1)?.breaker.retries ?? 0);
  if (command.canRetry && (kind === 'transient' || kind === 'rate-limit') && retries < MAX_RETRIES) {
    return accepted([{ type: 'failed', at, reason }], [{ code: 'retry' }]);
  }
  const cause = { kind: 'failure', failure: kind, reason, retryAt } as const;
  const rested = restWithReceipt(run, 'failure', 'paused', { kind: 'paused', at, cause });
  return accepted([rested], [{ code: 'paused', reason, retryAt }]);
}

/** Records the tools that Claude ran since the last report. */
export function observe(run: Run | undefined, command: CommandOf<'observe'>): Decision {
  if (run?.status !== 'active') return accepted([]);
  const { type: _type, isByHand: _isByHand, spent: _spent, ...seen } = command;
  const { tools, edits = [], errors = [], denials = 0 } = seen;
  const counted = countSpent(run, command);
  const hasNews = tools > 0 || edits.length > 0 || errors.length > 0 || denials > 0;
  return accepted([
    ...counted.events,
    ...(hasNews ? [{ type: 'observed', ...seen, edits, errors, denials } as const] : []),
  ]);
}

/** A resume grants used-up iterations and time once more. Money and tokens grow only by an explicit amount. */
function granted(run: Run, frame: Frame, limits: Limits, at: number): Limits {
  if (run.status === 'active') return limits;
  const grant = frame.grant ?? frame.limits;
  const renewed = RENEWED_LIMITS.map((key) => {
    const limit = limits[key];
    const used = LIMITS[key].used(frame, run.ending?.at ?? at);
    return [key, limit !== null && limit <= used ? used + (grant[key] ?? 0) : limit];
  });
  return { ...limits, ...Object.fromEntries(renewed) };
}

/** The limit that is used up even after the addition. Time and iterations of a paused run count until its pause. */
function spentUp(run: Run, frame: Frame, limits: Limits, at: number): LimitKey | undefined {
  const renewed = Object.fromEntries(RENEWED_LIMITS.map((key) => [key, null]));
  const short = reachedLimit({ ...frame, limits: { ...limits, ...renewed } }, at);
  if (short || run.status === 'active') return short?.key;
  return reachedLimit({ ...frame, limits }, run.ending?.at ?? at)?.key;
}

/** Reports every requested limit that was lowered. */
function clampNotices(wanted: SomeLimits, got: SomeLimits): Notice[] {
  return (Object.keys(wanted) as (keyof Limits)[]).flatMap((limit) => {
    const from = wanted[limit];
    const to = got[limit];
    return typeof from === 'number' && typeof to === 'number' && to < from
      ? [{ code: 'clamped', limit, from, to } as const]
      : [];
  });
}
