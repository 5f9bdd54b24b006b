// @module-tag deep
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type StartedNode, startNode } from 'loopwright/test/support/processes.ts';
import { AUTHOR, bareEnv, type Ran } from 'loopwright/test/support/project.ts';
import { FLEET } from '../support/commands.ts';

/** Adds a line to the file `made` in each turn, and claims the end with the third; `$HANG` holds it up once. */
const CLIENT = `#!/bin/sh
cat > /dev/null
echo line >> made
text='Working.'
[ "$(wc -l < made)" -ge 3 ] && text='<loop-complete>\\nThree lines.\\n</loop-complete>'
if [ -n "$HANG" ] && [ "$(wc -l < made)" -eq 2 ]; then sleep 600; fi
printf '{"type":"result","subtype":"success","is_error":false,"result":"%s","total_cost_usd":0.25}\\n' "$text"
`;
const SPEC = 'Make the file `made` hold three lines. Done when the check passes.';
const CHECK = 'three=test "$(wc -l < made)" -ge 3';

/** The fields of the answers of all actions. */
interface FleetAnswer {
  readonly jobs: readonly {
    readonly key: string;
    readonly state: string;
    readonly reason: string;
    readonly branch: string;
    readonly commit: string;
  }[];
  readonly budget: { readonly spentUsd: number; readonly heldUsd: number; readonly doubtUsd: number };
}

interface Stage {
  readonly env: Record<string, string>;
  readonly git: (...args: readonly string[]) => string;
  readonly fleet: (...args: readonly string[]) => Promise<Ran>;
  readonly json: (...args: readonly string[]) => Promise<FleetAnswer>;
  /** Starts a command that goes on by itself; its client hangs in the second turn. */
  readonly start: (...args: readonly string[]) => StartedNode;
}

/** A repository with a remote on the disk, a stand-in client, and a fleet in a folder. */
async function createStage(): Promise<Stage> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'loop-fleet-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'claude'), CLIENT);
  chmodSync(join(bin, 'claude'), 0o755);
  const bare = bareEnv(home);
  const env: Record<string, string> = {
    ...bare,
    PATH: [bin, bare['PATH']].join(delimiter),
    XDG_STATE_HOME: join(home, 'state'),
    LOOP_FLEET: join(home, 'fleet'),
    GIT_CONFIG_NOSYSTEM: '1',
    ...AUTHOR,
  };
  const path = join(home, 'project');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: path, env, encoding: 'utf8' }).trim();
  execFileSync('git', ['init', '--quiet', '--bare', join(home, 'app.git')], { env });
  execFileSync('git', ['clone', '--quiet', join(home, 'app.git'), path], { env, stdio: 'ignore' });
  writeFileSync(join(path, 'README.md'), 'The app\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'begin');
  git('push', '--quiet', 'origin', 'HEAD:main');
  execFileSync('git', ['symbolic-ref', 'HEAD', 'refs/heads/main'], { cwd: join(home, 'app.git'), env });
  const fleet: Stage['fleet'] = async (...args) => {
    const { ended, stdout, stderr } = startNode([FLEET, ...args], { cwd: path, env });
    return { code: await ended, stdout: stdout(), stderr: stderr() };
  };
  return {
    env,
    git,
    fleet,
    json: async (...args) => JSON.parse((await fleet(...args, '--json')).stdout) as FleetAnswer,
    start: (...args) => startNode([FLEET, ...args], { cwd: home, env: { ...env, HANG: 'yes' } }),
  };
}

