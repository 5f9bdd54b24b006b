import { type CommandOf, isOver } from '@loopwright/core';
import {
  archiveRun,
  isRunFromRepository,
  openAnyRun,
  openRun,
  rememberStart,
  type RunAddress,
  startRun,
  writeUsageMemory,
} from '@loopwright/store';

/** What was used before the draft, to count from there. */
type Usage = Parameters<typeof writeUsageMemory>[1];

/** Opens a draft, unless a run holds the session; true if it is there. */
export function draftRun(
  address: RunAddress,
  command: CommandOf<'draft'>,
  usage: Usage | undefined,
): boolean {
  const old = openRun(address);
  if (old.status === 'open') {
    const mayGo = isOver(old.run) || old.run.status === 'draft';
    old.close();
    if (!mayGo) return false;
  }
  if (old.status === 'open' || old.status === 'foreign') archiveRun(address);
  const started = startRun(address, command);
  if (started.status !== 'started') return false;
  const { opened: draft } = started;
  if (usage) writeUsageMemory(address, usage, draft.run.usageMark);
  draft.close();
  return true;
}

/** Archives the session's run if git tracks it. */
export function putAwayForeignRun(address: RunAddress): boolean {
  return isRunFromRepository(address) && archiveRun(address).status === 'archived';
}

/** Makes a foreign run the user's own: the one of this id, else that of the session. */
export function takeOverForeignRun(address: RunAddress, runId: string | undefined): void {
  const found = runId === undefined ? openAnyRun(address) : undefined;
  if (found?.status === 'open') found.journal.close();
  const id = found?.status === 'open' ? found.run.id : runId;
  if (id !== undefined) rememberStart(address.root, id);
}
