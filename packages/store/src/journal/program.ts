/**
 * What a journal records: commands, the decisions on them, and the state that they build. Everything here is
 * pure; the same run and the same command must always give the same answer, since whoever reads a race
 * decides it again.
 */
export interface Program<Run, Command, Event, Decision extends { readonly events: readonly Event[] }> {
  readonly decide: (run: Run | undefined, command: Command) => Decision;
  /** Total: never throws on any history of parsed events. */
  readonly evolve: (run: Run | undefined, event: Event) => Run;
  /** Undefined for what isn't a command of this version. */
  readonly parseCommand: (value: unknown) => Command | undefined;
  readonly parseEvent: (value: unknown) => Event | undefined;
  readonly parseRun: (value: unknown) => Run | undefined;
  /** The decision in short, for people who read the journal. */
  readonly summarize: (decision: Decision) => unknown;
  /** Part of every snapshot: a snapshot of another version is left aside. */
  readonly version: string;
}
