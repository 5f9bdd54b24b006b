/** The four things that Claude can say to end a loop or a part of it. */
export type SignalKind = 'loop-complete' | 'loop-done' | 'issue-complete' | 'grind-done';

/** The mode of the active frame; it selects the known signals. */
export type SignalMode = 'loop' | 'issue' | 'grind';

/** A signal that a reader of the message would see as said. */
export interface Signal<K extends string = SignalKind> {
  readonly kind: K;
  /** The exact value; for `loop-complete` the text between the tags, without the white space around it. */
  readonly value: string;
  /** The line it stands on, counted from 1; for `loop-complete` the line of the opening tag. */
  readonly line: number;
}

/** The values that each kind may carry; anything else is no signal. `loop-complete` carries free text. */
export const SIGNAL_VALUES = {
  'loop-done': ['COMPLETE', 'MAX_ITERATIONS', 'STUCK'],
  'issue-complete': ['DONE'],
  'grind-done': ['NO_MORE_ISSUES', 'MAX_ISSUES'],
} as const;

/** The kinds that each mode understands. */
export const SIGNALS_OF_MODE: Readonly<Record<SignalMode, readonly SignalKind[]>> = {
  loop: ['loop-complete', 'loop-done'],
  issue: ['loop-complete', 'loop-done', 'issue-complete'],
  grind: ['loop-complete', 'grind-done'],
};
