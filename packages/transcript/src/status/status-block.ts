/** The fields of a status block, by their names in the message. */
export type StatusField = 'EXIT_SIGNAL' | 'CRITERIA' | 'STUCK_COUNT' | 'NEXT';

/** What is wrong with a field. Its value is then absent, and the rest of the block is read as usual. */
export interface StatusProblem {
  readonly field: StatusField;
  /**
   * - `missing`: no line of that name is said within the block.
   * - `repeated`: the field stands there more than once, so it is unclear which one is meant.
   * - `malformed`: the value isn't what the field takes.
   * - `too-large`: the value is over the size that is read.
   */
  readonly code: 'missing' | 'repeated' | 'malformed' | 'too-large';
  /** The criterion whose value is not a boolean, where one is to blame. */
  readonly criterion?: string;
}

/** A status block that is said, complete from its first marker to its last. */
export interface StatusBlock {
  /** The line of `---LOOP_STATUS---`, counted from 1. */
  readonly line: number;
  readonly exitSignal: boolean | undefined;
  /** Which criteria are reported as met; a map, because any name may be a criterion's, `__proto__` too. */
  readonly criteria: ReadonlyMap<string, boolean>;
  readonly stuckCount: number | undefined;
  readonly next: string | undefined;
  readonly problems: readonly StatusProblem[];
}
