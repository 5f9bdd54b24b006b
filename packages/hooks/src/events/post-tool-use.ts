import { readAnswers } from '@loopwright/core/contract';
import { QUESTIONS, type QuestionName } from '@loopwright/core/questions';
import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { TypedPorts } from '../ports.ts';

/** Remembers the user's answers to questions of the plugin, before Claude's next tool runs. Tells Claude what counts. */
export function handlePostToolUse({ toolResponse }: HookInput, ports: TypedPorts): Answer {
  const answers = readAnswers(toolResponse);
  const counted = Object.entries(answers.counted).map(
    ([name, answer]) => `${QUESTIONS[name as QuestionName].header}: ${answer}`,
  );
  if (counted.length > 0) {
    const run = ports.openRun()?.run;
    ports.rememberAnswers(answers, run?.status === 'draft' ? run.id : undefined);
  }
  const context = [
    ...(counted.length > 0 ? [`On record as the user's own words: ${counted.join(', ')}.`] : []),
    ...answers.unread.map((line) => `Not on record: ${line}. Ask once more, or go on with the default.`),
  ].join('\n');
  return context === '' ? SILENT : { kind: 'tell', event: 'PostToolUse', context: `[LOOP] ${context}` };
}
