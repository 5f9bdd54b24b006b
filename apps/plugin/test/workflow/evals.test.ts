// @module-tag deep
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { clientPath, createSandbox, type Reply, runInSandbox, say, type Step } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { bash, castModel, plugin } from '../support/stage.ts';

const EVALS = join(import.meta.dirname, '../../evals');

/**
 * The client gives evals a shell only inside bubblewrap, which this machine may not have. The kit isolates the whole
 * client already, so these stand in for it: one runs a given program, the other listens at a given address.
 */
const STAND_INS = {
  bwrap: '#!/bin/sh\nwhile [ $# -gt 0 ] && [ "$1" != "--" ]; do shift; done\nshift\nexec "$@"\n',
  socat: `#!/usr/bin/env node
const [listen = ''] = process.argv.slice(2).filter((word) => word.includes(':'));
const path = /^UNIX-LISTEN:([^,]+)/.exec(listen)?.[1];
if (path) require('node:net').createServer((socket) => socket.destroy()).listen(path);
`,
};

const FLAGS = '--trust-plugin --no-publish --runs 1 --ablation none --allow-tools Bash --json'.split(' ');

interface Evaluated {
  /** 0 when every grader is content, 1 when one isn't. */
  readonly exitCode: number | null;
  readonly told: string;
}

/** Runs one case of the plugin's own evals against a script, with nothing but the script to be reached. */
async function evaluate(
  name: string,
  script: (loop: (words: string) => Reply) => readonly Step[],
): Promise<Evaluated> {
  const sandbox = await createSandbox({ files: { 'README.md': 'an empty project' } });
  onTestFinished(sandbox.remove);
  const folder = sandbox.project.at('plugin');
  await cp(plugin, folder, { recursive: true });
  await cp(EVALS, join(folder, 'evals'), { recursive: true });
  const bin = sandbox.project.at('bin');
  await mkdir(bin);
  for (const [program, text] of Object.entries(STAND_INS)) {
    await writeFile(join(bin, program), text);
    await chmod(join(bin, program), 0o755);
  }
  const model = await castModel(script((words) => bash(`"${folder}/bin/loop" ${words}`)));
  const { exitCode, stdout, stderr } = await runInSandbox({
    sandbox,
    model,
    command: [clientPath(), 'plugin', 'eval', folder, '--case', name, ...FLAGS],
    env: { PATH: [bin, sandbox.env['PATH'] ?? ''].join(delimiter) },
    timeoutMs: 110_000,
  });
  expect(model.unscripted).toEqual([]);
  const { cases } = JSON.parse(stdout.slice(0, stdout.lastIndexOf('}') + 1)) as { cases: readonly unknown[] };
  expect([cases.length, stderr]).toEqual([1, expect.any(String)]);
  return { exitCode, told: model.textsForClaude().join('\n') };
}

type Loop = (words: string) => Reply;

const makeIt = bash('echo hello > hello.txt');
const COMPLETE = say('<loop-complete>\nAll success criteria satisfied:\n- it is there: ✓\n</loop-complete>');

/** Claude goes through the whole workflow, and records a lesson at the step that asks for one. */
const wholeWay = (
  loop: Loop,
  { plan = 'task plan --familiarity 6', lesson = [loop('learn "grep -x takes the line"')] } = {},
): readonly Step[] => [
  loop('start'),
  writeShape(['- it is there: `grep -qx hello hello.txt`']),
  loop(plan),
  loop('task add "Write hello.txt" --verify "test -f hello.txt"'),
  loop('task begin'),
  makeIt,
  loop('task complete 1'),
  loop('task finish'),
  loop('review --wave 1 --score 9 --reviewer "idiom, delivery"'),
  loop('review begin'),
  loop('review thorough --reviewer "correctness, security, simplicity"'),
  ...lesson,
  loop('gate --confidence 95 --risk "none seen"'),
  ({ newTexts }) =>
    say(/<loop-complete>[\s\S]*?<\/loop-complete>/.exec(newTexts.join('\n'))?.[0] ?? 'no block'),
];

/** Claude shapes the work as the skill says; each part can be left out. */
const shaping = (
  loop: Loop,
  {
    criterion = '- it greets: `grep -qx hello hello.txt`',
    proof = '--verify "grep -qx hello hello.txt"',
    early = [] as readonly Step[],
  } = {},
): readonly Step[] => [
  loop('start'),
  ...early,
  writeShape([criterion]),
  loop('task plan --familiarity 8'),
  loop(`task add "Write hello.txt" ${proof}`),
  loop('task add "Write bye.txt" --verify "grep -qx bye bye.txt"'),
  loop('pause'),
  say('Two tasks wait.'),
];

function writeShape(criteria: readonly string[]): Reply {
  const lines = ['## Criteria', ...criteria, '## mustNot', '- none', '## Verification', '- execution output'];
  return bash(`mkdir -p .loop/shape && cat > .loop/shape/SHAPE.md <<'END'\n${lines.join('\n')}\nEND`);
}

interface Row {
  readonly name: string;
  readonly does: string;
  readonly script: (loop: Loop) => readonly Step[];
  /** What Claude was told where the eval is to pass; without it the eval has to fail. */
  readonly told?: string;
}

const rows: readonly Row[] = [
  {
    name: 'start',
    does: 'checks, verifies and then says so',
    script: (loop) => [
      loop('start --check "it is there=grep -qx hello hello.txt" --steps "write hello.txt"'),
      makeIt,
      loop('verify'),
      loop('step done'),
      COMPLETE,
    ],
    told: '1 of 1 check proves the work tree as it is.',
  },
  { name: 'start', does: 'only says so', script: () => [makeIt, COMPLETE] },
  {
    name: 'intent',
    does: 'scores and asks',
    script: (loop) => [
      loop('score "make it better"'),
      say('In which way? Which command should pass at the end?'),
    ],
    told: 'Not clear enough to start',
  },
  { name: 'gate', does: 'goes the whole way', script: wholeWay, told: 'The gate passed.' },
  {
    name: 'gate',
    does: 'judges no familiarity and keeps no lesson',
    script: (loop) => wholeWay(loop, { plan: 'task plan', lesson: [] }),
  },
  { name: 'shape', does: 'writes criteria and proofs for tasks', script: shaping, told: 'Write bye.txt' },
  {
    name: 'shape',
    does: 'writes criteria without a command',
    script: (loop) => shaping(loop, { criterion: '- it greets' }),
  },
  {
    name: 'shape',
    does: 'adds a task without a proof',
    script: (loop) => shaping(loop, { proof: '--reason "it is seen"' }),
  },
  { name: 'shape', does: 'begins the work', script: (loop) => shaping(loop, { early: [makeIt] }) },
];

test.each(rows)('the eval of $name judges a Claude that $does', async ({ name, script, told: expected }) => {
  const { exitCode, told } = await evaluate(name, script);
  expect(exitCode, told).toBe(expected === undefined ? 1 : 0);
  expect(told).toContain(expected ?? '');
});
