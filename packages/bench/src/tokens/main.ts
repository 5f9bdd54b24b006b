// Counts the plugin's texts to Claude in tokens of a public tokenizer, in the real client with a scripted model:
// `pnpm --filter @loopwright/bench tokens [PLUGIN…]`. Each plugin is a built folder; without one, the plugin here.
import { join, resolve } from 'node:path';
import { createSandbox, createScriptedModel, type Reply, runClaude, say, tool } from '@loopwright/testkit';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';

const own = join(import.meta.dirname, '../../../../apps/plugin/dist');
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
    const place = plugins[0] ?? own;
    const asInstalled = (text: string): string => text.replaceAll(place, INSTALLED);
    return { all: asInstalled(all), held: held.map(asInstalled), usd: run.result?.total_cost_usd };
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
function fiveIterations(plugin: string): Reply[] {
  const turn = (number: number): Reply[] => [
    bash(`echo ${number} >> notes.txt`),
    say(`Piece ${number} is done.`),
  ];
  return [
    bash(`"${plugin}/bin/loop" start --steps "mend sum.js"`),
    say('The loop is on.'),
    ...[1, 2, 3, 4].flatMap(turn),
    bash("printf 'module.exports = (a, b) => a + b;\\n' > sum.js"),
    say('<loop-complete>\nAll success criteria satisfied:\n- tests pass: ✓\n</loop-complete>'),
  ];
}

const plugins = process.argv.length > 2 ? process.argv.slice(2) : [own];
const bare = await textsOf([], 'hello', [say('Hello.')]);
const rows: (readonly [string, number, number, number])[] = [];
for (const path of plugins) {
  const plugin = resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
  const idle = await textsOf([plugin], 'hello', [say('Hello.')]);
  const loop = await textsOf([plugin], PROMPT, fiveIterations(plugin));
  const [plain = ''] = loop.held;
  rows.push([path, count(idle.all) - count(bare.all), count(plain), count(loop.all) - count(bare.all)]);
  process.stderr.write(`${plain}\n\n`);
}
process.stdout.write(
  [
    '| plugin | a session without a loop | a plain continuation | a loop of five iterations, in all |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n'),
);
