import { warnedUnder } from './decide/limits.ts';
import { criterionState, isGoodState, isMet, withStale, type CriterionState } from './proofs.ts';
import { totalSpend } from './decide/receipt.ts';
import type { EventOf, LoopEvent } from './schemas/event.ts';
import { addCounts } from './model/add-counts.ts';
import { isFrame, isRun } from './model/recognise.ts';
import { isFields } from './views/json.ts';
import { FRESH_BREAKER } from './model/plans.ts';
import { STAGES } from './model/vocabulary.ts';
import type { Breaker, Criterion, Finding, Frame, Run, Spend, Task, Workflow } from './schemas/run.ts';
import { MAX_REMEMBERED, THRESHOLDS } from './model/defaults.ts';

type Reducers = { readonly [T in LoopEvent['type']]: (run: Run, event: EventOf<T>) => Run };

/**
 * Gives the run after an event. Total: whatever the history says, it never throws, and an event that
 * fits nothing changes nothing but the count.
 */
export function evolve(run: Run | undefined, event: LoopEvent): Run {
  if (event.type === 'opened')
    return { ...event.run, updatedAt: event.at, events: addCounts(run?.events ?? 0, 1) };
  if (!run) return { ...NOWHERE, updatedAt: event.at, events: 1 };
  const reduce = Object.hasOwn(reducers, event.type)
    ? (reducers[event.type] as (run: Run, event: LoopEvent) => Run)
    : undefined;
  const next = reduce ? reduce(run, event) : run;
  return { ...next, updatedAt: event.at, events: addCounts(run.events, 1) };
}

/** Tells whether a value is an event of ours; see `isRun` for how closely it looks. */
export function isEvent(value: unknown): value is LoopEvent {
  if (!isFields(value) || typeof value['at'] !== 'number' || typeof value['type'] !== 'string') return false;
  if (value['type'] === 'opened') return isRun(value['run']);
  if (value['type'] === 'pushed') return isFrame(value['frame']);
  return Object.hasOwn(reducers, value['type']);
}

/** What a history without a beginning amounts to: a run that is over. */
const NOWHERE: Run = {
  id: '',
  session: '',
  status: 'aborted',
  createdAt: 0,
  updatedAt: 0,
  ttlMs: 0,
  isHeadless: false,
  frames: [],
  closed: [],
  usageMark: '',
  extras: {},
  events: 0,
};

