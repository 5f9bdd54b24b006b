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
    command: [
      clientPath(),
      'plugin',
      'eval',
      folder,
      '--case',
      name,
      '--trust-plugin',
      '--no-publish',
      '--runs',
      '1',
      '--ablation',
      'none',
      '--allow-tools',
      'Bash',
      '--json',
    ],
    env: { PATH: [bin, sandbox.env['PATH'] ?? ''].join(delimiter) },
    timeoutMs: 110_000,
  });
  expect(model.unscripted).toEqual([]);
  const { cases } = JSON.parse(stdout.slice(0, stdout.lastIndexOf('}') + 1)) as { cases: readonly unknown[] };
  expect([cases.length, stderr]).toEqual([1, expect.any(String)]);
  return { exitCode, told: model.textsForClaude().join('\n') };
}

const makeIt = bash('echo hello > hello.txt');

test('the eval of start passes for a Claude that checks, verifies and then says so', async () => {
  const { exitCode, told } = await evaluate('start', (loop) => [
    loop('start --check "it is there=grep -qx hello hello.txt" --steps "write hello.txt"'),
    makeIt,
    loop('verify'),
    loop('step done'),
    say('<loop-complete>\nAll success criteria satisfied:\n- it is there: ✓\n</loop-complete>'),
  ]);
  expect(exitCode).toBe(0);
  expect(told).toContain('1 of 1 check proves the work tree as it is.');
});

test('the eval of start fails for a Claude that only says so', async () => {
  const { exitCode } = await evaluate('start', () => [
    makeIt,
    say('<loop-complete>\nDone.\n</loop-complete>'),
  ]);
  expect(exitCode).toBe(1);
});

test('the eval of intent passes for a Claude that scores and asks', async () => {
  const { exitCode, told } = await evaluate('intent', (loop) => [
    loop('score "make it better"'),
    say('Better in which way? And which command should pass at the end?'),
  ]);
  expect(exitCode).toBe(0);
  expect(told).toContain('Not clear enough to start');
});

/** Claude goes through the whole workflow, and records a lesson at the step that asks for one. */
const wholeWay = (
  loop: (words: string) => Reply,
  { plan = 'task plan --familiarity 6', lesson = [loop('learn "grep -x takes the line"')] } = {},
): readonly Step[] => {
  const shape =
    '## Criteria\\n- it is there: `grep -qx hello hello.txt`\\n## mustNot\\n- none\\n## Verification\\n- execution output\\n';
  return [
    loop('start'),
    bash(`mkdir -p .loop/shape && printf '${shape}' > .loop/shape/SHAPE.md`),
    loop(plan),
    loop('task add "Write hello.txt" --verify "test -f hello.txt"'),
    loop('task begin'),
    makeIt,
    loop('task complete 1'),
    loop('task finish'),
    loop('review --wave 1 --score 9 --reviewer "idiom, delivery"'),
    loop('review begin'),
    loop('review thorough --reviewer correctness'),
    ...lesson,
    loop('gate --confidence 95 --risk "none seen"'),
    ({ newTexts }) =>
      say(/<loop-complete>[\s\S]*?<\/loop-complete>/.exec(newTexts.join('\n'))?.[0] ?? 'no block'),
  ];
};

test('the eval of gate passes for a Claude that goes the whole way', async () => {
  const { exitCode, told } = await evaluate('gate', (loop) => wholeWay(loop));
  expect(exitCode).toBe(0);
  expect(told).toContain('The gate passed.');
});

test('the eval of gate fails for a Claude that judges no familiarity and keeps no lesson', async () => {
  const { exitCode, told } = await evaluate('gate', (loop) =>
    wholeWay(loop, { plan: 'task plan', lesson: [] }),
  );
  expect(exitCode).toBe(1);
  expect(told).toContain('The gate passed.');
});

/** Claude shapes the work as the skill says; each part can be left out. */
const shaping = (
  loop: (words: string) => Reply,
  {
    first = '- it greets: `grep -qx hello hello.txt`',
    proof = '--verify "grep -qx hello hello.txt"',
    early = [] as readonly Step[],
  } = {},
): readonly Step[] => {
  const lines = [
    '# Shape: two words',
    '## Criteria',
    first,
    '## mustNot',
    '- none',
    '## Verification',
    '- execution output: both commands',
  ];
  return [
    loop('start'),
    ...early,
    bash(`mkdir -p .loop/shape && cat > .loop/shape/SHAPE.md <<'END'\n${lines.join('\n')}\nEND`),
    loop('task plan --familiarity 8'),
    loop(`task add "Write hello.txt" ${proof}`),
    loop('task add "Write bye.txt" --verify "grep -qx bye bye.txt"'),
    loop('pause'),
    say('Two tasks wait.'),
  ];
};

test('the eval of shape passes for a Claude that writes criteria with commands and proofs for tasks', async () => {
  const { exitCode, told } = await evaluate('shape', (loop) => shaping(loop));
  expect(exitCode, told).toBe(0);
  expect(told).toContain('Write bye.txt');
});

test.each([
  ['writes criteria without a command', { first: '- it greets' }],
  ['adds a task without a proof', { proof: '--reason "it is seen"' }],
  ['begins the work', { early: [bash('echo hello > hello.txt')] }],
])('the eval of shape fails for a Claude that %s', async (_, left) => {
  const { exitCode } = await evaluate('shape', (loop) => shaping(loop, left));
  expect(exitCode).toBe(1);
});
