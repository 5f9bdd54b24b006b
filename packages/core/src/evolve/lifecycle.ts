import { addCounts, NO_ISSUES } from '../model/plans.ts';
import { renewedLimits, usedIterations } from '../model/limits.ts';
import type { Ending, Frame, Run } from '../model/run.ts';
import { onTop, type Reducers, remember, top } from './change.ts';
import { withRoundLeft } from './criteria.ts';
import { halfOpened, newIteration, withProgress, workflowHalfOpened } from './progress.ts';
import { isDone, isHandNote } from '../model/state.ts';
import { VOUCHERS } from '../model/vocabulary.ts';
import { endingName } from '../text/endings.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { withReceiptMark, withStaleMarks, withWarningsKept } from './usage.ts';

/** Counts an issue of a grind. The iterations of the grind count for each issue, so they are granted anew. */
function afterIssue(frame: Frame, spec: string, ending: Ending): Partial<Frame> {
  const { limits, issues = NO_ISSUES, grant = renewedLimits(limits) } = frame;
  const name = sanitizeLine(spec, 80);
  const by = isDone(ending) && (VOUCHERS.find((one) => ending.seen?.[one]) ?? 'word');
  return {
    issues: {
      ...issues,
      ended: addCounts(issues.ended, 1),
      verified: addCounts(issues.verified, ending.kind === 'verified' ? 1 : 0),
      seen: by ? { ...issues.seen, [by]: remember(issues.seen[by] ?? [], name) } : issues.seen,
      undone: by ? issues.undone : remember(issues.undone, name),
    },
    grant,
    limits: {
      ...limits,
      iterations: grant.iterations === null ? null : usedIterations(frame) + grant.iterations,
    },
  };
}

/** The course of a run, from its start to its end. */
export const lifecycle = {
  pushed: (run, { frame }) => ({ ...run, frames: [...run.frames, frame] }),

  closed: (run, { ending, touched = run.touched }) => {
    const top = run.frames.at(-1);
    if (!top) return run;
    const { id, mode, spec, iteration, spend } = top;
    const note = { kind: 'popped', frame: id, spec, ending: endingName(ending) } as const;
    const closed = remember(run.closed, { id, mode, spec, iteration, spend, ending });
    return onTop({ ...run, touched, closed, frames: run.frames.slice(0, -1) }, (outer) => ({
      breaker: withProgress(outer.breaker),
      notes: remember(outer.notes, note),
      ...(outer.mode === 'grind' && afterIssue(outer, spec, ending)),
    }));
  },

  rested: (run, { at, stale, status, ending, touched = run.touched }) => ({
    ...withReceiptMark(withStaleMarks(run, stale), at),
    status,
    ending,
    touched,
    continuation: undefined,
    isSettled: undefined,
  }),

  left: (run, { at }) => ({ ...run, leftAt: at }),

  resumed: (run, { at, limits, shape, asked }) => {
    const extended = onTop(run, (frame) => ({
      limits,
      shape: shape ?? frame.shape,
      ...(asked && { asked: { ...frame.asked, ...asked }, raisedAt: at }),
    }));
    if (run.status === 'active') return withWarningsKept(run, extended, at);
    const pausedMs = Math.max(0, at - (run.ending?.at ?? at));
    const first = run.frames.at(-1)?.limits ?? limits;
    const onceMore = onTop(extended, (frame) => ({
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
      awaitsUser: true,
      isSettled: undefined,
    };
    return withWarningsKept(run, active, at);
  },

  continued: (
    run,
    { type: _type, isByHand: _byHand, receipt: _receipt, at, stale, iteration, waits, ...counters },
  ) => ({
    ...onTop(withReceiptMark(withStaleMarks(run, stale), at), (frame) => ({
      iteration,
      countedAhead: false,
      notes: [],
      breaker: {
        ...newIteration(frame.breaker),
        // The next stop asks those again that let a claim be answered first.
        ...(waits && { rounds: frame.breaker.rounds, hasWaited: true }),
        ...counters,
      },
    })),
    continuation: { at, isSeen: false },
    awaitsUser: undefined,
  }),

  'let-go': (run, { at, stale, startsIteration, awaitsUser, iteration }) => ({
    ...onTop(withReceiptMark(withStaleMarks(run, stale), at), ({ breaker }) =>
      startsIteration
        ? { iteration, countedAhead: false, checkInDue: false, breaker: newIteration(breaker) }
        : {},
    ),
    continuation: undefined,
    awaitsUser: awaitsUser ?? run.awaitsUser,
  }),

  claimed: (run, { session, agent }) => ({ ...run, session, agent, continuation: undefined }),

  heard: (run) => ({
    ...onTop(run, ({ notes, workflow }) => ({
      checkInDue: false,
      // The prompt brings them to Claude.
      notes: notes.filter((note) => !isHandNote(note)),
      workflow: workflow && { ...workflow, question: undefined },
    })),
    continuation: undefined,
  }),

  failed: (run) => ({
    ...onTop(run, ({ breaker }) => ({ breaker: { ...breaker, retries: addCounts(breaker.retries, 1) } })),
    continuation: undefined,
  }),

  'counted-ahead': top((_frame, { iteration }) => ({ iteration, countedAhead: true })),

  kept: top((frame, { extras }) => ({ extras: { ...frame.extras, criteria: extras } })),

  noted: top((frame, { note }) => ({
    notes: remember(frame.notes, note),
    ...(note.kind === 'budget' && { warned: { ...frame.warned, [note.limit ?? 'budgetUsd']: note.percent } }),
  })),
} satisfies Partial<Reducers>;
