export { CONFIG_NAME, type Fields, fieldsOf, namedChecks } from './config/named-checks.ts';
export {
  baseOf,
  findConfig,
  NOTIFY,
  readConfig,
  readNamedChecks,
  readNotifySettings,
  readOwnChecks,
  readOwnConfig,
  readOwnPrices,
  type ConfigText,
  type Notify,
} from './config/read-config.ts';
export { ownPricesPath, userConfigPath } from './own-paths.ts';
export type { Env } from './env.ts';
export { environmentOf } from './environment-of.ts';
export { readPlain } from './read-plain.ts';
export { compileNothing } from './compile-nothing.ts';
export { createTail, type OutputTail } from './output-tail.ts';
export { endProcesses, sendSignal } from './processes/end-processes.ts';
export { findProgram, isProgram } from './processes/find-program.ts';
export { onInterruption } from './processes/on-interruption.ts';
export { ancestorsOf, bootId, readProcess, variablesOf } from './processes/read-process.ts';
export { watchGroups, type GroupWatch } from './processes/watch-group.ts';
export { CHECK_MARK, checkResult, runCheck, type RunCall } from './run-check.ts';
export { runProgram, type ProgramCall, type ProgramEnd } from './run-program.ts';
export { createLineSplitter } from './split-lines.ts';
export { createGit, endGit, GitError, type Git, type GitCall, type GitEnd } from './git/git.ts';
export { askGit } from './git/git-reader.ts';
export {
  readTreeOnce,
  treeIdentities,
  treeIdentity,
  type TreeIdentity,
  type TreeOptions,
  type TreeReading,
} from './tree/tree-identity.ts';
export { readProjectFiles, type ChangedFile, type ProjectFiles } from './touched/project-files.ts';
export { restoreStart, type RestoredStart, type StoredStart } from './touched/restore-start.ts';
export { createStartList } from './touched/start-list.ts';
export { touchedSince, type Since, type Touched } from './touched/touched-since.ts';
