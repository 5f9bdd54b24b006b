import type { CommandOf } from '../../src/model/command.ts';
import type { SignalKind } from '../../src/model/vocabulary.ts';
import { type AnyLoose, result } from './given.ts';

// Short words for the commands that most tests put.

export const stop = { type: 'stop' } as const;
export const done = { type: 'signal', isDone: true } as const;
export const undone = { type: 'signal', isDone: false } as const;
export const tool = { type: 'observe', tools: 1 } as const;
export const user = { type: 'prompt', source: 'prompt' } as const;
export const pause = { type: 'pause' } as const;
export const resume = { type: 'resume' } as const;
export const cancel = { type: 'cancel' } as const;
export const gatePassed = { type: 'gate', passed: true } as const;
export const gateFailed = { type: 'gate', passed: false } as const;
/** A tool call that fails with this error. */
export const failing = (...errors: string[]) => ({ ...tool, errors });
/** Refused calls without any other. */
export const denied = (denials: number) => ({ type: 'observe', tools: 0, denials }) as const;

type Of<T extends AnyLoose['type']> = Extract<AnyLoose, { type: T }>;

/** The commands of one kind, told apart by their action. */
export const tick = (name: string, basis?: CommandOf<'criterion'>['basis']): Of<'criterion'> => ({
  ...criterion('tick', name),
  ...(basis && { basis }),
});
export const criterion = (
  action: CommandOf<'criterion'>['action'],
  name: string,
  more: object = {},
): Of<'criterion'> => ({ type: 'criterion', action, name, ...more });
export const step = (action: CommandOf<'step'>['action'], name: string): Of<'step'> => ({
  type: 'step',
  action,
  step: name,
});
export const task = (action: CommandOf<'task'>['action'], id = '', more: object = {}): Of<'task'> => ({
  type: 'task',
  action,
  ...(id && { id }),
  ...more,
});
export const addTask = (subject: string, more: object = {}): Of<'task'> =>
  task('add', '', { subject, ...more });
export const stage = (name: CommandOf<'stage'>['stage'], more: object = {}): Of<'stage'> => ({
  type: 'stage',
  stage: name,
  ...more,
});
export const wave = (action: CommandOf<'wave'>['action']): Of<'wave'> => ({ type: 'wave', action });

/** A thorough review that finds so many blockers. */
export const review = (blockers: number, more: object = {}): Of<'review'> => ({
  type: 'review',
  blockers,
  reviewers: ['security'],
  ...more,
});
/** The light review after a wave. */
export const light = (number: number, more: object = {}): Of<'review'> => ({
  type: 'review',
  wave: number,
  blockers: 0,
  ...more,
});

/** The result of one check. */
export const verify = (name: string, passed: boolean, more: object = {}): Of<'verify'> => ({
  type: 'verify',
  results: [result(name, passed, more)],
});

/** The fact of a stop that the message held this signal. */
export const said = (kind: SignalKind, value = '') => ({ signals: [{ kind, value, line: 1 }] });
/** A stop that says that all is done. */
export const complete = { type: 'stop', ...said('loop-complete') } as const;
/** A stop that says that Claude gave up. */
export const gaveUp = { type: 'stop', ...said('loop-done', 'STUCK') } as const;

/** The fact that a command brings usage. */
export const spent = (usd: number, tokens = 0, from = '', to = 'a') => ({
  spent: { usd, tokens, from, to },
});

/** The same commands again and again. */
export const times = (count: number, ...commands: readonly AnyLoose[]): AnyLoose[] =>
  Array.from({ length: count }, () => commands).flat();
