import { addCounts } from '../model/add-counts.ts';
import { renewedLimits } from '../model/limits.ts';
import type { Run } from '../model/run.ts';
import { onTop, type ReducersOf, remember, top } from './change.ts';
import { withRoundLeft } from './criteria.ts';
import { halfOpened, newIteration, withProgress, workflowHalfOpened } from './progress.ts';
import { isHandNote } from '../model/hand-notes.ts';
import { endingName } from '../text/endings.ts';
import { withReceiptMark, withStaleMarks, withWarningsKept } from './usage.ts';

/** The course of a run, from its start to its end. */
export const lifecycle: ReducersOf<
  | 'pushed'
  | 'closed'
  | 'rested'
  | 'resumed'
  | 'continued'
  | 'let-go'
  | 'claimed'
  | 'heard'
  | 'failed'
  | 'counted-ahead'
  | 'kept'
  | 'noted'
> = {
  pushed: (run, event) => ({ ...run, frames: [...run.frames, event.frame] }),

  closed: (run, event) => {
    const closed = run.frames.at(-1);
    if (!closed) return run;
    const { id, mode, spec, iteration, spend } = closed;
    const note = { kind: 'popped', frame: id, spec, ending: endingName(event.ending) } as const;
    const rest = onTop({ ...run, frames: run.frames.slice(0, -1) }, (frame) => ({
      ...frame,
      breaker: withProgress(frame.breaker),
      notes: remember(frame.notes, note),
    }));
    return {
      ...rest,
      touched: event.touched ?? run.touched,
      closed: remember(run.closed, { id, mode, spec, iteration, spend, ending: event.ending }),
    };
  },

  rested: (run, event) => ({
    ...withReceiptMark(withStaleMarks(run, event), event.at),
    status: event.status,
    ending: event.ending,
    touched: event.touched ?? run.touched,
    continuation: undefined,
    isSettled: undefined,
  }),

  resumed: (run, { at, limits, shape, asked }) => {
    const extended = onTop(run, (frame) => ({
      ...frame,
      limits,
      shape: shape ?? frame.shape,
      ...(asked && { asked: { ...frame.asked, ...asked }, raisedAt: at }),
    }));
    if (run.status === 'active') return withWarningsKept(run, extended, at);
    const pausedMs = Math.max(0, at - (run.ending?.at ?? at));
    const first = run.frames.at(-1)?.limits ?? limits;
    const onceMore = onTop(extended, (frame) => ({
      ...frame,
      grant: frame.grant ?? renewedLimits(first),
      breaker: halfOpened(frame.breaker),
      criteria: frame.criteria.map(withRoundLeft),
      workflow: frame.workflow && workflowHalfOpened(frame.workflow),
    }));
    const active: Run = {
      ...onceMore,
      status: 'active',
      // All loops on the stack rested, so the pause counts for none, and for no iteration.
      frames: onceMore.frames.map((frame) => ({ ...frame, startedAt: frame.startedAt + pausedMs })),
      billed: run.billed && { ...run.billed, at },
      ending: undefined,
      continuation: undefined,
      isSettled: undefined,
    };
    return withWarningsKept(run, active, at);
  },

  continued: (run, { at, stale, iteration, waits, ...event }) => ({
    ...onTop(withReceiptMark(withStaleMarks(run, { stale }), at), (frame) => ({
      ...frame,
      iteration,
      countedAhead: false,
      notes: [],
      breaker: {
        ...newIteration(frame.breaker),
        // The next stop asks those again that let a claim be answered first.
        ...(waits && { rounds: frame.breaker.rounds, hasWaited: true }),
        stuckCount: event.stuckCount,
        lastUnmet: event.lastUnmet,
        idle: event.idle,
        message: event.message,
        messageCount: event.messageCount,
      },
    })),
    continuation: { at, isSeen: false },
  }),

  'let-go': (run, event) => ({
    ...onTop(withReceiptMark(withStaleMarks(run, event), event.at), (frame) =>
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
    continuation: undefined,
  }),

  claimed: (run, { session }) => ({ ...run, session, continuation: undefined }),

  heard: (run) => ({
    ...onTop(run, (frame) => ({
      ...frame,
      checkInDue: false,
      // The prompt brings them to Claude.
      notes: frame.notes.filter((note) => !isHandNote(note)),
      workflow: frame.workflow && { ...frame.workflow, question: undefined },
    })),
    continuation: undefined,
  }),

  failed: (run) => ({
    ...onTop(run, (frame) => ({
      ...frame,
      breaker: { ...frame.breaker, retries: addCounts(frame.breaker.retries, 1) },
    })),
    continuation: undefined,
  }),

  'counted-ahead': top((frame, { iteration }) => ({ ...frame, iteration, countedAhead: true })),

  kept: top((frame, { extras }) => ({ ...frame, extras: { ...frame.extras, criteria: extras } })),

  noted: top((frame, { note }) => ({
    ...frame,
    notes: remember(frame.notes, note),
    ...(note.kind === 'budget' && {
      warned: { ...frame.warned, [note.limit ?? 'budgetUsd']: note.percent },
    }),
  })),
};
