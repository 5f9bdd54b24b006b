/** The fields of a status block, by their names in the message. */
export type StatusField = 'EXIT_SIGNAL' | 'CRITERIA' | 'STUCK_COUNT' | 'NEXT';

/** A problem with a field. The field is then absent; the other fields are read. */
export interface StatusProblem {
  readonly field: StatusField;
  /**
   * - `missing`: the block has no said line of that name.
   * - `repeated`: the field occurs more than once, so its value is unclear.
   * - `malformed`: the value has the wrong form.
   * - `too-large`: the value is over the size limit.
   */
  readonly code: 'missing' | 'repeated' | 'malformed' | 'too-large';
  /** The criterion whose value is not a boolean, where one is to blame. */
  readonly criterion?: string;
}

/** A said status block, complete from its first marker to its last. */
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
