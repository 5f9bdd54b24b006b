import type { Command } from '@loopwright/core';
import { placeOfCall, readWorkTree } from './read-work-tree.ts';
import { submit, type Done } from './submit.ts';
import { withRun } from './with-run.ts';
import type { Answer, Context } from '../program/context.ts';
import { workAnswer } from '../answers/work-answer.ts';

/** Puts one command before the run that is meant, and answers with what `say` makes of it. */
export function act(
  context: Context,
  command: Command,
  say: (done: Done) => readonly string[],
): Promise<Answer> {
  return withRun(context, (opened) => {
    const done = submit(opened, command);
    return workAnswer(
      { ...done, fingerprints: readWorkTree(placeOfCall(context, opened.root), done.run.frames) },
      done.decision.rejected ? [] : say(done),
    );
  });
}
