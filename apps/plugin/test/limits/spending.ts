import { say, type Step, tool } from '@loopwright/testkit';
import { plugin, type Stage } from '../support/stage.ts';
import { onceWritten } from './waiting.ts';

/** Five dollars for a million tokens out, so that 200,000 are one dollar. */
export const MODEL = 'claude-haiku-4-5';

const FREE = { usage: { input: 0, output: 0 } } as const;

/** Claude calls the loop command, and that costs nothing. */
export function freeLoop(words: string): Step {
  return tool('Bash', { command: `"${plugin}/bin/loop" ${words}` }, FREE);
}

/** Claude works for so many tokens, and stops once they stand in the transcript. */
export function workFor(stage: Stage, output: number): readonly Step[] {
  return [
    tool('Bash', { command: `echo ${output}` }, { usage: { input: 0, output } }),
    onceWritten(stage, say(`That took ${output}.`, FREE), `"echo ${output}"`),
  ];
}
