export { REFUSAL_REASONS, type Refusal } from './disk/open-guarded.ts';
export { sha256 } from './disk/digest.ts';
export { StoreError, type StoreErrorCode } from './errors.ts';
export { findRoot, hasRun, isSessionId, mayAdopt, runName, runPath, type RootEnv } from './presence.ts';

export {
  openAnyRun,
  openRun,
  openRunWith,
  type NotOpen,
  type OpenRun,
  type Recorded,
  type RunAddress,
} from './run/open-run.ts';
export { startRun, type FirstCommand, type Started } from './run/start-run.ts';
export { claimRun, type ClaimAddress, type Claimed } from './run/claim-run.ts';
export { archiveRun, type Archived, archiveShape, shapeOwner } from './run/archive-run.ts';
export { listProjects } from './run/list-projects.ts';
export { listRuns, type ListedRun } from './run/list-runs.ts';
export { adoptRun, type Adopted, type Adoption } from './run/adopt-run.ts';
export {
  ADOPTION_TTL_MS,
  findAdoptable,
  listAdoptable,
  findUnadoptable,
  refusedAtStop,
  type Adoptable,
  type AdoptedBy,
  type Looking,
  type Unadoptable,
} from './run/find-adoptable.ts';
export { isFromRepository, isRunFromRepository } from './run/from-repository.ts';
export { makeFolders } from './disk/make-folders.ts';
export { rememberStart, stateFolders } from './run/started-here.ts';
export { keepRecords, putRecordsBack } from './run/keep-records.ts';
export { type MemoryKind, readMemory, writeMemory } from './run/user-memory.ts';
export { isLoopIgnored } from './run/make-loop-folder.ts';
export { readUsageMemory, removeUsageMemory, writeUsageMemory } from './run/usage-memory.ts';
export { readWorkFile, removeWorkFile, type WorkFile, writeWorkFile } from './run/work-file.ts';
export { sweepLeftovers } from './run/sweep-leftovers.ts';

export { projectViews, VIEW_NAMES, type Projection } from './views/project-views.ts';
export { importEdits, type Imported } from './views/import-edits.ts';
export { readTrace } from './views/read-trace.ts';
export { appendReceipts } from './views/receipts.ts';

export { mainTreeOf } from './git/git-folder.ts';
export { checkFolder, placeOfWork, type PlaceOfWork } from './git/place-of-work.ts';
export { readStartList, writeStartList } from './start-list.ts';
export { MAX_EVIDENCE_BYTES, readEvidence, writeEvidence } from './evidence.ts';
export { appendLearning, readLearnings, type Learning } from './learnings.ts';
export { configFolder, listFolderName, readTaskList, type ListedTask, type TaskList } from './task-list.ts';

export { auditJournal, decideAgain, type DecidedAgain } from './journal/audit.ts';
export { loopProgram, loopProgramWith, type Program } from './journal/loop-program.ts';
export { Journal, type JournalRules, type Submitted, type Unrecorded } from './journal/journal.ts';
export { foldLog } from './journal/fold.ts';
export type { FoldedRecord, FoldStep } from './journal/fold.ts';
export { MAX_RECORD_BYTES } from './journal/record.ts';
export { MAX_JOURNAL_BYTES, openAppendLog } from './log/append-log.ts';
export { openNumberedLog } from './log/numbered-log.ts';
export type { Appended, Log, LogRead } from './log/log.ts';
export { protocolFor, type Protocol } from './log/protocol.ts';