const reducers: Reducers = {
  opened: (_run, event) => event.run,

  pushed: (run, event) => ({ ...run, frames: [...run.frames, event.frame] }),

  closed: (run, event) => {
    const top = run.frames.at(-1);
    if (!top) return run;
    const { id, mode, spec, iteration, spend } = top;
    const note = { kind: 'popped', frame: id, spec, ending: endingText(event.ending) } as const;
    const outer = run.frames
      .slice(0, -1)
      .map((frame, index, rest) =>
        index === rest.length - 1
          ? { ...frame, breaker: moved(frame.breaker), notes: remember(frame.notes, note) }
          : frame,
      );
    return {
      ...run,
      frames: outer,
      closed: remember(run.closed, { id, mode, spec, iteration, spend, ending: event.ending }),
    };
  },

  rested: (run, event) =>
    without(
      without(
        billed({ ...found(run, event), status: event.status, ending: event.ending }, event.at),
        'continuation',
      ),
      'isSettled',
    ),

  resumed: (run, event) => {
    const { limits, shape } = event;
    const extended = onTop(run, (frame) => ({ ...frame, limits, shape: shape ?? frame.shape }));
    if (run.status === 'active') return rewarned(run, extended, event.at);
    const pausedMs = Math.max(0, event.at - (run.ending?.at ?? event.at));
    const { iterations, timeMs } = run.frames.at(-1)?.limits ?? limits;
    const onceMore = onTop(extended, (frame) => ({
      ...frame,
      grant: frame.grant ?? { iterations, timeMs },
      breaker: onTrial(frame.breaker),
    }));
    const resumed = onWorkflow(onceMore, workflowOnTrial);
    // Every loop on the stack rested, so none of them is charged for the time.
    const frames = resumed.frames.map((frame) => ({ ...frame, startedAt: frame.startedAt + pausedMs }));
    const active = {
      ...resumed,
      status: 'active',
      frames,
      // The time of the pause is no iteration's.
      ...(run.billed && { billed: { ...run.billed, at: event.at } }),
    } as const;
    const ongoing = without(without(rewarned(run, active, event.at), 'ending'), 'continuation');
    return without(ongoing, 'isSettled');
  },

  continued: (run, event) => ({
    ...onTop(billed(found(run, event), event.at), (frame) => ({
      ...frame,
      iteration: event.iteration,
      countedAhead: false,
      notes: [],
      breaker: {
        ...newIteration(frame.breaker),
        stuckCount: event.stuckCount,
        lastUnmet: event.lastUnmet,
        idle: event.idle,
        message: event.message,
        messageCount: event.messageCount,
      },
    })),
    continuation: { at: event.at, isSeen: false },
  }),

  'let-go': (run, event) =>
    without(
      onTop(billed(found(run, event), event.at), (frame) =>
        event.startsIteration
          ? {
              ...frame,
              iteration: event.iteration,
              countedAhead: false,
              checkInDue: false,
              breaker: newIteration(frame.breaker),
            }
          : frame,
      ),
      'continuation',
    ),

  signalled: (run, event) => onTop(run, (frame) => ({ ...frame, exitSignal: event.isDone })),

  stepped: (run, event) =>
    onTop(run, (frame) => ({
      ...frame,
      steps: frame.steps.map((step, index) =>
        index === event.index ? { ...step, isDone: event.isDone } : step,
      ),
      breaker: movedIf(event.isDone && frame.steps[event.index]?.isDone === false, frame.breaker),
    })),

  planned: (run, event) =>
    onTop(run, (frame) => ({
      ...frame,
      steps: [...frame.steps, ...event.steps.map((name) => ({ name, isDone: false }))],
    })),

  'step-removed': (run, event) =>
    onTop(run, (frame) => ({ ...frame, steps: frame.steps.filter((_, index) => index !== event.index) })),

  'criterion-added': (run, event) =>
    onTop(run, (frame) => ({
      ...frame,
      criteria: [...frame.criteria.filter(({ name }) => name !== event.criterion.name), event.criterion],
    })),

  'criterion-removed': (run, event) =>
    onTop(run, (frame) => ({ ...frame, criteria: frame.criteria.filter(({ name }) => name !== event.name) })),

  ticked: (run, event) => onCriterion(run, event.name, (criterion) => ({ ...criterion, tick: event.tick })),

  unticked: (run, event) => onCriterion(run, event.name, (criterion) => without(criterion, 'tick')),

  proved: (run, event) =>
    onCriterion(ledgered(run, event), event.name, (criterion) => ({
      ...criterion,
      evidence: event.evidence,
      failures: event.evidence.passed ? 0 : addCounts(criterion.failures, 1),
    })),

  'task-added': (run, event) =>
    onWorkflow(
      onTop(run, (frame) => ({ ...frame, tasks: withTask(frame.tasks, event.task) })),
      unproved,
    ),

  'task-changed': (run, event) => {
    return onTop(run, (frame) => {
      const found = frame.tasks.find(({ id }) => id === event.id);
      if (!found) return frame;
      const changed = changeTask(found, event);
      const tasks = frame.tasks.map((task) => (task === found ? changed : task));
      return {
        ...frame,
        tasks: event.blockedBy === undefined ? tasks : withBlocks(tasks),
        breaker: movedIf(changed.status === 'completed' && found.status !== 'completed', frame.breaker),
      };
    });
  },

  'task-removed': (run, event) =>
    onTop(run, (frame) => ({
      ...frame,
      tasks: withBlocks(
        frame.tasks
          .filter(({ id }) => id !== event.id)
          .map((task) => ({ ...task, blockedBy: task.blockedBy.filter((id) => id !== event.id) })),
      ),
    })),

  'wave-begun': (run, event) => onWorkflow(run, (workflow) => ({ ...workflow, wave: event.wave })),

  'wave-finished': (run, event) =>
    onTop(run, (frame) => {
      const { workflow } = frame;
      if (!workflow || event.wave <= (workflow.finishedWave ?? 0)) return frame;
      return {
        ...frame,
        workflow: { ...workflow, finishedWave: event.wave },
        checkInDue: frame.checkInDue || frame.shape === 'tool-review',
        breaker: moved(frame.breaker),
      };
    }),

  staged: (run, event) => {
    const staged = onWorkflow(run, (workflow) => {
      const next: Workflow = {
        ...workflow,
        ...(event.stage !== undefined && { stage: event.stage }),
        ...(event.specScore !== undefined && { specScore: event.specScore }),
        ...(event.fitScore !== undefined && { fitScore: event.fitScore }),
        ...(event.recallSurfaced !== undefined && { recallSurfaced: event.recallSurfaced }),
        ...(event.mustNot !== undefined && { mustNot: event.mustNot }),
        ...(event.verification !== undefined && { verification: event.verification }),
      };
      if (event.question === undefined) return next;
      return event.question === '' ? without(next, 'question') : { ...next, question: event.question };
    });
    return onTop(staged, (frame) => ({
      ...frame,
      shape: event.shape ?? frame.shape,
      score: event.specScore ?? frame.score,
      breaker: movedIf(isFurther(run.frames.at(-1)?.workflow, event.stage), frame.breaker),
    }));
  },

  'wave-reviewed': (run, event) =>
    onWorkflow(run, (workflow) => ({
      ...workflow,
      waveReviews: [
        ...workflow.waveReviews.filter(({ wave }) => wave !== event.review.wave),
        event.review,
      ].sort((one, other) => one.wave - other.wave),
      ...withFindings(workflow, event.findings, event.review.wave),
    })),

  'thoroughly-reviewed': (run, event) =>
    onTop(run, (frame) => {
      const { workflow, breaker } = frame;
      if (!workflow) return frame;
      const { passed } = event.review;
      const failures = passed ? 0 : addCounts(workflow.thorough?.failures ?? 0, 1);
      return {
        ...frame,
        workflow: {
          ...workflow,
          thorough: { ...event.review, failures },
          ...withFindings(workflow, event.findings),
        },
        breaker: movedIf(passed && !workflow.thorough?.passed, breaker),
      };
    }),

  gated: (run, event) =>
    onTop(run, (frame) => {
      const { workflow, breaker } = frame;
      if (!workflow) return frame;
      const { passed, at } = event;
      const failures = passed ? 0 : addCounts(workflow.gate?.failures ?? 0, 1);
      return {
        ...frame,
        workflow: { ...workflow, gate: { passed, at, failures } },
        breaker: movedIf(passed && !workflow.gate?.passed, breaker),
      };
    }),

  counselled: (run, { at, subject, recommendation }) =>
    onTop(run, (frame) => ({
      ...frame,
      counsel: remember(
        (frame.counsel ?? []).filter((one) => one.subject !== subject || one.recommendation !== undefined),
        { at, subject, ...(recommendation !== undefined && { recommendation }) },
      ),
      // Who has asked need not be told to ask.
      notes: frame.notes.filter((note) => note.kind !== 'ask-panel' || note.subject !== subject),
    })),

  claimed: (run, event) => without({ ...run, session: event.session }, 'continuation'),

  heard: (run) => {
    const answered = onTop(run, (frame) => ({ ...frame, checkInDue: false }));
    const unasked = onWorkflow(answered, (workflow) => without(workflow, 'question'));
    return without(unasked, 'continuation');
  },

  failed: (run) => {
    const retried = onTop(run, (frame) => ({
      ...frame,
      breaker: { ...frame.breaker, retries: addCounts(frame.breaker.retries, 1) },
    }));
    return without(retried, 'continuation');
  },

  observed: (run, event) => ({
    ...onTop(run, (frame) => ({ ...frame, breaker: observe(frame.breaker, event) })),
    ...(run.continuation && { continuation: { ...run.continuation, isSeen: true } }),
  }),

  // Inner work is paid for by everyone who waits for it, so every frame on the stack counts it.
  spent: (run, event) => {
    const counted = { ...run, usageMark: event.mark, frames: chargeAll(run.frames, event.spend) };
    if (run.status === 'active') return counted;
    return { ...(event.receipt ? billed(counted, event.at) : counted), isSettled: true };
  },

  'counted-ahead': (run, event) =>
    onTop(run, (frame) => ({ ...frame, iteration: event.iteration, countedAhead: true })),

  kept: (run, event) =>
    onTop(run, (frame) => ({ ...frame, extras: { ...frame.extras, criteria: event.extras } })),

  noted: (run, { note }) =>
    onTop(run, (frame) => ({
      ...frame,
      notes: remember(frame.notes, note),
      ...(note.kind === 'budget' && {
        warned: { ...frame.warned, [note.limit ?? 'budgetUsd']: note.percent },
      }),
    })),
};

