export { driveRun, type Driven, type DriveOptions, MAX_WAIT_MS } from './drive-run.ts';
export { DriverError, type DriverErrorCode } from './driver-error.ts';
export type { DriverPorts, Env, Progress } from './ports.ts';
export { type ClientPlan, hostOf, recordedAgent } from './client/client-call.ts';
export {
  type Committed,
  type Committer,
  type CommitPlan,
  createCommitter,
  type EndedTurn,
  type TurnCommitter,
} from './git/committer.ts';
export {
  defaultBranchOf,
  openPullRequest,
  type PullRequestPlace,
  pushBranch,
  remoteOf,
} from './git/pull-request.ts';
export {
  addWorkTree,
  branchOf,
  changedPaths,
  listWorkTrees,
  mergeBranches,
  readRepository,
  removeWorkTree,
  type Repository,
  type WorkTree,
  workTreePath,
} from './git/repository.ts';
export { otherProcess, ownProcess } from './run/driver-lease.ts';
export { readAgent, readLimitEnd } from './run/ledger.ts';
