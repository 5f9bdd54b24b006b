import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  createSandbox,
  type ModelRequest,
  type Registry,
  type Reply,
  runClaude,
  runInSandbox,
  say,
} from '@loopwright/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { NO_NODE, nodes } from '../support/nodes.ts';
import { programs } from '../support/programs.ts';
import { checkout, publishWorkspace } from '../support/publish.ts';
import { bash, COMPLETE, continuations, mend, setStage, startWords } from '../support/stage.ts';

let registry: Registry;
beforeAll(async () => {
  registry = await publishWorkspace();
});
afterAll(async () => registry.close());

test('installed as a user does it, from a checkout’s marketplace and the npm source, a loop runs to its proof', async () => {
  const { sandbox, model, runOf } = await setStage([
    asTheSkillSays(startWords),
    say(`Done!\n\n${COMPLETE}`),
    mend,
    asTheSkillSays('verify'),
    say(COMPLETE),
  ]);
  await registry.configure(sandbox.home);
  const claude = async (...words: readonly string[]): Promise<string> => {
    const command = ['claude', 'plugin', ...words] as const;
    const { exitCode, stdout, stderr } = await runInSandbox({
      sandbox,
      model,
      services: [registry],
      command,
    });
    expect(exitCode, stdout + stderr).toBe(0);
    return stdout;
  };

  await claude('marketplace', 'add', checkout);
  await claude('install', 'loop@loopwright');
  expect(registry.calls).toContain('GET /@loopwright/plugin');
  const [installed] = JSON.parse(await claude('list', '--json')) as { installPath: string }[];
  expect(installed).toMatchObject({ id: 'loop@loopwright', version: '0.1.0', enabled: true });
  await access(join(installed?.installPath ?? '', 'bin/loop'));

  const run = await runClaude({ sandbox, model, prompt: '/loop:start make the tests pass' });

  expect(continuations(run)).toEqual([
    expect.stringContaining('You said the work is done, but a proof is missing'),
  ]);
  expect(run.notices.at(-1)).toBe('Stop says: [LOOP] Ended | verified | every proof holds');
  expect(runOf(run.sessionId)).toMatchObject({
    ending: { kind: 'verified' },
    frames: [{ spec: 'make the tests pass' }],
  });
});

/** The Nodes beside the one that runs us. */
const others = nodes.flatMap(({ path }) => path ?? []);

/** As strict as a stranger may have it. */
const tsconfig = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ['node'],
  },
  files: ['use.ts'],
};

test.for(Object.entries(programs))(
  'a fresh project installs %s and uses it from ESM, with types, on every Node',
  async ([name, [source, printed]]) => {
    const { run } = await freshProject({
      'package.json': '{ "private": true, "type": "module" }',
      'tsconfig.json': JSON.stringify(tsconfig),
      'use.ts': `${source}\n`,
    });

    await run('npm', 'install', name, '@types/node');
    await run('node', createRequire(import.meta.url).resolve('typescript/bin/tsc'));
    expect(await run('node', 'use.js')).toBe(printed);
    for (const node of others) expect(await run(node, 'use.js')).toBe(printed);
  },
);

test('npm installs the command, and it runs on every Node', async () => {
  const { run } = await freshProject({ 'package.json': '{ "private": true }' });

  await run('npm', 'install', 'loopwright');

  expect(await run('node_modules/.bin/loop', '--version')).toContain('0.1.0');
  for (const node of others) expect(await run(node, 'node_modules/.bin/loop', '--version')).toContain('0.1.0');
});

test.for(nodes)('Node $major is among those that were tried', ({ path }, { skip }) => {
  skip(path === undefined, NO_NODE);
  expect(others).toContain(path);
});

async function freshProject(files: Readonly<Record<string, string>>) {
  const sandbox = await createSandbox({ files });
  onTestFinished(sandbox.remove);
  await registry.configure(sandbox.home);
  const run = async (...command: readonly [string, ...string[]]): Promise<string> => {
    const { exitCode, stdout, stderr } = await runInSandbox({ sandbox, services: [registry], command });
    expect(exitCode, stdout + stderr).toBe(0);
    return stdout.trim();
  };
  return { run };
}

/** Claude calls the command by the path that the skill gave it, wherever the plugin was installed. */
function asTheSkillSays(words: string) {
  return ({ said }: ModelRequest): Reply => {
    const told = said.map(({ text }) => text).join('\n');
    const [, path] = /The loop command is `"([^"]+\/bin\/loop)"`/.exec(told) ?? [];
    if (path === undefined) throw new Error('the skill does not name the command');
    return bash(`"${path}" ${words}`);
  };
}
