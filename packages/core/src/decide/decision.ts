import type { REJECTIONS } from '../text/notices.ts';
import type { LoopEvent } from '../model/event.ts';
import { given } from '../model/plans.ts';
import { isFields } from '../views/json.ts';
import type { StopCommand } from '../model/command.ts';
import type { Warning } from './limits.ts';
import type { Amendment, Ending, Note, Frame, Run } from '../model/run.ts';
import { isOpen } from '../model/state.ts';

/** The rules of the stop table, in their order. The names are public. */
export const RULE_NAMES = [
  'disabled',
  'no-loop',
  'not-main',
  'ended',
  'corrupt',
  'stale',
  'waiting',
  'needs-user',
  'gave-up',
  'done',
  'breaker',
  'limit',
  'unproved',
  'continue',
] as const;
export type RuleName = (typeof RULE_NAMES)[number];

/** A missing proof, or the missing claim. */
export type Missing =
  | { readonly kind: 'claim' }
  | {
      readonly kind: 'criterion';
      readonly name: string;
      readonly why: 'unmet' | 'unchecked' | 'failed' | 'stale' | 'assumed';
      /** A judge decides about it, not a command. */
      readonly isJudged?: boolean;
    }
  | {
      readonly kind: 'task';
      readonly id: string;
      readonly subject: string;
      /** It is completed, and neither a check nor a note shows it. */
      readonly isUnproved?: true;
    }
  | { readonly kind: 'review'; readonly blockers: number | null }
  | { readonly kind: 'gate' };

/** The answer to a stop. `popped` has the frames that ended in the same breath, innermost first. */
export type Verdict =
  | {
      readonly kind: 'allow';
      readonly rule: RuleName;
      /** The user is there and just got an answer; left out for any other need. */
      readonly need?: 'remark';
      readonly ending?: Ending;
      readonly popped?: readonly Ending[];
    }
  | (Pick<StopCommand, 'nearMiss' | 'unreadable' | 'elsewhere'> & {
      readonly kind: 'block';
      readonly rule: RuleName;
      /** The number of the iteration that begins. */
      readonly iteration: number;
      readonly missing: readonly Missing[];
      /** Notes for Claude. */
      readonly notes: readonly Note[];
      readonly popped: readonly Ending[];
    });

/** A message for the caller's user. */
export type Notice =
  | { readonly code: 'clamped'; readonly limit: string; readonly from: number; readonly to: number }
  | { readonly code: 'tick-undone'; readonly criterion: string }
  | ({ readonly code: 'edit-refused' } & Omit<Extract<Note, { kind: 'edit-refused' }>, 'kind'>)
  | { readonly code: 'overridden' }
  | { readonly code: 'taken-over'; readonly from: string }
  | ({ readonly code: 'budget' } & Warning)
  | { readonly code: 'paused'; readonly reason: string; readonly retryAt?: number | undefined }
  | { readonly code: 'retry' }
  | { readonly code: 'ask-panel'; readonly subject: string }
  | { readonly code: 'all-met' }
  | { readonly code: 'not-started' }
  | { readonly code: 'amended'; readonly amendment: Amendment };

/** Why a command changed nothing. */
export interface Rejection {
  readonly code: keyof typeof REJECTIONS;
  /** The thing it is about. */
  readonly subject?: string | undefined;
  readonly missing?: readonly Missing[] | undefined;
}

/** The decision on a command: events, the answer to a stop, and messages. */
export interface Decision {
  readonly events: readonly LoopEvent[];
  readonly verdict?: Verdict;
  readonly notices: readonly Notice[];
  readonly rejected?: Rejection;
}

/** The decision on a stop: it always has an answer. */
export type StopDecision = Decision & { readonly verdict: Verdict };

/** A decision that these events follow. Fields without a value are left out, as in the journal. */
export function accepted(events: readonly LoopEvent[], notices: readonly Notice[] = []): Decision {
  return { events: withoutUndefined(events), notices };
}

function withoutUndefined<T>(value: T): T;
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(given(value)).map(([key, one]) => [key, withoutUndefined(one)]));
}

/** A decision that nothing follows, and why. */
export function rejected(code: Rejection['code'], about: Omit<Rejection, 'code'> = {}): Decision {
  return { events: [], notices: [], rejected: { code, ...about } };
}

/** Decides about the top frame; a run that is not open refuses. */
// @__NO_SIDE_EFFECTS__
export function onFrame<C>(
  decideFrame: (frame: Frame, command: C) => Decision,
): (run: Run | undefined, command: C) => Decision {
  return (run, command) => {
    const frame = topOf(run);
    return frame ? decideFrame(frame, command) : refuse(run);
  };
}

/** The frame that records work; undefined for a run that is not open. */
export function topOf(run: Run | undefined): Frame | undefined {
  return isOpen(run) ? run.frames.at(-1) : undefined;
}

/** Why a run that isn't open refuses. */
export function refuse(run: Run | undefined): Decision {
  return run === undefined || run.status === 'draft'
    ? rejected('no-run')
    : rejected('ended', { subject: run.status });
}
