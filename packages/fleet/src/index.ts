export { unpackFolder } from './agent/bundle.ts';
export { runAgent, type AgentEvent, type AgentOptions, type PullRequestOf } from './agent/run-agent.ts';
export { openEmbedded } from './embedded/open-embedded.ts';
export {
  MAX_DEATHS,
  MAX_FAILURES,
  weighResult,
  type DriverResult,
  type Outcome,
} from './decide/weigh-result.ts';
export { connectPostgres, openFolder, type Database } from './engine/database.ts';
export { FleetError, type FleetErrorCode } from './fleet-error.ts';
export { openFleet } from './fleet.ts';
export type {
  AgentRow,
  Attempt,
  Bundle,
  Claim,
  Ending,
  Fleet,
  FleetState,
  Settlement,
} from './model/fleet.ts';
export { JOB_STATES, jobSchema, type Job, type JobInput, type JobRow, type JobState } from './model/job.ts';
