import type { Mode, SignalKind } from '../model/vocabulary.ts';
import { hasFinishedIssue, listedTasks, openTasks } from '../proofs.ts';
import type { StopCommand } from '../model/command.ts';
import type { Frame } from '../model/run.ts';

/** A statement that the work is done, or that Claude gives up. */
export interface Claim {
  readonly says: 'done' | 'gave-up';
  readonly by: string;
}

/**
 * What each signal of seeds 001 and 004 claims, and the modes that accept it. `loop-complete` carries free text. A grind
 * is done by its issues: once one of them is finished.
 */
const SIGNALS: Readonly<
  Record<
    SignalKind,
    {
      readonly values?: Readonly<Record<string, Claim['says'] | 'by issues'>>;
      readonly modes: readonly Mode[];
    }
  >
> = {
  'loop-complete': { modes: ['loop', 'issue', 'grind'] },
  'loop-done': {
    values: { COMPLETE: 'done', MAX_ITERATIONS: 'gave-up', STUCK: 'gave-up' },
    modes: ['loop', 'issue'],
  },
  'issue-complete': { values: { DONE: 'done' }, modes: ['issue'] },
  'grind-done': { values: { NO_MORE_ISSUES: 'by issues', MAX_ISSUES: 'by issues' }, modes: ['grind'] },
};

/** Finds the newest claim: a signal in the text, the status block, the exit flag, or a workflow without open tasks. */
export function claimOf(frame: Frame, stop: StopCommand): Claim | undefined {
  const signalled = (stop.signals ?? []).flatMap((signal) => signalClaim(signal, frame) ?? []).at(-1);
  if (signalled) return signalled;
  if (stop.statusBlock?.exitSignal !== undefined) {
    return stop.statusBlock.exitSignal ? { says: 'done', by: 'status block' } : undefined;
  }
  if (frame.exitSignal) return { says: 'done', by: 'exit signal' };
  // Seed 002: a workflow claims to be done by having no task left, in its own list and in Claude's.
  const isWorkflowDone =
    frame.workflow !== undefined &&
    frame.tasks.length > 0 &&
    openTasks(frame).length === 0 &&
    listedTasks(stop).length === 0;
  return isWorkflowDone ? { says: 'done', by: 'tasks' } : undefined;
}

type Signal = NonNullable<StopCommand['signals']>[number];

/** A signal of another mode, or with an unknown value, claims nothing. */
function signalClaim({ kind, value }: Signal, frame: Frame): Claim | undefined {
  const meaning = SIGNALS[kind];
  if (!meaning.modes.includes(frame.mode)) return undefined;
  if (!meaning.values) return { says: 'done', by: kind };
  const says = Object.hasOwn(meaning.values, value) ? meaning.values[value] : undefined;
  if (says === 'by issues') return { says: hasFinishedIssue(frame) ? 'done' : 'gave-up', by: value };
  return says && { says, by: value };
}
