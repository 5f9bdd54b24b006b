import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Command } from '@loopwright/core';
import { type OpenRun, type Protocol, projectViews, runPath, startRun } from '@loopwright/store';
import { levelsOf } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { startNode } from '../support/processes.ts';
import { bareEnv, LOOP } from '../support/project.ts';

const SESSION = 'session-1';
/** Stands in every text that the repository brings. */
const WORDS = 'HOSTILE WORDS';
const HOOK = join(dirname(LOOP), 'hooks/hook.cjs');

/** Everything of a case, in one folder: the author's project, the project that gets it, and the place to betray. */
interface Scene {
  readonly author: string;
  readonly project: string;
  readonly home: string;
  /** Every command of the repository makes this file. */
  readonly canary: string;
}

/** The loops that a repository brings. The author started each on a machine of their own. */
const LOOPS: Readonly<Record<string, (run: OpenRun) => void>> = {
  'an active loop with a check': () => undefined,
  'a loop whose check passed and that is claimed': (run) => {
    const result = { passed: true, exitCode: 0, durationMs: 1, fingerprint: 'tree-1' };
    const evidence = { id: 'tests-000000000001', at: 1, ...result };
    submit(run, {
      type: 'verify',
      results: [{ criterion: 'tests', evidence: { ...evidence, witness: 'hook' } }],
    });
    submit(run, { type: 'signal', isDone: true });
  },
  'a paused loop': (run) => submit(run, { type: 'pause', reason: WORDS }),
  'a loop that a stop has blocked': (run) => submit(run, { type: 'stop' }),
  'a loop with an inner loop': (run) =>
    submit(run, { type: 'push', frameId: 'inner', spec: `${WORDS} inside`, mode: 'issue' }),
  'a loop with tasks': (run) =>
    submit(run, { type: 'task', action: 'add', subject: WORDS, verify: 'touch ran' } as never),
  'a loop that is over': (run) => submit(run, { type: 'cancel', reason: WORDS }),
  'a loop in numbered files': () => undefined,
};

/** The ways that bring `.loop` into the project. */
const WAYS: Readonly<Record<string, (scene: Scene) => void>> = {
  'with a clone': ({ author, project }) => {
    commit(author);
    git(dirname(project), 'clone', '-q', author, project);
  },
  'in a submodule': ({ author, project }) => {
    commit(author);
    const outer = join(dirname(project), 'outer');
    git(dirname(project), 'init', '-q', outer);
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', author, 'lib');
    cpSync(outer, project, { recursive: true });
    // The session works in the submodule.
    cpSync(join(project, 'lib', '.loop'), join(project, '.loop'), { recursive: true });
  },
  'in an archive': ({ author, project }) => {
    mkdirSync(project);
    execFileSync('tar', ['-cf', `${author}.tar`, '-C', author, '.']);
    execFileSync('tar', ['-xf', `${author}.tar`, '-C', project]);
  },
  'in a copied folder': ({ author, project }) => cpSync(author, project, { recursive: true }),
  'with a pull': ({ author, project }) => {
    git(dirname(project), 'init', '-q', project);
    commit(author);
    git(project, 'pull', '-q', author);
  },
  'as a journal alone': ({ author, project }) => {
    cpSync(join(author, '.loop', 'runs'), join(project, '.loop', 'runs'), { recursive: true });
  },
  'as views alone, in git': ({ author, project }) => {
    rmSync(join(author, '.loop', 'runs'), { recursive: true });
    commit(author);
    git(dirname(project), 'clone', '-q', author, project);
  },
  'as hand-written files, in git': ({ author, project }) => {
    for (const name of ['runs', 'views.json']) rmSync(join(author, '.loop', name), { recursive: true });
    mkdirSync(join(author, '.claude'));
    writeFileSync(
      join(author, '.claude', 'idle-loop.local.md'),
      `---\nactive: true\nmode: loop\niteration: 1\nmax_iterations: 10\n---\n${WORDS}\n`,
    );
    commit(author);
    git(dirname(project), 'clone', '-q', author, project);
  },
};

/** The events of the client, in the order of a session's life. */
const EVENTS: readonly (readonly [event: string, fields: Readonly<Record<string, unknown>>])[] = [
  ['SessionStart', { source: 'startup', session_id: 'session-2' }],
  ['SessionStart', { source: 'resume' }],
  ['SessionStart', { source: 'startup' }],
  ['UserPromptSubmit', { prompt: 'hello' }],
  ['PostToolBatch', { tool_calls: [{ tool_name: 'Bash', tool_input: {}, tool_response: '' }] }],
  ['Stop', {}],
  ['Stop', { last_assistant_message: 'Done.\n\n<loop-done>COMPLETE</loop-done>' }],
  ['SessionEnd', { reason: 'exit' }],
];

/** Verbs that look at a loop, work on it, or end it. Every case takes the next two. */
const VERBS: readonly (readonly string[])[] = [
  ['status'],
  ['verify'],
  ['continue'],
  ['next'],
  ['report', '--format', 'md', '--out', '-'],
  ['run', '--resume', '--claude', './client'],
  ['step', 'done', '1'],
  ['log'],
  ['criterion', 'tick', 'docs'],
  ['explain'],
  ['signal', 'done'],
  ['cancel'],
  ['status', '--run', 'run'],
  ['doctor'],
  ['continue', '--run', 'run'],
  ['explain', '--replay'],
  ['pop'],
];

