import type { Log } from '../log/log.ts';
import { EMPTY, Fold, type FoldStep, type Program } from './fold.ts';

/**
 * Folds a log once, from its first record, without a snapshot: every step in order, and how many lines are no
 * records. Throws the errors of the log.
 */
export function foldLog<Run, Command, Event, Decision extends { readonly events: readonly Event[] }>(
  program: Program<Run, Command, Event, Decision>,
  log: Log,
): { readonly steps: readonly FoldStep<Run, Command, Event, Decision>[]; readonly ignored: number } {
  const fold = new Fold(program, EMPTY, () => undefined);
  const { records, ignored } = log.read(0);
  const steps = records.flatMap((record) => fold.add(record) ?? []);
  return { steps, ignored: ignored + fold.ignored };
}
