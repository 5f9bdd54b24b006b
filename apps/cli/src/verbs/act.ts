import type { Command } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { readFingerprints } from '../place/read-fingerprints.ts';
import { submitOnce, type Done } from '../place/submit.ts';
import type { Answer } from '../program/answer.ts';
import { workAnswer } from '../answers/work-answer.ts';

/** Puts one command before an opened run, lets go of it, and answers with what `say` makes of it. */
export function act(opened: OpenRun, command: Command, say: (done: Done) => readonly string[]): Answer {
  const done = submitOnce(opened, command);
  return workAnswer(
    { ...done, fingerprints: readFingerprints(opened.root, done.run.frames) },
    done.decision.rejected ? [] : say(done),
  );
}
