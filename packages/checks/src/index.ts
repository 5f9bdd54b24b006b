export type { Check } from './check.ts';
export { checkResult, type CheckEnd, type CheckResult } from './check-result.ts';
export { CONFIG_NAME, namedChecks, type ConfigCheck } from './config/named-checks.ts';
export {
  baseOf,
  findConfig,
  readConfig,
  readNamedChecks,
  readOwnChecks,
  readOwnConfig,
  readOwnPrices,
  type ConfigText,
} from './config/read-config.ts';
export { ownPricesPath, userConfigPath } from './own-paths.ts';
export { environmentOf } from './environment-of.ts';
export { compileNothing } from './compile-nothing.ts';
export { createTail, type OutputTail } from './output-tail.ts';
export { endProcesses, type Mark, type MarkedProcesses } from './processes/end-processes.ts';
export { findProgram, isProgram } from './processes/find-program.ts';
export { onInterruption } from './processes/on-interruption.ts';
export {
  ancestorsOf,
  bootId,
  readProcess,
  variablesOf,
  type ProcessFacts,
} from './processes/read-process.ts';
export { watchGroups, type GroupWatch } from './processes/watch-group.ts';
export { CHECK_MARK, runCheck, type CheckCall } from './run-check.ts';
export { runProgram, type ProgramCall, type ProgramEnd } from './run-program.ts';
export { createLineSplitter, type LineSplitter } from './split-lines.ts';
export { createGit, endGit, type Git, type GitCall, type GitEnd, GitError } from './git/git.ts';
export { askGit } from './git/git-reader.ts';
export {
  readTreeOnce,
  treeIdentities,
  treeIdentity,
  type TreeIdentity,
  type TreeOptions,
  type TreeReading,
  type TreeScope,
} from './tree/tree-identity.ts';
export { readProjectFiles, type ChangedFile, type ProjectFiles } from './touched/project-files.ts';
export { createStartList, type StartList, type StoredList } from './touched/start-list.ts';
export { touchedSince, type Since, type Touched, type TouchedFile } from './touched/touched-since.ts';
export {
  runCommand,
  verifyChecks,
  type AnyCheck,
  type Evidence,
  type LiveCheck,
  type LiveOutput,
  type NamedCheck,
  type Ran,
  type RunCall,
  type Verification,
  type Verified,
  type VerifyPorts,
} from './verify-checks.ts';
export { NOTIFY, readNotifySettings, type Notify, type NotifySettings } from './config/notify-settings.ts';