function chargeAll(frames: readonly Frame[], { usd, tokens }: Spend): Frame[] {
  return frames.map((frame) => ({
    ...frame,
    spend: {
      usd: Math.min(frame.spend.usd + usd, Number.MAX_VALUE),
      tokens: Math.min(frame.spend.tokens + tokens, Number.MAX_VALUE),
    },
  }));
}

/** What has been spent and done up to here is on a receipt; the next one begins anew. */
function billed(run: Run, at: number): Run {
  return {
    ...onTop(run, (frame) => ({
      ...frame,
      ledger: { met: frame.criteria.filter(isMet).map(({ name }) => name), checks: [] },
    })),
    billed: { at, spend: totalSpend(run) },
  };
}

/** Marks the proofs that a stop found stale. */
function found(run: Run, { stale }: { readonly stale?: readonly string[] | undefined }): Run {
  return stale ? onTop(run, (frame) => withStale(frame, stale)) : run;
}

/** Keeps what a check came to for the receipt. */
function ledgered(run: Run, { name, evidence }: EventOf<'proved'>): Run {
  const isKnown = run.frames.at(-1)?.criteria.some((criterion) => criterion.name === name);
  if (!isKnown) return run;
  const { id, passed, exitCode, durationMs, fingerprint } = evidence;
  const check = { criterion: name, passed, exitCode, durationMs, evidence: id };
  return onTop(run, (frame) => ({
    ...frame,
    ledger: {
      met: frame.ledger?.met ?? [],
      checks: remember(frame.ledger?.checks ?? [], check),
      fingerprint,
    },
  }));
}

