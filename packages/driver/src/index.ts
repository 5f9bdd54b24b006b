export { driveRun, type Driven, type DriveOptions, MAX_WAIT_MS } from './drive-run.ts';
export { DriverError, type DriverErrorCode } from './driver-error.ts';
export type { DriverPorts, Env, Progress } from './ports.ts';
export type { ClientAct } from './client/client-reader.ts';
export type { ClientPlan } from './client/client-call.ts';
export { transcriptPathOf } from './client/transcript-path.ts';
export { type Committer, type CommitPlan, createCommitter } from './git/committer.ts';
export { changedPaths } from './git/changes.ts';
export { mergeBranches } from './git/merge-branches.ts';
export { type GitGuard, readGuard } from './git/git-guard.ts';
export {
  defaultBranchOf,
  type Opened,
  openPullRequest,
  type PullRequest,
  type PullRequestPlace,
  pushBranch,
  type Pushed,
  remoteOf,
} from './git/pull-request.ts';
export {
  addWorkTree,
  branchOf,
  listWorkTrees,
  readRepository,
  removeWorkTree,
  type Repository,
  type WorkTree,
  workTreePath,
} from './git/repository.ts';
export { readLimitEnd } from './run/client-memory.ts';
export type { Committed, TurnCommitter, EndedTurn } from './run/commit-turns.ts';
