import { isOver } from '../model/is-over.ts';
import { DEFAULT_LIMITS, MAX_FRAMES } from '../model/defaults.ts';
import { createFrame } from '../model/plans.ts';
import { isDone, restCauseOf } from '../model/ending.ts';
import type { Ending, Frame, Run } from '../model/run.ts';
import { endingDetail } from '../text/endings.ts';
import {
  aBoolean,
  aCount,
  aDateLike,
  aText,
  type Expectation,
  having,
  listOf,
  oneOf,
  optional,
  orElse,
  orNull,
  parseAs,
  unexpected,
} from './expect.ts';
import { formatInstant } from './instant.ts';
import { describe, type Fields, isFields, type Parsed, parseFields, unknownFields, wrong } from './json.ts';
import { MODES } from '../model/vocabulary.ts';
import type { StackFrame, StackState } from '../model/view-files.ts';

/** The fields that we write; `schema`, `run_id` and the reason of an adopted message stay unchanged. */
const FIELDS = ['event', 'updated_at', 'stack'];
const FRAME_FIELDS = ['id', 'mode', 'iter', 'max', 'unlimited'];

/** Seed 004 asks only for its presence: `1`, `"idle/v1"` or an object. */
const aSchema: Expectation = (value, field, problems) =>
  isFields(value) || ['number', 'string'].includes(typeof value)
    ? value
    : unexpected('a number, text or an object', value, field, problems);

/** The fields and their defaults. `../model/view-files.ts` has the truth; a property test compares the two. */
const expectedState = (): Expectation =>
  having({
    schema: aSchema,
    event: orElse(oneOf(['STATE', 'DONE', 'ABORT']), 'STATE'),
    reason: optional(aText),
    run_id: orElse(aText, ''),
    // A message without a date is older than any loop that is still alive.
    updated_at: orElse(aDateLike('2024-12-21T10:30:00Z'), formatInstant(0)),
    stack: orElse(
      listOf(
        having({
          id: aText,
          mode: orElse(oneOf(MODES), 'loop'),
          iter: orElse(aCount, 0),
          max: orNull(aCount),
          unlimited: optional(aBoolean),
        }),
      ),
      [],
    ),
  });

/**
 * Reads the message of topic `loop:current` of seed 004 from text or parsed JSON. `schema` makes it valid;
 * other missing or `null` fields take their defaults, a wrong type is a problem. Never throws.
 */
export function parseStackState(input: unknown): Parsed<StackState> {
  const fields = parseFields(input);
  if (!fields.ok) return fields;
  const { reason, stack, ...rest } = fields.value;
  if ((rest['schema'] ?? null) === null) return wrong('schema', 'is missing');
  const parsed = parseAs<StackState>(expectedState(), {
    ...rest,
    ...((reason ?? null) !== null && { reason }),
    stack: Array.isArray(stack) ? stack.map(withDefaults) : stack,
  });
  if (parsed.ok && parsed.value.stack.length > MAX_FRAMES)
    return wrong('stack', `expected at most ${MAX_FRAMES} frames, got ${describe(stack)}`);
  return parsed;
}

/** Gives the stack as the message of seed 004, bottom frame first. */
export function toStackState(run: Run): StackState {
  const reason = run.ending && reasonOf(run.ending);
  return {
    schema: 1,
    run_id: run.id,
    ...run.extras,
    event: EVENTS[run.status],
    ...(reason !== undefined && { reason }),
    updated_at: formatInstant(run.updatedAt),
    stack: isOver(run) ? [] : run.frames.map(toStackFrame),
  };
}

/** Gives the frames that a message describes, with the specs that belong to them where they are known. */
export function stackFrames(
  state: StackState,
  specs: readonly string[],
  at: number,
): { readonly frames: readonly Frame[]; readonly extras: Fields } {
  const frames = state.stack.map((frame, index) => {
    const plain = createFrame({ frameId: frame.id, mode: frame.mode, spec: specs[index] ?? '' }, at);
    return {
      ...plain,
      iteration: frame.iter,
      limits: { ...plain.limits, iterations: frame.max },
      extras: { ...plain.extras, stack: unknownFields(frame, FRAME_FIELDS) },
    };
  });
  return { frames, extras: unknownFields(state, FIELDS) };
}

const EVENTS: Readonly<Record<Run['status'], StackState['event']>> = {
  draft: 'STATE',
  active: 'STATE',
  paused: 'STATE',
  stuck: 'DONE',
  completed: 'DONE',
  aborted: 'ABORT',
  cancelled: 'ABORT',
};

/** Seed 004 has words for some; the others have ours. */
function reasonOf(ending: Ending): string {
  const cause = restCauseOf(ending);
  if (isDone(ending)) return 'COMPLETE';
  if (cause?.kind === 'limit' && cause.limit === 'iterations') return 'MAX_ITERATIONS';
  return endingDetail(ending) ?? (ending.kind === 'cancelled' ? 'USER_CANCELLED' : ending.kind);
}

function toStackFrame({ id, mode, iteration, limits, extras }: Frame): StackFrame {
  const { iterations: max } = limits;
  return { ...extras.stack, id, mode, iter: iteration, max, ...(max === null && { unlimited: true }) };
}

/** Fills in the defaults that depend on more than one field. `unlimited` goes only with a `max` of null. */
function withDefaults(frame: unknown, index: number): unknown {
  if (!isFields(frame)) return frame;
  const { unlimited, ...rest } = frame;
  const max = rest['max'] ?? null;
  const isUnlimited = unlimited === true && max === null;
  return {
    ...rest,
    id: rest['id'] ?? `frame-${index + 1}`,
    max: isUnlimited ? null : (max ?? DEFAULT_LIMITS.iterations),
    ...(isUnlimited && { unlimited: true }),
  };
}
