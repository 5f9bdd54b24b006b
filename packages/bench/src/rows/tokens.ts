import { join } from 'node:path';
import { createSandbox, createScriptedModel, type Reply, runClaude, say, tool } from '@loopwright/testkit';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import type { Figure } from '../figures.ts';

const PLUGIN = join(import.meta.dirname, '../../../../apps/plugin/dist');
const encoder = new Tiktoken(o200k);
const count = (text: string): number => encoder.encode(text, [], []).length;

/** Where a plugin is when it is installed from its marketplace; a path of a checkout says nothing about users. */
const INSTALLED = '/home/user/.claude/plugins/cache/loopwright/loop/0.1.0';

const FILES = {
  'sum.js': 'module.exports = (a, b) => a - b;\n',
  'test.js': "if (require('./sum.js')(1, 2) !== 3) process.exit(1);\n",
};
const PROMPT = '/loop:start make the tests pass --check "tests pass=node test.js" --shape tool --force';

/** The texts of the whole conversation that a session with these plugins sends to the model. */
async function textsOf(plugins: readonly string[], prompt: string, replies: readonly Reply[]) {
  const sandbox = await createSandbox({ files: FILES, git: 'committed' });
  const model = await createScriptedModel([...replies]);
  try {
    const run = await runClaude({ sandbox, model, plugins: [...plugins], prompt });
    const last = model.mainRequests().at(-1)?.body as { system?: unknown; messages?: unknown };
    const all = JSON.stringify([last.system, last.messages]);
    const held = run.hooksOf('Stop').flatMap(({ stdout }) => contextIn(stdout));
    const asInstalled = (text: string): string => text.replaceAll(PLUGIN, INSTALLED);
    return { all: asInstalled(all), held: held.map(asInstalled) };
  } finally {
    await model.close();
    await sandbox.remove();
  }
}

function contextIn(stdout: string): string[] {
  if (!stdout.includes('additionalContext')) return [];
  const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } };
  return [hookSpecificOutput.additionalContext];
}

const bash = (command: string): Reply => tool('Bash', { command });

/** Five iterations: each works and stops, the last one mends the file and claims. */
function fiveIterations(): Reply[] {
  const turn = (number: number): Reply[] => [
    bash(`echo ${number} >> notes.txt`),
    say(`Piece ${number} is done.`),
  ];
  return [
    bash(`"${PLUGIN}/bin/loop" start --steps "mend sum.js"`),
    say('The loop is on.'),
    ...[1, 2, 3, 4].flatMap(turn),
    bash("printf 'module.exports = (a, b) => a + b;\\n' > sum.js"),
    say('<loop-complete>\nAll success criteria satisfied:\n- tests pass: ✓\n</loop-complete>'),
  ];
}

/** Counts the plugin's texts to Claude in tokens of a public tokenizer, in the real client with a scripted model. */
export async function benchTokens(): Promise<readonly Figure[]> {
  const bare = await textsOf([], 'hello', [say('Hello.')]);
  const idle = await textsOf([PLUGIN], 'hello', [say('Hello.')]);
  const loop = await textsOf([PLUGIN], PROMPT, fiveIterations());
  const row = (what: string, value: number, limit: number) =>
    ({ what, value, unit: '', goal: { kind: 'at most', limit }, measured: 'o200k_base' }) as const;
  return [
    row('a session without a loop', count(idle.all) - count(bare.all), 268),
    row('a plain continuation', count(loop.held[0] ?? ''), 60),
    row('a loop of five iterations, in all', count(loop.all) - count(bare.all), 2600),
  ];
}
