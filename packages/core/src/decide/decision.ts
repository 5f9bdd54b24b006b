import type { REJECTIONS } from '../text/notices.ts';
import type { LoopEvent } from '../model/event.ts';
import { given } from '../model/plans.ts';
import type { WarnedLimit } from '../model/limits.ts';
import type { Amendment, Ending, Note } from '../model/run.ts';

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
  | { readonly kind: 'task'; readonly id: string; readonly subject: string }
  | { readonly kind: 'review'; readonly blockers: number | null }
  | { readonly kind: 'gate' };

/** The answer to a stop. */
export type Verdict =
  | {
      readonly kind: 'allow';
      readonly rule: RuleName;
      readonly ending?: Ending;
      /** The frames that ended in the same breath, innermost first; left out where none did. */
      readonly popped?: readonly Ending[];
    }
  | {
      readonly kind: 'block';
      readonly rule: RuleName;
      /** The number of the iteration that begins. */
      readonly iteration: number;
      readonly missing: readonly Missing[];
      /** Notes for Claude. */
      readonly notes: readonly Note[];
      /** The frames that ended in the same breath, innermost first. */
      readonly popped: readonly Ending[];
      /** A signal that the last message only quotes, and the construct around it, such as a quote. */
      readonly nearMiss?: { readonly line: number; readonly place: string };
      /** Why a part of the work tree could not be read. */
      readonly unreadable?: string;
      /** Claude works in no work tree of the project, so nothing was proved. */
      readonly elsewhere?: { readonly path: string; readonly project: string };
    };

/** A message for the caller's user. */
export type Notice =
  | { readonly code: 'clamped'; readonly limit: string; readonly from: number; readonly to: number }
  | { readonly code: 'tick-undone'; readonly criterion: string }
  | {
      readonly code: 'edit-refused';
      readonly field: string;
      readonly reason: string;
      readonly subject?: string | undefined;
    }
  | { readonly code: 'overridden' }
  | { readonly code: 'taken-over'; readonly from: string }
  | {
      readonly code: 'budget';
      readonly percent: number;
      readonly limit: WarnedLimit;
      readonly used: number;
      readonly of: number;
    }
  | { readonly code: 'paused'; readonly reason: string; readonly retryAt?: number | undefined }
  | { readonly code: 'retry' }
  | { readonly code: 'ask-panel'; readonly subject: string }
  | { readonly code: 'all-met' }
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
export interface StopDecision extends Decision {
  readonly verdict: Verdict;
}

/** A decision that these events follow. Their fields without a value are left out, as in the journal. */
export function accepted(events: readonly LoopEvent[], notices: readonly Notice[] = []): Decision {
  return { events: events.map((event) => given(event) as LoopEvent), notices };
}

/** A decision that nothing follows, and why. */
export function rejected(code: Rejection['code'], about: Omit<Rejection, 'code'> = {}): Decision {
  return { events: [], notices: [], rejected: { code, ...about } };
}
