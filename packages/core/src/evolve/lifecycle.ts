import { addCounts } from '../model/add-counts.ts';
import { renewedLimits } from '../model/limits.ts';
import { onTop, onWorkflow, remember, without } from './change.ts';
import { withRoundLeft } from './criteria.ts';
import { askedAgain, halfOpened, newIteration, withProgress, workflowHalfOpened } from './progress.ts';
import { isHandNote } from '../model/hand-notes.ts';
import { endingName } from '../text/endings.ts';
import type { ReducersOf } from './reducers.ts';
import { withReceiptMark, withStaleMarks, withWarningsKept } from './usage.ts';

/** The course of a run, from its start to its end. */
export const lifecycle: ReducersOf<
  | 'opened'
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
  opened: (_run, event) => event.run,

  pushed: (run, event) => ({ ...run, frames: [...run.frames, event.frame] }),

  closed: (run, event) => {
    const top = run.frames.at(-1);
    if (!top) return run;
    const { id, mode, spec, iteration, spend } = top;
    const note = { kind: 'popped', frame: id, spec, ending: endingName(event.ending) } as const;
    const outer = run.frames
      .slice(0, -1)
      .map((frame, index, rest) =>
        index === rest.length - 1
          ? { ...frame, breaker: withProgress(frame.breaker), notes: remember(frame.notes, note) }
          : frame,
      );
    return {
      ...run,
      ...(event.touched && { touched: event.touched }),
      frames: outer,
      closed: remember(run.closed, { id, mode, spec, iteration, spend, ending: event.ending }),
    };
  },

  rested: (run, event) =>
    without(
      without(
        withReceiptMark(
          {
            ...withStaleMarks(run, event),
            status: event.status,
            ending: event.ending,
            ...(event.touched && { touched: event.touched }),
          },
          event.at,
        ),
        'continuation',
      ),
      'isSettled',
    ),

  resumed: (run, event) => {
    const { limits, shape, asked } = event;
    const extended = onTop(run, (frame) => ({
      ...frame,
      limits,
      shape: shape ?? frame.shape,
      ...(asked && { asked: { ...frame.asked, ...asked }, raisedAt: event.at }),
    }));
    if (run.status === 'active') return withWarningsKept(run, extended, event.at);
    const pausedMs = Math.max(0, event.at - (run.ending?.at ?? event.at));
    const first = run.frames.at(-1)?.limits ?? limits;
    const onceMore = onTop(extended, (frame) => ({
      ...frame,
      grant: frame.grant ?? renewedLimits(first),
      breaker: halfOpened(frame.breaker),
      criteria: frame.criteria.map(withRoundLeft),
    }));
    const resumed = onWorkflow(onceMore, workflowHalfOpened);
    // All loops on the stack rested, so the pause counts for none.
    const frames = resumed.frames.map((frame) => ({ ...frame, startedAt: frame.startedAt + pausedMs }));
    const active = {
      ...resumed,
      status: 'active',
      frames,
      // The pause belongs to no iteration.
      ...(run.billed && { billed: { ...run.billed, at: event.at } }),
    } as const;
    const ongoing = without(without(withWarningsKept(run, active, event.at), 'ending'), 'continuation');
    return without(ongoing, 'isSettled');
  },

  continued: (run, event) => ({
    ...onTop(withReceiptMark(withStaleMarks(run, event), event.at), (frame) => ({
      ...frame,
      iteration: event.iteration,
      countedAhead: false,
      notes: [],
      breaker: {
        ...newIteration(frame.breaker),
        ...(event.waits && askedAgain(frame.breaker)),
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
      onTop(withReceiptMark(withStaleMarks(run, event), event.at), (frame) =>
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

  claimed: (run, event) => without({ ...run, session: event.session }, 'continuation'),

  heard: (run) => {
    const answered = onTop(run, (frame) => ({
      ...frame,
      checkInDue: false,
      // The prompt brings them to Claude.
      notes: frame.notes.filter((note) => !isHandNote(note)),
    }));
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