/** Other limits make another percentage of what is spent. */
function rewarned(before: Run, run: Run, at: number): Run {
  const old = before.frames.at(-1);
  if (!old) return run;
  return onTop(run, (frame) => {
    const warned = warnedUnder(old, frame, at);
    return warned && Object.keys(warned).length > 0 ? { ...frame, warned } : without(frame, 'warned');
  });
}

/** The findings of a review take the place of those of the one before it. */
function withFindings(
  { findings = [] }: Workflow,
  found: readonly Finding[] | undefined,
  wave?: number,
): Pick<Workflow, 'findings'> {
  if (!found) return {};
  const others = findings.filter((one) => one.wave !== wave);
  return { findings: [...others, ...found.map((one) => ({ ...one, ...(wave !== undefined && { wave }) }))] };
}

function observe(breaker: Breaker, event: EventOf<'observed'>): Breaker {
  const edits = new Map(breaker.edits.map(({ path, count }) => [path, count]));
  for (const path of event.edits) edits.set(path, addCounts(edits.get(path) ?? 0, 1));
  let { error, errorCount } = breaker;
  for (const signature of event.errors) {
    errorCount = signature === error ? addCounts(errorCount, 1) : 1;
    error = signature;
  }
  return {
    // Errors on trial are counted as ever, so there is nothing left to clear afterwards.
    ...(event.errors.length > 0 ? without(breaker, 'isOnTrial') : breaker),
    error,
    errorCount,
    tools: addCounts(breaker.tools, event.tools),
    edits: [...edits].map(([path, count]) => ({ path, count })).slice(-MAX_REMEMBERED),
    denials:
      event.denials > 0 ? addCounts(breaker.denials, event.denials) : event.tools > 0 ? 0 : breaker.denials,
    retries: event.tools > 0 ? 0 : breaker.retries,
  };
}

/** The counters at the start of an iteration: those of the iteration before are cleared. */
function newIteration({ isOnTrial, ...breaker }: Breaker): Breaker {
  const next = { ...breaker, tools: 0, edits: [], hasProgress: false, retries: 0 };
  // The trial went well: what led to the pause did not happen again.
  return isOnTrial ? { ...next, error: '', errorCount: 0, denials: 0 } : next;
}

/** Something moved forward, so what repeated itself before says nothing any more. */
function moved(breaker: Breaker): Breaker {
  return { ...breaker, hasProgress: true, error: '', errorCount: 0 };
}

function movedIf(isMoved: boolean, breaker: Breaker): Breaker {
  return isMoved ? moved(breaker) : breaker;
}

/** Going back through the stages is no progress, so that a gate that fails for ever is seen. */
function isFurther(workflow: Workflow | undefined, to: Workflow['stage'] | undefined): boolean {
  return workflow !== undefined && to !== undefined && STAGES.indexOf(to) > STAGES.indexOf(workflow.stage);
}

/** After a pause a counter that had reached its threshold stands one short of it, so that one iteration decides. */
function onTrial(breaker: Breaker): Breaker {
  return {
    ...breaker,
    stuckCount: Math.min(breaker.stuckCount, THRESHOLDS['same-criterion'] - 1),
    idle: Math.min(breaker.idle, THRESHOLDS.idle - 1),
    messageCount: Math.min(breaker.messageCount, THRESHOLDS['same-message'] - 1),
    errorCount: Math.min(breaker.errorCount, THRESHOLDS['same-error'] - 1),
    denials: Math.min(breaker.denials, THRESHOLDS.permission - 1),
    edits: FRESH_BREAKER.edits,
    tools: 0,
    retries: 0,
    isOnTrial: true,
  };
}

