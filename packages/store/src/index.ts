export { StoreError } from './errors.ts';
export { sha256 } from './disk/digest.ts';
export { makeFolders } from './disk/folders.ts';
export { readGuarded, REFUSAL_REASONS, type Refusal } from './disk/open-guarded.ts';
export { replaceFile } from './disk/replace-file.ts';
export { findRoot, hasRun, isSessionId, mayAdopt, runPath } from './presence.ts';

export {
  type NotOpen,
  openAnyRun,
  openRun,
  type OpenRun,
  openRunWith,
  type RunAddress,
} from './run/open-run.ts';
export { type Started, startRun } from './run/start-run.ts';
export { type Claimed, claimRun } from './run/claim-run.ts';
export { archiveRun, archiveShape, keepRecords, putRecordsBack, shapeOwner } from './run/archive-run.ts';
export { listRuns } from './run/list-runs.ts';
export { type Adopted, adoptRun } from './run/adopt-run.ts';
export {
  findUnadoptable,
  listAdoptable,
  type Looking,
  refusedAtStop,
  type Adoptable,
  type Unadoptable,
} from './run/find-adoptable.ts';
export { isFromRepository, isRunFromRepository } from './run/from-repository.ts';
export { isLoopIgnored } from './run/make-loop-folder.ts';
export {
  readUsageMemory,
  readWorkFile,
  removeUsageMemory,
  removeWorkFile,
  type WorkFile,
  writeUsageMemory,
  writeWorkFile,
} from './run/beside-journal.ts';
export {
  listProjects,
  type MemoryKind,
  readMemory,
  readStartContents,
  readStartList,
  rememberStart,
  stateFolders,
  writeMemory,
  writeStartContents,
  writeStartList,
} from './run/state-folder.ts';
export { sweepLeftovers } from './run/sweep-leftovers.ts';

export { projectViews, VIEW_NAMES } from './views/project-views.ts';
export { importEdits } from './views/import-edits.ts';
export { readTrace } from './run/list-runs.ts';
export { appendReceipts } from './views/receipts.ts';

export { mainTreeOf } from './git/git-folder.ts';
export { checkFolder, placeOfWork, type PlaceOfWork } from './git/place-of-work.ts';
export { readEvidence, writeEvidence } from './evidence.ts';
export { appendLearning, readLearnings, type Learning } from './learnings.ts';
export { configFolder, importTasks, readTaskList, transcriptPathOf } from './task-list.ts';

export { auditJournal, decideAgain } from './journal/audit.ts';
export { foldLog, type FoldStep } from './journal/fold.ts';
export { Journal, type Submitted, type Unrecorded } from './journal/journal.ts';
export { loopProgram, loopProgramWith, type Program } from './journal/loop-program.ts';
export { openAppendLog } from './log/append-log.ts';
export type { Log } from './log/log.ts';
export { openNumberedLog } from './log/numbered-log.ts';
export type { Protocol } from './run/start-run.ts';
