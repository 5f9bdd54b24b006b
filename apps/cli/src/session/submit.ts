import { relative } from 'node:path';
import type { Command, Decision, Run } from '@loopwright/core';
import { asideLine } from '@loopwright/hooks';
import { importEdits, type OpenRun, projectViews } from '@loopwright/store';
import { type Work, workAnswer } from '../answers/work-answer.ts';
import { type Refused, refusedAttempts } from '../plan/merge-plans.ts';
import { CliError } from '../program/cli-error.ts';
import type { Answer, Context, Request } from '../program/context.ts';
import { tellTerminalAct } from './author.ts';
import { requireRun } from './locate-run.ts';
import { placeOfCall, readWorkTree } from './read-work-tree.ts';

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

/** Brings the views up to the run, tells of texts that were moved out of their way, and lets go of the run. Can't fail. */
export function finish({ messages, now }: Context, opened: OpenRun): void {
  const { untold } = projectViews(opened, now());
  for (const path of untold) messages.write(`${asideLine(relative(opened.root, path))}\n`);
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

/** Puts on record what Claude asked for against the user's words. Gives the notices. */
export function recordRefused(opened: OpenRun, refused: readonly Refused[], at: number): Decision['notices'] {
  if (refused.length === 0) return [];
  const { decision, notices } = submit(opened, {
    type: 'amend',
    at,
    amendments: refusedAttempts(refused, at),
  });
  return [...notices, ...decision.notices];
}

/** Opens the run, works on it, updates its views, and closes it, also after an error. */
export async function withRun<T>(context: Context, work: (opened: OpenRun) => T | Promise<T>): Promise<T> {
  const opened = requireRun(context);
  try {
    return await work(opened);
  } finally {
    finish(context, opened);
  }
}

/** Puts one command before the run that is meant, and answers with what `say` makes of it. */
export function act(
  context: Context,
  command: Command,
  say: (done: Done) => readonly string[],
): Promise<Answer> {
  return withRun(context, (opened) => {
    const done = submit(opened, command);
    return answerFor(context, opened, done, done.decision.rejected ? [] : say(done));
  });
}

/** Answers for work on a run, with the work tree as it is now. */
export function answerFor(
  context: Context,
  opened: OpenRun,
  work: Partial<Work>,
  lines: readonly string[],
): Answer {
  const { run = opened.run } = work;
  const fingerprints = readWorkTree(placeOfCall(context, opened.root), run.frames);
  return workAnswer({ ...work, run, fingerprints }, lines);
}

/** The reason from words or flag, or undefined. */
export function reasonOf({ words, flags }: Pick<Request<'pause'>, 'words' | 'flags'>): string | undefined {
  return flags.reason ?? (words.join(' ').trim() || undefined);
}