test('jobs of a fleet are worked on in order of their needs, proved, and pushed as one commit each', async () => {
  const { git, fleet, json } = await createStage();
  expect((await fleet('status')).stdout).toContain('No job was added yet.');
  expect(await fleet('init', '--budget', '30')).toMatchObject({ code: 0 });
  await fleet('add', SPEC, '--check', CHECK, '--key', 'one');
  expect(await json('add', SPEC, '--check', CHECK, '--key', 'two', '--needs', 'one')).toMatchObject({
    added: ['two'],
  });
  expect(await json('add', SPEC, '--check', CHECK, '--key', 'two')).toMatchObject({
    added: [],
    known: ['two'],
  });
  expect(await fleet('add', SPEC, '--needs', 'ghost')).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('ghost'),
  });
  const worked = await fleet('work', '--until-empty', '--slots', '2');
  expect(worked).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 jobs worked on, 2 verified'),
  });
  for (const wrong of [
    ['work', 'postgres://elsewhere'],
    ['work', '--pr'],
    ['status', '--slots', '2'],
  ])
    expect(await fleet(...wrong)).toMatchObject({ code: 64 });
  expect((await fleet('status', '--state', 'failed')).stdout).toMatch(/^2 jobs: 2 verified\n *Budget/);
  expect((await fleet('status')).stdout).toMatch(/^2 jobs: 2 verified\n *one +verified/);
  const shown = await fleet('show', 'two');
  for (const part of [SPEC, 'verified  $0.25', 'loop/two-']) expect(shown.stdout).toContain(part);
  const { jobs, budget } = await json('status');
  expect(jobs).toMatchObject([
    { key: 'one', state: 'verified', attempts: 1, costUsd: 0.75 },
    // It begins with the work of the other one, and three lines are there already.
    { key: 'two', state: 'verified', attempts: 1, costUsd: 0.25 },
  ]);
  expect(budget).toEqual({ capUsd: 30, spentUsd: 1, heldUsd: 0, doubtUsd: 0 });
  expect(await fleet('report')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('fleet-report.html'),
  });
  const page = readFileSync(join(git('rev-parse', '--show-toplevel'), 'fleet-report.html'), 'utf8');
  expect(page).toContain('2 jobs: 2 verified, $1 of $30 spent.');
  expect(page.match(/<table class="map/g)).toHaveLength(2);
  expect((await fleet('report', '-')).stdout).toContain('| one | ✓ verified | 3 | 1 | $0.75 |');
  git('fetch', '--quiet');
  for (const { branch, commit } of jobs) {
    expect(git('rev-parse', `origin/${branch}`)).toBe(commit);
    expect(git('diff', '--name-only', 'origin/main', `origin/${branch}`)).toBe('made');
  }
  expect(git('log', '--format=%s', `origin/main..origin/${jobs[0]?.branch}`)).toBe(SPEC);
  expect(git('log', '--format=%s', `origin/${jobs[0]?.branch}..origin/${jobs[1]?.branch}`)).toBe(SPEC);
});

test('an agent that is killed in the middle loses its job to another, which goes on with branch and journal', async () => {
  const { git, fleet, json, start } = await createStage();
  await fleet('init');
  await fleet('add', SPEC, '--check', CHECK, '--key', 'one', '--budget', '5');
  const killed = start('work');
  await expect.poll(killed.stderr, { timeout: 60_000 }).toMatch(/iteration \d stored/);
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect((await json('status')).jobs).toMatchObject([{ state: 'running' }]);
  const { stderr } = await fleet('work', '--until-empty');
  expect(stderr).toContain('one: begun, attempt 2');
  const { jobs, budget } = await json('status');
  expect(jobs).toMatchObject([{ key: 'one', state: 'verified', reason: '', attempts: 2 }]);
  // How much of the first agent's cost was stored at the kill is a matter of luck; the rest of its reservation is in doubt.
  const known = 5 - budget.doubtUsd;
  expect([0, 0.25, 0.5]).toContain(known);
  expect([0.25, 0.5, 0.75]).toContain(budget.spentUsd - known);
  expect(budget.heldUsd).toBe(0);
  git('fetch', '--quiet');
  expect(git('show', `origin/${jobs[0]?.branch}:made`).split('\n')).toHaveLength(3);
});

test('jobs come from a folder of specs with their needs, and from issues, once each', async () => {
  const { env, fleet, json } = await createStage();
  const specs = join(env['HOME'] ?? '', 'specs');
  mkdirSync(specs);
  writeFileSync(join(specs, 'login.md'), '---\nneeds: export\n---\nAdd a login.\n');
  writeFileSync(join(specs, 'export.md'), 'Add an export.\n');
  const issues = join(env['HOME'] ?? '', 'issues.json');
  writeFileSync(
    issues,
    JSON.stringify([
      {
        number: 7,
        title: 'Mend the export',
        body: '`export([])` in src/export.ts throws; it should answer [].',
        url: 'https://example.org/7',
      },
    ]),
  );
  // An unclear one keeps all of them back, and a budget says nothing about the end.
  for (const name of ['nicer.md', 'better.md']) writeFileSync(join(specs, name), 'Make it nicer.\n');
  expect(await fleet('add', '--from', specs, '--budget', '5')).toMatchObject({
    code: 5,
    stdout: expect.stringMatching(/2 of 4 specs.*better .*nicer /s),
  });
  expect((await json('status')).jobs).toEqual([]);
  for (const name of ['nicer.md', 'better.md']) rmSync(join(specs, name));
  expect(await json('add', 'Make it nicer.', '--force', '--key', 'a')).toMatchObject({ added: ['a'] });
  expect(await json('add', '--from', specs)).toMatchObject({ added: ['export', 'login'] });
  expect(await json('add', '--from', issues)).toMatchObject({ added: ['https://example.org/7'] });
  expect(await json('add', '--from', specs)).toMatchObject({
    added: [],
    known: ['export', 'login'],
  });
  expect((await json('status')).jobs.map(({ state }) => state)).toEqual([
    'queued',
    'queued',
    'waiting',
    'queued',
  ]);
  writeFileSync(issues, '{"number":7}');
  expect(await fleet('add', '--from', issues)).toMatchObject({ code: 64 });
});

