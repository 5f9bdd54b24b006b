import { isOver } from '../model/is-over.ts';
import { DEFAULT_LIMITS, MAX_FRAMES } from '../model/defaults.ts';
import { createFrame } from '../model/plans.ts';
import type { Frame, Run } from '../schemas/run.ts';
import { formatInstant, parseInstant } from './instant.ts';
import {
  countProblem,
  describe,
  type Fields,
  isFields,
  orDefault,
  type Parsed,
  parseFields,
  type Problem,
  unknownFields,
  wrong,
} from './json.ts';
import { MODES } from '../model/vocabulary.ts';
import { aBoolean, aNumber, aNumberOrNull, aText, check, having, listOf, oneOf, optional } from './expect.ts';
import type { StackFrame, StackState } from '../schemas/stack-state.ts';

/** The fields that we write; `schema`, `run_id` and the reason of an adopted message stay unchanged. */
const FIELDS = ['event', 'updated_at', 'stack'];
const FRAME_FIELDS = ['id', 'mode', 'iter', 'max', 'unlimited'];

/** The message after its defaults. `schemas/` has the truth; a property test compares the two. */
const expectedState = having({
  schema: aNumber,
  event: oneOf(['STATE', 'DONE', 'ABORT']),
  reason: optional(aText),
  run_id: aText,
  updated_at: aText,
  stack: listOf(
    having({
      id: aText,
      mode: oneOf(MODES),
      iter: aNumber,
      max: aNumberOrNull,
      unlimited: optional(aBoolean),
    }),
  ),
});

/** A message without a date is older than any loop that is still alive. */
const LONG_AGO = formatInstant(0);

/**
 * Reads the message of topic `loop:current` of seed 004 from text or parsed JSON. `schema` makes it valid;
 * other missing or `null` fields take their defaults, a wrong type is a problem. Never throws.
 */
export function parseStackState(input: unknown): Parsed<StackState> {
  const parsed = parseFields(input);
  if (!parsed.ok) return parsed;
  const fields = parsed.value;
  if (!Object.hasOwn(fields, 'schema') || fields['schema'] === null) return wrong('schema', 'is missing');
  const { reason, ...rest } = fields;
  const stack = orDefault(fields, 'stack', []);
  const shaped = check<StackState>(expectedState, {
    ...rest,
    ...(reason !== null && reason !== undefined && { reason }),
    event: orDefault(fields, 'event', 'STATE'),
    run_id: orDefault(fields, 'run_id', ''),
    updated_at: orDefault(fields, 'updated_at', LONG_AGO),
    stack: Array.isArray(stack) ? stack.map(withDefaults) : stack,
  });
  if (!shaped.ok) return shaped;
  const state = shaped.value;
  const updatedAt = parseInstant(state.updated_at);
  const problems: Problem[] = [
    ...(state.stack.length > MAX_FRAMES
      ? [{ field: 'stack', reason: `expected at most ${MAX_FRAMES} frames, got ${describe(state.stack)}` }]
      : []),
    ...state.stack.flatMap((frame, index) => [
      ...present(countProblem(`stack[${index}].iter`, frame.iter)),
      ...(frame.max === null ? [] : present(countProblem(`stack[${index}].max`, frame.max))),
    ]),
    ...(updatedAt === undefined
      ? [
          {
            field: 'updated_at',
            reason: `expected a date like 2024-12-21T10:30:00Z, got ${describe(state.updated_at)}`,
          },
        ]
      : []),
  ];
  if (problems.length > 0 || updatedAt === undefined) return { ok: false, problems };
  return { ok: true, value: { ...state, updated_at: formatInstant(updatedAt) } };
}

/** Gives the stack as the message of seed 004, bottom frame first. */
export function toStackState(run: Run): StackState {
  // The detail of a done loop names its witnesses; seed 004 knows only COMPLETE.
  const { kind, detail } = run.ending ?? {};
  const reason = kind === 'verified' || kind === 'claimed' ? kind : (detail ?? kind);
  return {
    schema: 1,
    run_id: run.id,
    ...run.extras,
    event: EVENTS[run.status],
    ...(reason !== undefined && { reason: Object.hasOwn(REASONS, reason) ? REASONS[reason] : reason }),
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

/** The reasons that seed 004 has words for. */
const REASONS: Readonly<Record<string, string>> = {
  iterations: 'MAX_ITERATIONS',
  verified: 'COMPLETE',
  claimed: 'COMPLETE',
  cancelled: 'USER_CANCELLED',
};

function toStackFrame({ id, mode, iteration, limits, extras }: Frame): StackFrame {
  const { iterations: max } = limits;
  return { ...extras.stack, id, mode, iter: iteration, max, ...(max === null && { unlimited: true }) };
}

function withDefaults(frame: unknown, index: number): unknown {
  if (!isFields(frame)) return frame;
  const { unlimited, ...rest } = frame;
  const isUnlimited = unlimited === true && (rest['max'] === null || rest['max'] === undefined);
  return {
    ...rest,
    id: orDefault(frame, 'id', `frame-${index + 1}`),
    mode: orDefault(frame, 'mode', 'loop'),
    iter: orDefault(frame, 'iter', 0),
    max: isUnlimited ? null : orDefault(frame, 'max', DEFAULT_LIMITS.iterations),
    ...(isUnlimited && { unlimited: true }),
  };
}

function present<T>(item: T | undefined): T[] {
  return item === undefined ? [] : [item];
}
