import type { Command } from '@loopwright/core';
import { requireRun } from '../place/locate-run.ts';
import { readFingerprints } from '../place/read-fingerprints.ts';
import { submitOnce, type Done } from '../place/submit.ts';
import type { Answer } from '../program/answer.ts';
import type { Context } from '../program/context.ts';
import { workAnswer } from '../answers/work-answer.ts';

/** Puts one command before the run that is meant, lets go of it, and answers with what `say` makes of it. */
export function act(context: Context, command: Command, say: (done: Done) => readonly string[]): Answer {
  const opened = requireRun(context);
  const done = submitOnce(opened, command);
  return workAnswer(
    { ...done, fingerprints: readFingerprints(opened.root, done.run.frames) },
    done.decision.rejected ? [] : say(done),
  );
}
