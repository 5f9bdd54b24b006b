import { randomUUID } from 'node:crypto';
import type { CommandOf, Mode } from '@loopwright/core';
import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { TypedPorts } from '../ports.ts';
import { isLoopQuestion } from '../text/is-loop-question.ts';

/** The commands that start a loop, and the mode that each starts. */
const MODES: Readonly<Record<string, Mode>> = {
  'loop:start': 'loop',
  'loop:issue': 'issue',
  'loop:grind': 'grind',
};

/**
 * Records the spec word for word as a draft, before a shell or a model can change it; a draft blocks nothing. Carries
 * out `/loop:approve`, and answers the commands that need no model.
 */
export function handleUserPromptExpansion(input: HookInput, ports: TypedPorts): Answer {
  if (input.commandName === 'loop:approve') return approve(input, ports);
  const args = argsOf(input);
  if (args) return answerAtOnce(input, args, ports);
  const { commandName, commandArgs } = input;
  // Typed by the user, so it is their own act, which Claude's shell can't do for them.
  if (commandName === 'loop:continue' && /(^|\s)--take-over(\s|$)/.test(commandArgs))
    ports.takeOverForeignRun(/--run[= ](\S+)/.exec(commandArgs)?.[1]);
  const mode = Object.hasOwn(MODES, commandName) ? MODES[commandName] : undefined;
  // A grind needs no words: it takes every open issue.
  if (!mode || (commandArgs.trim() === '' && mode !== 'grind')) return SILENT;
  if (isLoopQuestion(commandArgs)) return SILENT;
  const draft: CommandOf<'draft'> = {
    type: 'draft',
    at: ports.now(),
    runId: randomUUID(),
    session: input.sessionId,
    frameId: randomUUID(),
    spec: commandArgs,
    mode,
  };
  ports.draftRun(draft, input.transcriptPath);
  return SILENT;
}

/** The commands that need no model. Words after `status` or `explain` are a question, which Claude answers. */
function argsOf({ commandName, commandArgs }: HookInput): readonly string[] | undefined {
  const words = commandArgs.trim();
  switch (commandName) {
    case 'loop:status':
    case 'loop:explain':
      return words === '' ? [commandName.slice('loop:'.length)] : undefined;
    case 'loop:pause':
    case 'loop:cancel':
      return [commandName.slice('loop:'.length), ...(words === '' ? [] : [`--reason=${words}`])];
    case 'loop:report':
      return ['report', ...words.split(/\s+/).filter(Boolean)];
    default:
      return undefined;
  }
}

/** Where the command can't run here, the skill asks Claude to run it. */
function answerAtOnce({ commandName }: HookInput, args: readonly string[], ports: TypedPorts): Answer {
  const text = ports.runVerb(args);
  if (text === undefined) return SILENT;
  return { kind: 'instead', text: `/${commandName}, answered without a model turn\n\n${text}` };
}

/** The client reports a command that the user typed, so this is an act of theirs. Claude can't call the skill. */
function approve({ commandArgs }: HookInput, ports: TypedPorts): Answer {
  const session = ports.openRun();
  const text = `[LOOP] ${session ? ports.approve(session, commandArgs) : 'There is no loop in this session.'}`;
  session?.project();
  return { kind: 'tell', event: 'UserPromptExpansion', context: text, message: text };
}
