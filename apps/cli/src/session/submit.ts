import type { Command, Decision, Run } from '@loopwright/core';
import { importEdits, projectViews, type OpenRun } from '@loopwright/store';
import { CliError } from '../program/cli-error.ts';

/** What came of a command that a verb put before the run. */
export interface Done {
  readonly decision: Decision;
  /** The run right before the command. */
  readonly before: Run;
  /** The run right after it. */
  readonly run: Run;
  /** What is to be said of edits by hand that were found on the way. */
  readonly notices: Decision['notices'];
}

/**
 * Puts one command before the run and on record, after whatever somebody edited by hand. Throws `CliError` when it
 * can't be recorded, for then nothing happened.
 */
export function submit(opened: OpenRun, command: Command): Done {
  const notices = takeOverEdits(opened, command.at);
  const before = opened.run;
  const submitted = opened.submit(command);
  if (submitted.status === 'unrecorded') {
    throw new CliError({
      exit: 'error',
      message: `It could not be recorded in ${opened.path}: ${REASONS[submitted.reason] ?? submitted.reason}. Nothing was changed.`,
      next: { words: ['doctor'] },
    });
  }
  const { decision, run = opened.run } = submitted;
  return { decision, before: ('before' in submitted ? submitted.before : undefined) ?? before, run, notices };
}

/** Takes over what somebody wrote into `state.json` by hand, and gives what is to be said of it. */
function takeOverEdits(opened: OpenRun, at: number): Decision['notices'] {
  const imported = importEdits(opened, at);
  if (imported.status !== 'imported' || imported.submitted.status === 'unrecorded') return [];
  return imported.submitted.decision.notices;
}

/** Brings the views up to the run and lets go of it. Neither can fail. */
export function finish(opened: OpenRun, at: number): void {
  projectViews(opened, at);
  opened.close();
}

const REASONS: Readonly<Record<string, string>> = {
  short: 'the disk took only a part of it; is it full?',
  full: 'the journal has reached the size that is allowed',
  failed: 'the disk refused; may this user write there?',
  'too-large': 'it is larger than a journal takes in one record',
  lost: 'it was written, but could not be found again',
  unreadable: 'the journal could not be read',
};