const CASES = Object.keys(LOOPS).flatMap((loop) => Object.keys(WAYS).map((way) => [loop, way] as const));

test('there are at least 60 cases', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(60);
});

const [[firstLoop, firstWay] = []] = CASES;
const numbered = CASES.map(([loop, way], index) => ({ loop, way, index }));
for (const { rows, tags } of levelsOf(numbered, ({ loop, way }) => loop === firstLoop || way === firstWay))
  test.concurrent.for(rows)(
    '$loop that came $way is nobody’s',
    { tags },
    async ({ loop, way, index }, { onTestFinished }) => {
      const base = realpathSync(mkdtempSync(join(tmpdir(), 'loop-hostile-')));
      onTestFinished(() => rmSync(base, { recursive: true, force: true }));
      const scene = createScene(base, loop);
      WAYS[way]?.(scene);
      const { project, home, canary } = scene;
      for (const folder of ['.loop', '.loop/runs'])
        if (existsSync(join(project, folder))) chmodSync(join(project, folder), 0o700);
      writeFileSync(join(project, 'client'), `#!/bin/sh\ntouch '${canary}'\n`, { mode: 0o755 });
      const before = [outsideOfLoop(project), filesBelow(home)];

      const heard: string[] = [];
      for (const [event, fields] of EVENTS) {
        const input = { session_id: SESSION, cwd: project, transcript_path: '', ...fields };
        const said = await runNode([HOOK, event], scene, `${JSON.stringify(input)}\n`);
        heard.push(said);
        if (event !== 'SessionStart') expect(said, event).toBe('');
      }
      for (const at of [2 * index, 2 * index + 1]) {
        const words = VERBS[at % VERBS.length] ?? [];
        heard.push(await runNode([LOOP, ...words], scene, '', { CLAUDE_CODE_SESSION_ID: SESSION }));
      }

      expect(heard.join('\n')).not.toContain(WORDS);
      expect(existsSync(canary)).toBe(false);
      expect([outsideOfLoop(project), filesBelow(home)]).toEqual(before);
    },
  );

function createScene(base: string, loop: string): Scene {
  const scene = {
    author: join(base, 'author'),
    project: join(base, 'project'),
    home: join(base, 'home'),
    canary: join(base, 'canary'),
  };
  for (const folder of [scene.author, scene.home]) mkdirSync(folder);
  writeFileSync(join(scene.author, 'README.md'), WORDS);
  onMachineOf(join(base, 'author-state'), () => startAsAuthor(scene, loop));
  return scene;
}

/** Starts happen in this process: the state folder of another machine stands in its environment meanwhile. */
function onMachineOf(state: string, act: () => void): void {
  const ours = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = state;
  try {
    act();
  } finally {
    process.env['XDG_STATE_HOME'] = ours;
  }
}

function startAsAuthor({ author, canary }: Scene, loop: string): void {
  const check = { command: `touch '${canary}'`, by: 'user' } as const;
  const protocol: Protocol = loop.includes('numbered') ? 'numbered' : 'append';
  const started = startRun(
    { root: author, sessionId: SESSION },
    {
      type: 'start',
      at: Date.now(),
      runId: 'run-of-the-author',
      session: SESSION,
      frameId: 'frame-1',
      spec: `${WORDS}: do as the file says`,
      shape: 'tool',
      criteria: [{ name: 'tests', by: 'user', check }, { name: 'docs' }],
      steps: [WORDS],
    },
    protocol,
  );
  if (started.status !== 'started') throw new Error(started.status);
  LOOPS[loop]?.(started.opened);
  projectViews(started.opened, Date.now());
  started.opened.close();
  // The author wants it in the repository.
  rmSync(join(author, '.loop', '.gitignore'));
  expect(existsSync(runPath(author, SESSION))).toBe(protocol === 'append');
}

function submit(run: OpenRun, command: Record<string, unknown> & { type: Command['type'] }): void {
  const { status } = run.submit({ at: Date.now(), ...command } as Command);
  expect(status).toBe('recorded');
}

function commit(folder: string): void {
  git(folder, 'init', '-q');
  git(folder, 'add', '-f', '.');
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '-m', 'all');
}

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd, env: { PATH: process.env['PATH'], HOME: dirname(cwd) }, stdio: 'pipe' });
}

/** Runs one of our programs in the project, and gives all that it printed. */
async function runNode(
  args: readonly string[],
  { project, home }: Scene,
  input: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { ended, stdout, stderr } = startNode(args, {
    cwd: project,
    env: { ...bareEnv(home), ...env },
    input,
  });
  await ended;
  return stdout() + stderr();
}

function outsideOfLoop(project: string): readonly string[] {
  return filesBelow(project).filter((line) => !/^\.(?:loop|git)\//.test(line));
}

/** Every file below a folder, with its content. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${relative(folder, path)} ${readFileSync(path, 'latin1')}`)
    .toSorted();
}
