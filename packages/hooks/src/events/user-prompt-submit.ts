import { endLines, failureOf, isHandNote, noteLine } from '@loopwright/core';
import { type Answer, SILENT, tellBoth } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { CommonPorts } from '../ports.ts';
import { GOES_ON } from '../text/user-lines.ts';
import { countLastTurn, promptCommand, showsOverride } from './submit.ts';

/** The client sends its own notifications through the same event. They are not the user's words. */
const NOTIFICATION = '<task-notification>';

/**
 * Records that the user spoke. That ends a check-in, guides a loop that was interrupted, shows an override, or lets a
 * loop go on that a limit of the API paused. The client's own prompt at the end of a plan's limit does that, too.
 */
export function handleUserPromptSubmit(input: HookInput, ports: CommonPorts): Answer {
  if (input.prompt.trimStart().startsWith(NOTIFICATION)) return SILENT;
  const session = ports.openRun();
  if (!session) return SILENT;
  countLastTurn(session, input.transcriptPath, ports);
  const cause = failureOf(session.run.ending);
  // A used-up limit of the loop itself refuses.
  const goesOn =
    cause?.failure === 'rate-limit' &&
    asksForWork(input.prompt) &&
    session.submit({ type: 'resume', at: ports.now() }).status === 'recorded';
  if (goesOn) {
    session.project();
    return tellBoth('UserPromptSubmit', GOES_ON);
  }
  // The client doesn't show our message when a turn fails, so it comes with the user's next prompt.
  if (cause !== undefined && !input.prompt.startsWith('/loop:')) {
    return { kind: 'tell', event: 'UserPromptSubmit', message: endLines(session.run).join('\n') };
  }
  const wasActive = session.run.status === 'active';
  const { notes = [] } = session.run.frames.at(-1) ?? {};
  // A check-in has told the user already. Without one, this prompt came before the stop that would have.
  const isTold = session.run.continuation === undefined;
  const submission = session.submit(promptCommand(session, 'prompt', input, ports));
  if (submission.status !== 'recorded') return SILENT;
  session.project();
  if (showsOverride(submission) || (wasActive && session.run.status === 'stuck'))
    return tellBoth('UserPromptSubmit', endLines(session.run).join('\n'));
  const context = notes
    .filter(isHandNote)
    .map((note) => noteLine(note))
    .join('\n');
  if (!wasActive || context === '') return SILENT;
  return { kind: 'tell', event: 'UserPromptSubmit', context, ...(!isTold && { message: context }) };
}

/** `/loop:status` and any other command of the client, but no path. */
const COMMAND = /^\/[\w:-]+(?:\s|$)/;

/** True for any prompt but a command or a question. */
function asksForWork(prompt: string): boolean {
  const said = prompt.trim();
  return said !== '' && !COMMAND.test(said) && !said.endsWith('?');
}
