import { isOver, isDone, restCauseOf } from '../model/state.ts';
import { DEFAULT_LIMITS } from '../model/defaults.ts';
import { createFrame } from '../model/plans.ts';
import type { Ending, Frame, Run } from '../model/run.ts';
import { endingDetail } from '../text/endings.ts';
import { formatInstant, LONG_AGO, normalInstant } from './instant.ts';
import { type StackFrame, type StackState, stackStateSchema } from '../model/view-files.ts';
import {
  type Fields,
  isFields,
  parseAs,
  type Parsed,
  parseFields,
  unknownFields,
  withDefaults,
  wrong,
} from './json.ts';

/** The fields that we write; `schema`, `run_id` and the reason of an adopted message stay unchanged. */
const FIELDS = ['event', 'updated_at', 'stack'];
const FRAME_FIELDS = ['id', 'mode', 'iter', 'max', 'unlimited'];

const DEFAULTS = { event: 'STATE', run_id: '', updated_at: LONG_AGO, stack: [] };

/** Reads the message of topic `loop:current` of seed 004. Missing fields take defaults, except `schema`. Never throws. */
export function parseStackState(input: unknown): Parsed<StackState> {
  const fields = parseFields(input);
  if (!fields.ok) return fields;
  if ((fields.value['schema'] ?? null) === null) return wrong('schema', 'is missing');
  // A message without a date is older than any loop that is still alive.
  const { reason, updated_at, stack, ...rest } = fields.value;
  const message = {
    ...rest,
    ...((reason ?? null) !== null && { reason }),
    updated_at: normalInstant(updated_at),
    stack: Array.isArray(stack) ? stack.map(frameWithDefaults) : stack,
  };
  return parseAs(stackStateSchema, withDefaults(message, DEFAULTS));
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

/** `unlimited` goes only with a `max` of null. */
function frameWithDefaults(frame: unknown, index: number): unknown {
  if (!isFields(frame)) return frame;
  const { unlimited, max, ...rest } = frame;
  const isUnlimited = unlimited === true && (max ?? null) === null;
  return {
    ...(withDefaults(rest, { id: `frame-${index + 1}`, mode: 'loop', iter: 0 }) as Fields),
    max: isUnlimited ? null : (max ?? DEFAULT_LIMITS.iterations),
    ...(isUnlimited && { unlimited: true }),
  };
}