/** What was reviewed and verified before there was a task says nothing about it. */
function unproved({ gate, thorough, ...workflow }: Workflow): Workflow {
  return {
    ...workflow,
    ...(gate && { gate: { ...gate, passed: false } }),
    ...(thorough && { thorough: { ...thorough, passed: false } }),
  };
}

function workflowOnTrial(workflow: Workflow): Workflow {
  const { gate, thorough } = workflow;
  return {
    ...workflow,
    ...(gate && { gate: { ...gate, failures: Math.min(gate.failures, THRESHOLDS.gate - 1) } }),
    ...(thorough && {
      thorough: { ...thorough, failures: Math.min(thorough.failures ?? 0, THRESHOLDS.review - 1) },
    }),
  };
}

function onTop(run: Run, change: (frame: Frame) => Frame): Run {
  const top = run.frames.at(-1);
  return top ? { ...run, frames: [...run.frames.slice(0, -1), change(top)] } : run;
}

function onWorkflow(run: Run, change: (workflow: Workflow) => Workflow): Run {
  return onTop(run, (frame) => (frame.workflow ? { ...frame, workflow: change(frame.workflow) } : frame));
}

/** Changes a criterion. Progress is one that becomes met; proving a stale one again is not. */
function onCriterion(run: Run, name: string, change: (criterion: Criterion) => Criterion): Run {
  return onTop(run, (frame) => {
    const found = frame.criteria.find((criterion) => criterion.name === name);
    if (!found) return frame;
    const changed = change(found);
    return {
      ...frame,
      criteria: frame.criteria.map((criterion) => (criterion === found ? changed : criterion)),
      breaker: movedIf(isMet(changed) && isOpenState(criterionState(found)), frame.breaker),
    };
  });
}

function isOpenState(state: CriterionState): boolean {
  return !isGoodState(state) && state !== 'stale';
}

function changeTask(task: Task, event: EventOf<'task-changed'>): Task {
  const { owner } = event;
  const changed: Task = {
    ...task,
    ...(event.status !== undefined && { status: event.status }),
    ...(event.subject !== undefined && { subject: event.subject }),
    ...(event.description !== undefined && { description: event.description }),
    ...(event.activeForm !== undefined && { activeForm: event.activeForm }),
    ...(event.blockedBy !== undefined && { blockedBy: event.blockedBy }),
    metadata: mergeMetadata(task.metadata, event.metadata),
  };
  if (owner === undefined) return changed;
  return owner === '' ? without(changed, 'owner') : { ...changed, owner };
}

/** Puts a task last. Long lists are folded one task at a time, so nothing is derived anew that stays as it is. */
function withTask(tasks: readonly Task[], task: Task): Task[] {
  const others = tasks.some(({ id }) => id === task.id) ? tasks.filter(({ id }) => id !== task.id) : tasks;
  if (others !== tasks) return withBlocks([...others, task]);
  const blockers = new Set(task.blockedBy);
  const blocks = others.filter(({ blockedBy }) => blockedBy.includes(task.id)).map(({ id }) => id);
  const known =
    blockers.size === 0
      ? others
      : others.map((one) => (blockers.has(one.id) ? { ...one, blocks: [...one.blocks, task.id] } : one));
  return [...known, { ...task, blocks }];
}

/** `blocks` is `blockedBy` seen from the other side; it is derived, so the two can't disagree. */
function withBlocks(tasks: readonly Task[]): Task[] {
  const blocks = new Map<string, string[]>();
  for (const task of tasks) {
    for (const id of new Set(task.blockedBy)) {
      const list = blocks.get(id);
      if (list) list.push(task.id);
      else blocks.set(id, [task.id]);
    }
  }
  return tasks.map((task) => ({ ...task, blocks: blocks.get(task.id) ?? [] }));
}

/** `null` deletes a key, as in Claude's own task list. */
function mergeMetadata(old: Task['metadata'], changes: Task['metadata'] | undefined): Task['metadata'] {
  if (!changes) return old;
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
}

function endingText({
  kind,
  detail,
}: {
  readonly kind: string;
  readonly detail?: string | undefined;
}): string {
  return detail === undefined ? kind : `${kind}:${detail}`;
}

function remember<T>(list: readonly T[], item: T): T[] {
  return [...list, item].slice(-MAX_REMEMBERED);
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> & Partial<Pick<T, K>> {
  const { [key]: _gone, ...rest } = value;
  return rest as Omit<T, K> & Partial<Pick<T, K>>;
}
