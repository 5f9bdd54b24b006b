import type { Command, Decision, Run } from '@loopwright/core';
import { importEdits, projectViews, type OpenRun } from '@loopwright/store';
import { CliError } from '../program/cli-error.ts';
import { tellTerminalAct } from './author.ts';

/** The result of a command that a verb submitted. */
export interface Done {
  readonly decision: Decision;
  /** The run right before the command. */
  readonly before: Run;
  /** The run right after it. */
  readonly run: Run;
  /** Notices about edits by hand that were imported before. */
  readonly notices: Decision['notices'];
}

/**
 * Imports edits by hand, then submits one command and records it. Throws `CliError` if recording fails; then
 * nothing changed.
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
  if (!decision.rejected) tellTerminalAct(process.env, opened.root, [run.session]);
  return { decision, before: ('before' in submitted ? submitted.before : undefined) ?? before, run, notices };
}

/** Imports edits of `state.json` and returns their notices. */
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
