import { listedTasks, missingProofs, staleCriteria, withStale } from '../proofs.ts';
import type { StopCommand } from '../model/command.ts';
import type { Frame, Run } from '../model/run.ts';
import { countStop, type Counters } from './breakers.ts';
import { claimOf, type Claim } from './claim.ts';
import type { Missing } from './decision.ts';

/** A stop with the input of all rules, computed once. */
export interface StopSituation {
  readonly run: Run | undefined;
  readonly frame: Frame | undefined;
  readonly stop: StopCommand;
  readonly counters: Counters | undefined;
  readonly claim: Claim | undefined;
  readonly missing: readonly Missing[];
  /** Criteria whose proofs the stop found stale; undefined if the record says the same already. */
  readonly stale: readonly string[] | undefined;
}

/** Computes the input of the rules. Its run carries the stale marks that this stop found. */
export function situationOf(run: Run | undefined, stop: StopCommand): StopSituation {
  const recorded = run?.frames.at(-1);
  const claim = recorded && claimOf(recorded, stop);
  const stale = recorded && newlyStale(recorded, stop, claim);
  const frame = recorded && stale ? withStale(recorded, stale) : recorded;
  const current = run && frame ? { ...run, frames: [...run.frames.slice(0, -1), frame] } : run;
  return {
    run: current,
    frame,
    stop,
    counters: current && frame && countStop(current, frame, stop),
    claim,
    missing: frame ? missingProofs(frame, stop) : listedTasks(stop),
    stale,
  };
}

/** The stale criteria, if they differ from the record. Under a claim, an unknown work tree counts as changed. */
function newlyStale(
  frame: Frame,
  { fingerprints }: StopCommand,
  claim: Claim | undefined,
): readonly string[] | undefined {
  const known = fingerprints ?? (claim ? [] : undefined);
  if (!known) return undefined;
  const stale = staleCriteria(frame, (scope) => known.find((one) => one.scope === scope)?.value);
  const recorded = frame.criteria.filter(({ evidence }) => evidence?.isStale).map(({ name }) => name);
  return stale.join('\n') === recorded.join('\n') ? undefined : stale;
}
