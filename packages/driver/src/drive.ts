import type { GroupWatch } from '@loopwright/checks';
import type { ClientPlan } from './client/client-call.ts';
import type { Findings } from './client/iteration-prompt.ts';
import type { TurnCommitter } from './git/committer.ts';
import type { DriverPorts } from './ports.ts';
import type { DrivenRun } from './run/driven-run.ts';
import type { Ledger } from './run/ledger.ts';
import type { Prover } from './run/prover.ts';

/** One drive: the options with their defaults, and its open resources. */
export interface Drive {
  readonly ports: DriverPorts;
  readonly client: ClientPlan;
  readonly driven: DrivenRun;
  readonly ledger: Ledger;
  readonly prover: Prover;
  readonly committer: TurnCommitter | undefined;
  readonly iterationTimeoutMs: number;
  readonly maxWaitMs: number;
  readonly watch: GroupWatch;
  readonly signal: AbortSignal;
  readonly atOnce: AbortSignal | undefined;
}

/** The start of the next client, or how the drive ends. */
export type Next = Findings | 'over' | 'interrupted';
