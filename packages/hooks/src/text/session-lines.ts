import { announce, retryText, type Run } from '@loopwright/core';

/** How a session continues its own loop. */
export function resumeLines(run: Run): string {
  switch (run.status) {
    case 'active':
      return 'The loop is active in this session and goes on by itself. /loop:status shows it, /loop:cancel ends it.';
    default:
      return `${announce({ kind: 'ended', run })}\nTo go on: /loop:continue${retryText(run)}. To end it: /loop:cancel.`;
  }
}

/** How another session takes a loop over. */
export function takeOverLines(): string {
  return 'It belongs to another session and does not hold this one. To take it over: /loop:continue.';
}

/** The message after the archiving of a run that came with the repository. */
export function putAwayLine(): string {
  return '[LOOP] The repository brought a loop for this very session along. It was moved to .loop/archive and holds nobody.';
}

/** The message after the client ended a turn in spite of our block. */
export function overriddenLine(): string {
  return '[LOOP] ⏸ Paused: overridden. The client ended the last turn although the loop wanted to go on. To go on: /loop:continue.';
}

/** The message when a check-in is due. */
export function checkInLine(run: Run): string {
  return `${announce({ kind: 'iteration', run })}\n[LOOP] Check-in: reply to go on, or /loop:cancel.`;
}
