import type { EventOf, LoopEvent } from './model/event.ts';
import { FRESH_BREAKER } from './model/plans.ts';
import type { Breaker, Criterion, Frame, Run, Task, Workflow } from './model/run.ts';

/** The most that a run remembers of any list that grows with time. */
const MAX_REMEMBERED = 200;

type Reducers = { readonly [T in LoopEvent['type']]: (run: Run, event: EventOf<T>) => Run };

/**
 * Gives the run after an event. Total: whatever the history says, it never throws, and an event that
 * fits nothing changes nothing but the count.
 */
export function evolve(run: Run | undefined, event: LoopEvent): Run {
  if (event.type === 'opened') return { ...event.run, updatedAt: event.at, events: (run?.events ?? 0) + 1 };
  if (!run) return { ...NOWHERE, updatedAt: event.at, events: 1 };
  const reduce = reducers[event.type] as ((run: Run, event: LoopEvent) => Run) | undefined;
  const next = reduce ? reduce(run, event) : run;
  return { ...next, updatedAt: event.at, events: run.events + 1 };
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
          ? { ...frame, breaker: { ...frame.breaker, hasProgress: true }, notes: remember(frame.notes, note) }
          : frame,
      );
    return {
      ...run,
      frames: outer,
      closed: remember(run.closed, { id, mode, spec, iteration, spend, ending: event.ending }),
    };
  },

  rested: (run, event) => without({ ...run, status: event.status, ending: event.ending }, 'continuation'),

  resumed: (run, event) => {
    const pausedMs = Math.max(0, event.at - (run.ending?.at ?? event.at));
    const resumed = onTop(run, (frame) => ({
      ...frame,
      limits: event.limits,
      shape: event.shape ?? frame.shape,
      breaker: onTrial(frame.breaker),
      startedAt: frame.startedAt + pausedMs,
    }));
    return without(without({ ...resumed, status: 'active' }, 'ending'), 'continuation');
  },

  continued: (run, event) => ({
    ...onTop(run, (frame) => ({
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
      onTop(run, (frame) =>
        event.iteration === frame.iteration
          ? frame
          : {
              ...frame,
              iteration: event.iteration,
              countedAhead: false,
              checkInDue: false,
              breaker: newIteration(frame.breaker),
            },
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
      breaker: event.isDone ? moved(frame.breaker) : frame.breaker,
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

  ticked: (run, event) =>
    onCriterion(run, event.name, (criterion) => ({ ...criterion, tick: event.tick }), 'moved'),

  unticked: (run, event) => onCriterion(run, event.name, (criterion) => without(criterion, 'tick'), 'same'),

  proved: (run, event) =>
    onCriterion(
      run,
      event.name,
      (criterion) => ({
        ...criterion,
        evidence: event.evidence,
        failures: event.evidence.passed ? 0 : criterion.failures + 1,
      }),
      event.evidence.passed ? 'moved' : 'same',
    ),

  'task-added': (run, event) =>
    onTop(run, (frame) => ({ ...frame, tasks: withBlocks([...frame.tasks, event.task]) })),

  'task-changed': (run, event) => {
    const { id, owner, metadata } = event;
    return onTop(run, (frame) => ({
      ...frame,
      tasks: withBlocks(
        frame.tasks.map((task) => {
          if (task.id !== id) return task;
          const changed: Task = {
            ...task,
            ...(event.status !== undefined && { status: event.status }),
            ...(event.subject !== undefined && { subject: event.subject }),
            ...(event.description !== undefined && { description: event.description }),
            ...(event.activeForm !== undefined && { activeForm: event.activeForm }),
            ...(event.blockedBy !== undefined && { blockedBy: event.blockedBy }),
            metadata: mergeMetadata(task.metadata, metadata),
          };
          if (owner === undefined) return changed;
          return owner === '' ? without(changed, 'owner') : { ...changed, owner };
        }),
      ),
      breaker: event.status === 'completed' ? moved(frame.breaker) : frame.breaker,
    }));
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

  'wave-finished': (run) =>
    onTop(run, (frame) => ({
      ...frame,
      checkInDue: frame.checkInDue || frame.shape === 'tool-review',
      breaker: moved(frame.breaker),
    })),

  staged: (run, event) => {
    const staged = onWorkflow(run, (workflow) => {
      const next: Workflow = {
        ...workflow,
        ...(event.stage !== undefined && { stage: event.stage }),
        ...(event.specScore !== undefined && { specScore: event.specScore }),
        ...(event.fitScore !== undefined && { fitScore: event.fitScore }),
        ...(event.recallSurfaced !== undefined && { recallSurfaced: event.recallSurfaced }),
      };
      if (event.question === undefined) return next;
      return event.question === '' ? without(next, 'question') : { ...next, question: event.question };
    });
    return onTop(staged, (frame) => ({
      ...frame,
      shape: event.shape ?? frame.shape,
      score: event.specScore ?? frame.score,
      breaker: event.stage === undefined ? frame.breaker : moved(frame.breaker),
    }));
  },

  'wave-reviewed': (run, event) =>
    onWorkflow(run, (workflow) => ({
      ...workflow,
      waveReviews: [
        ...workflow.waveReviews.filter(({ wave }) => wave !== event.review.wave),
        event.review,
      ].sort((one, other) => one.wave - other.wave),
    })),

  'thoroughly-reviewed': (run, event) =>
    onWorkflow(event.review.passed ? progressed(run) : run, (workflow) => ({
      ...workflow,
      thorough: event.review,
    })),

  gated: (run, event) =>
    onWorkflow(event.passed ? progressed(run) : run, (workflow) => ({
      ...workflow,
      gate: {
        passed: event.passed,
        at: event.at,
        failures: event.passed ? 0 : (workflow.gate?.failures ?? 0) + 1,
      },
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
      breaker: { ...frame.breaker, retries: frame.breaker.retries + 1 },
    }));
    return without(retried, 'continuation');
  },

  observed: (run, event) => ({
    ...onTop(run, (frame) => ({ ...frame, breaker: observe(frame.breaker, event) })),
    ...(run.continuation && { continuation: { ...run.continuation, isSeen: true } }),
  }),

  // Inner work is paid for by everyone who waits for it, so every frame on the stack counts it.
  spent: (run, event) => ({
    ...run,
    usageMark: event.mark,
    frames: run.frames.map((frame) => ({
      ...frame,
      spend: { usd: frame.spend.usd + event.spend.usd, tokens: frame.spend.tokens + event.spend.tokens },
    })),
  }),

  'counted-ahead': (run, event) =>
    onTop(run, (frame) => ({ ...frame, iteration: event.iteration, countedAhead: true })),

  noted: (run, event) => onTop(run, (frame) => ({ ...frame, notes: remember(frame.notes, event.note) })),
};

function observe(breaker: Breaker, event: EventOf<'observed'>): Breaker {
  const edits = new Map(breaker.edits.map(({ path, count }) => [path, count]));
  for (const path of event.edits) edits.set(path, (edits.get(path) ?? 0) + 1);
  let { error, errorCount } = breaker;
  for (const signature of event.errors) {
    errorCount = signature === error ? errorCount + 1 : 1;
    error = signature;
  }
  return {
    ...breaker,
    error,
    errorCount,
    tools: breaker.tools + event.tools,
    edits: [...edits].map(([path, count]) => ({ path, count })).slice(-MAX_REMEMBERED),
    denials: event.denials > 0 ? breaker.denials + event.denials : event.tools > 0 ? 0 : breaker.denials,
    retries: event.tools > 0 ? 0 : breaker.retries,
  };
}

/** The counters at the start of an iteration: those of the iteration before are cleared. */
function newIteration(breaker: Breaker): Breaker {
  return { ...breaker, tools: 0, edits: [], hasProgress: false, retries: 0 };
}

/** Something moved forward, so what repeated itself before says nothing any more. */
function moved(breaker: Breaker): Breaker {
  return { ...breaker, hasProgress: true, error: '', errorCount: 0 };
}

/** After a pause every counter stands one short of its threshold or where it was, so that one iteration decides. */
function onTrial(breaker: Breaker): Breaker {
  return {
    ...breaker,
    stuckCount: Math.max(0, breaker.stuckCount - 1),
    idle: Math.max(0, breaker.idle - 1),
    messageCount: Math.max(0, breaker.messageCount - 1),
    errorCount: Math.max(0, breaker.errorCount - 1),
    denials: Math.max(0, breaker.denials - 1),
    edits: FRESH_BREAKER.edits,
    tools: 0,
    retries: 0,
  };
}

function progressed(run: Run): Run {
  return onTop(run, (frame) => ({ ...frame, breaker: moved(frame.breaker) }));
}

function onTop(run: Run, change: (frame: Frame) => Frame): Run {
  const top = run.frames.at(-1);
  return top ? { ...run, frames: [...run.frames.slice(0, -1), change(top)] } : run;
}

function onWorkflow(run: Run, change: (workflow: Workflow) => Workflow): Run {
  return onTop(run, (frame) => (frame.workflow ? { ...frame, workflow: change(frame.workflow) } : frame));
}

function onCriterion(
  run: Run,
  name: string,
  change: (criterion: Criterion) => Criterion,
  effect: 'moved' | 'same',
): Run {
  return onTop(run, (frame) => {
    if (!frame.criteria.some((criterion) => criterion.name === name)) return frame;
    return {
      ...frame,
      criteria: frame.criteria.map((criterion) => (criterion.name === name ? change(criterion) : criterion)),
      breaker: effect === 'moved' ? moved(frame.breaker) : frame.breaker,
    };
  });
}

/** `blocks` is `blockedBy` seen from the other side; it is derived, so the two can't disagree. */
function withBlocks(tasks: readonly Task[]): Task[] {
  const blocks = new Map<string, string[]>();
  for (const task of tasks) {
    for (const id of task.blockedBy) {
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
