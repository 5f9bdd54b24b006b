import { announce, resumeText, retryText, sanitizeLine, type Run } from '@loopwright/core';
import type { HandWritten } from '../ports.ts';

/** How a session continues its own loop. */
export function resumeLines(run: Run): string {
  switch (run.status) {
    case 'active':
      return 'The loop is active in this session and goes on by itself. /loop:status shows it, /loop:cancel ends it.';
    default:
      return `${announce({ kind: 'ended', run })}\nTo go on: ${resumeText(run)}${retryText(run)}. To end it: /loop:cancel.`;
  }
}

/** How another session takes a loop over. After `/clear` it is most likely the loop of the same person. */
export function takeOverLines(source: string): string {
  if (source === 'clear')
    return 'If it is yours from before /clear: /loop:continue. Until then it does not hold this session.';
  return 'It belongs to another session and does not hold this one. To take it over: /loop:continue.';
}

/** Says which session a hand-written loop will hold, or why the loop can't start. */
export function handWrittenLine(written: HandWritten): string {
  if (written.kind === 'refused') {
    const { path } = written;
    const field = written.field === '' ? 'it ' : `${sanitizeLine(written.field, 100)}: `;
    return `[LOOP] ${path} can't start a loop: ${field}${sanitizeLine(written.reason, 200)}. Correct the file, or delete it.`;
  }
  const what = written.holds
    ? 'It will hold the first session that stops here. To start it now: /loop:continue.'
    : 'It holds no session until it is started: /loop:continue.';
  return written.kind === 'topic'
    ? `[LOOP] The topic ${written.topic} of jwz has a loop that belongs to no session here. ${what} To end it, post its end there.`
    : `[LOOP] ${written.path} was written by hand and belongs to no session. ${what} To end it, delete the file.`;
}

/** The message after the archiving of a run that came with the repository. */
export const PUT_AWAY =
  '[LOOP] The repository brought a loop for this very session along. It was moved to .loop/archive and holds nobody.';

/** Says why a loop of this session doesn't hold it, and how its user gets it back. */
export const FOREIGN =
  '[LOOP] A loop of this session is here, but it was not started in this folder on this machine: it holds nobody. If it is yours: /loop:continue --take-over';

/** The message when a loop goes on that a rate limit had paused. */
export const GOES_ON = '[LOOP] The rate limit is over: the loop goes on. To end it: /loop:cancel.';

/** The message after the client ended a turn in spite of our block. */
export const OVERRIDDEN =
  '[LOOP] ⏸ Paused: overridden. The client ended the last turn although the loop wanted to go on. To go on: /loop:continue.';
