import { access, readFile } from 'node:fs/promises';
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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout, publishWorkspace } from '../support/publish.ts';
import { bash, COMPLETE, continuations, mend, setStage, startWords } from '../support/stage.ts';

let registry: Registry;
beforeAll(async () => {
  registry = await publishWorkspace('apps');
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
  expect(installed).toMatchObject({
    id: 'loop@loopwright',
    version: await versionOf('apps/plugin'),
    enabled: true,
  });
  await access(join(installed?.installPath ?? '', 'bin/loop'));

  const run = await runClaude({ sandbox, model, prompt: '/loop:start make the tests pass' });

  expect(continuations(run)).toEqual([
    expect.stringContaining('You said the work is done, but a proof is missing'),
  ]);
  expect(run.notices.at(-1)).toContain(
    "Stop says: ✓ Done: tests pass (node test.js), run in Claude's own shell",
  );
  expect(runOf(run.sessionId)).toMatchObject({
    ending: { kind: 'verified' },
    frames: [{ spec: 'make the tests pass' }],
  });
});

describe('in a fresh project, the command', () => {
  let project: FreshProject;
  beforeAll(async () => {
    project = await createFreshProject({ 'package.json': '{ "private": true }' });
    await project.run('npm', 'install', 'loopwright');
  });
  afterAll(async () => project.remove());

  test('installs from the registry', async () => {
    expect(await project.run('npx', 'loop', '--version')).toContain(await versionOf('apps/cli'));
  });

  test('installs and runs as its README says, word for word, in an empty home', async () => {
    const readme = await readFile(join(checkout, 'apps/cli/README.md'), 'utf8');
    const install = /^npm install -g .+$/m.exec(readme)?.[0] ?? 'false';
    const block = /^```sh\n(loop start .+?)^```$/ms.exec(readme)?.[1] ?? 'false';
    // The test's registry sets npm's global folder within the empty home.
    const path = 'export PATH="$HOME/.npm-global/bin:$PATH" CLAUDE_CODE_SESSION_ID=npm-way';
    const printed = await project.run('sh', '-ec', `${install}\n${path}\n${block}`);
    expect(printed).toMatch(/✓ proved +Claude's +tests pass/);
  });
});

async function versionOf(folder: string): Promise<string> {
  const manifest = await readFile(join(checkout, folder, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

interface FreshProject {
  readonly run: (...command: readonly [string, ...string[]]) => Promise<string>;
  readonly at: (path: string) => string;
  readonly remove: () => Promise<void>;
}

async function createFreshProject(files: Readonly<Record<string, string>>): Promise<FreshProject> {
  const sandbox = await createSandbox({ files });
  await registry.configure(sandbox.home);
  return {
    run: async (...command) => {
      const { exitCode, stdout, stderr } = await runInSandbox({ sandbox, services: [registry], command });
      expect(exitCode, stdout + stderr).toBe(0);
      return stdout.trim();
    },
    at: sandbox.project.at,
    remove: sandbox.remove,
  };
}

/** Claude calls the command by the path that the skill gave it, wherever the plugin was installed. */
function asTheSkillSays(words: string) {
  return ({ texts }: ModelRequest): Reply => {
    const told = texts.map(({ text }) => text).join('\n');
    const [, path] = /The loop command is `"([^"]+\/bin\/loop)"`/.exec(told) ?? [];
    if (path === undefined) throw new Error('the skill does not name the command');
    return bash(`"${path}" ${words}`);
  };
}