test('a check of the repository runs only as a person agreed to it, and a changed one ends the job', async () => {
  const { env, git, fleet, json } = await createStage();
  const folder = git('rev-parse', '--show-toplevel');
  const ran = join(env['HOME'] ?? '', 'ran');
  const push = (command: string): void => {
    writeFileSync(join(folder, 'loop.config.json'), JSON.stringify({ checks: { three: command } }));
    git('add', '.');
    git('commit', '--quiet', '-m', 'config');
    git('push', '--quiet', 'origin', 'HEAD:main');
  };
  const three = 'test "$(wc -l < made)" -ge 3';
  push(three);
  const add = ['add', SPEC, '--check', 'three'];
  expect(await fleet(...add)).toMatchObject({ code: 1, stderr: expect.stringContaining('not agreed') });
  expect(await fleet(...add, '--repo', '/elsewhere.git', '--trust-config')).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('its config is not here'),
  });
  expect(await fleet(...add, '--key', 'one', '--trust-config')).toMatchObject({ code: 0 });
  push(`touch '${ran}'; ${three}`);
  // Not all are verified, and it says which.
  expect(await fleet('work', '--until-empty')).toMatchObject({
    code: 6,
    stdout: expect.stringContaining('one: failed: '),
  });
  expect((await json('status')).jobs).toMatchObject([
    { key: 'one', state: 'failed', attempts: 1, reason: expect.stringContaining('Needs consent') },
  ]);
  expect(existsSync(ran)).toBe(false);
  expect(await fleet('retry', 'one', '--trust-config')).toMatchObject({ code: 0 });
  expect(await fleet('work', '--until-empty')).toMatchObject({ code: 0 });
  expect((await json('status')).jobs).toMatchObject([{ key: 'one', state: 'verified' }]);
  expect(existsSync(ran)).toBe(true);
});

test('a running job that is cancelled ends on its agent, and a drained agent ends by itself', async () => {
  const { fleet, json, start } = await createStage();
  await fleet('init');
  await fleet('add', SPEC, '--check', CHECK, '--key', 'one', '--budget', '5');
  const agent = start('work');
  await expect.poll(agent.stderr, { timeout: 60_000 }).toMatch(/iteration \d stored/);
  expect(await json('cancel', 'one')).toMatchObject({ changed: ['one'] });
  await expect.poll(agent.stderr, { timeout: 60_000 }).toContain('one: cancelled');
  expect((await json('status')).jobs).toMatchObject([{ key: 'one', state: 'cancelled' }]);
  await fleet('drain');
  expect(await agent.ended).toBe(0);
});

test('a page of a fleet that is kept up to date shows a job that another process adds', async () => {
  const { fleet, start } = await createStage();
  await fleet('init');
  const serving = start('report', '--watch');
  await expect.poll(serving.stderr, { timeout: 60_000 }).toContain('Kept up to date in ');
  const page = (): string => readFileSync(/\S+\.html/.exec(serving.stderr())?.[0] ?? '', 'utf8');
  expect(page()).toContain('No job was added yet.');
  await fleet('add', SPEC, '--key', 'later');
  await expect.poll(page, { timeout: 60_000 }).toContain('1 job: 1 queued');
  serving.process.kill('SIGINT');
  expect(await serving.ended).toBe(0);
});

test('a job that can not be worked on says why, and one that is cancelled is left alone', async () => {
  const { fleet, json } = await createStage();
  await fleet('init');
  await fleet('add', SPEC, '--key', 'lost', '--repo', '/nowhere/app.git');
  await fleet('add', SPEC, '--key', 'base', '--base', 'no-such-branch');
  await fleet('add', SPEC, '--key', 'off');
  expect(await json('cancel', 'off', 'ghost')).toMatchObject({
    changed: ['off'],
    unchanged: ['ghost'],
  });
  const working = fleet('work', '--until-empty', '--slots', '2');
  await expect
    .poll(async () => (await json('status')).jobs.map((job) => job.reason), {
      timeout: 90_000,
      interval: 3_000,
    })
    .toEqual([expect.stringContaining('/nowhere/app.git'), expect.stringContaining('no-such-branch'), '']);
  await fleet('cancel', 'lost', 'base');
  expect(await working).toMatchObject({ code: 0 });
  expect((await json('status')).jobs.map((job) => job.state)).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
  ]);
});
