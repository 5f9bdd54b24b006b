import type { Command } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { placeOfCall, readWorkTree } from './read-work-tree.ts';
import { submit, type Done } from './submit.ts';
import { withRun } from './with-run.ts';
import type { Answer, Context } from '../program/context.ts';
import { type Work, workAnswer } from '../answers/work-answer.ts';

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
