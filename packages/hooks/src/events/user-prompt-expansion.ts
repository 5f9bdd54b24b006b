import { randomUUID } from 'node:crypto';
import type { Mode } from '@loopwright/core';
import { type Answer, SILENT, tellBoth } from '../answer.ts';
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
  const { commandName, commandArgs: spec } = input;
  if (commandName === 'loop:approve') return approve(spec, ports);
  const args = argsOf(commandName, spec.trim());
  // Where the command can't run here, the skill asks Claude to run it.
  const output = args && ports.runVerb(args);
  if (args && output === undefined) return SILENT;
  if (args) return { kind: 'instead', text: `/${commandName}, answered without a model turn\n\n${output}` };
  // Typed by the user, so it is their own act, which Claude's shell can't do for them.
  if (commandName === 'loop:continue' && /(^|\s)--take-over(\s|$)/.test(spec))
    ports.takeOverForeignRun(/--run[= ](\S+)/.exec(spec)?.[1]);
  const mode = Object.hasOwn(MODES, commandName) ? MODES[commandName] : undefined;
  // A grind needs no words: it takes every open issue.
  if (!mode || (spec.trim() === '' && mode !== 'grind') || isLoopQuestion(spec)) return SILENT;
  const ids = { runId: randomUUID(), session: input.sessionId, frameId: randomUUID() };
  ports.draftRun({ type: 'draft', at: ports.now(), ...ids, spec, mode }, input.transcriptPath);
  return SILENT;
}

/** The arguments of a command that needs no model. Words after `status` or `explain` are a question for Claude. */
function argsOf(commandName: string, words: string): readonly string[] | undefined {
  const verb = commandName.replace(/^loop:/, '');
  switch (commandName) {
    case 'loop:status':
    case 'loop:explain':
      return words === '' ? [verb] : undefined;
    case 'loop:pause':
    case 'loop:cancel':
      return words === '' ? [verb] : [verb, `--reason=${words}`];
    case 'loop:report':
      return [verb, ...words.split(/\s+/).filter(Boolean)];
    default:
      return undefined;
  }
}

/** The client reports a command that the user typed, so this is an act of theirs. Claude can't call the skill. */
function approve(words: string, ports: TypedPorts): Answer {
  const session = ports.openRun();
  const text = session ? ports.approve(session, words) : 'There is no loop in this session.';
  session?.project();
  return tellBoth('UserPromptExpansion', `[LOOP] ${text}`);
}
