import { eventText, type EventOf, type Frame, type LoopEvent } from '@loopwright/core';
import type { Moment, MomentKind } from './report-model.ts';
import type { EventTrace } from './trace-run.ts';

type Kind = MomentKind | undefined;
type Kinds = {
  readonly [T in LoopEvent['type']]: Kind | ((event: EventOf<T>, frame: Frame | undefined) => Kind);
};

/** Lists the events worth showing, in order. Counters and costs have their own places in a report, so they are left out. */
export function momentsOf(events: readonly EventTrace[]): readonly Moment[] {
  return events.flatMap(({ event, frame, after }) => {
    const kind = kindOf(event, frame);
    const top = frame ?? after.frames.at(-1);
    return kind === undefined
      ? []
      : [
          {
            at: event.at,
            frame: top?.id ?? '',
            iteration: top?.iteration ?? 0,
            kind,
            text: eventText(event, frame),
          },
        ];
  });
}

function kindOf(event: LoopEvent, frame: Frame | undefined): Kind {
  if (!Object.hasOwn(kinds, event.type)) return undefined;
  const kind = kinds[event.type] as Kind | ((event: LoopEvent, frame: Frame | undefined) => Kind);
  return typeof kind === 'function' ? kind(event, frame) : kind;
}

const kinds: Kinds = {
  opened: 'begin',
  pushed: 'begin',
  closed: 'end',
  rested: ({ status }) => (status === 'paused' ? 'rest' : 'end'),
  resumed: 'begin',
  continued: 'block',
  'let-go': 'let-go',
  signalled: 'work',
  stepped: 'work',
  planned: 'change',
  'step-removed': 'change',
  'criterion-added': 'change',
  'criterion-removed': 'change',
  amended: 'trouble',
  approved: 'change',
  ticked: 'work',
  unticked: 'trouble',
  proved: ({ evidence }) => (evidence.passed ? 'pass' : 'fail'),
  'task-added': 'change',
  'task-changed': ({ id, status, metadata }, frame) => {
    if (status === 'completed' || status === 'in_progress') return 'work';
    if (typeof metadata?.['lastFailure'] === 'string') return 'fail';
    const before = frame?.tasks.find((one) => one.id === id)?.status;
    return status === 'pending' && before === 'in_progress' ? 'change' : undefined;
  },
  'task-removed': 'change',
  'wave-begun': 'begin',
  'wave-finished': 'work',
  staged: ({ stage, question }, frame) => {
    if (question) return 'let-go';
    return stage === undefined || stage === frame?.workflow?.stage ? undefined : 'begin';
  },
  'wave-reviewed': ({ review }) => (review.blockers > 0 ? 'fail' : 'pass'),
  'thoroughly-reviewed': ({ review }) => (review.passed ? 'pass' : 'fail'),
  settled: 'change',
  gated: ({ passed }) => (passed ? 'pass' : 'fail'),
  counselled: 'change',
  claimed: 'change',
  heard: undefined,
  failed: 'trouble',
  observed: undefined,
  spent: undefined,
  'counted-ahead': 'trouble',
  kept: undefined,
  noted: ({ note: { kind } }) =>
    kind === 'tick-undone' || kind === 'edit-refused' || kind === 'budget' ? 'trouble' : undefined,
};
