// @module-tag deep
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  canOpenTerminal,
  createSandbox,
  openProgram,
  type ProgramTerminal,
  runInSandbox,
  type Sandbox,
} from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { keepPicture, wordsOfPicture, wordsShown } from '../support/keep-picture.ts';
import { plugin } from '../support/stage.ts';

const terminals = await canOpenTerminal();
const NO_TERMINAL = 'there is no prebuilt pseudo-terminal for this system';
const LOOP = join(plugin, 'bin/loop');

async function loop(sandbox: Sandbox, ...args: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await runInSandbox({ sandbox, command: ['node', LOOP, ...args] });
  expect([args[0], exitCode, stderr]).toEqual([args[0], 0, expect.anything()]);
  return stdout;
}

async function setWatch(): Promise<Sandbox> {
  const sandbox = await createSandbox({ git: 'committed', files: { 'a.txt': 'a' } });
  onTestFinished(sandbox.remove);
  const start = (name: string) =>
    loop(sandbox, 'start', `${name} the app`, '--session', name, '--force', '--check', 'tests=sh check.sh');
  await start('mend');
  await start('paint');
  return sandbox;
}

async function watch(
  sandbox: Sandbox,
  size: { readonly columns?: number; readonly rows?: number } = {},
  flags: readonly string[] = [],
): Promise<ProgramTerminal> {
  const terminal = await openProgram({
    command: [process.execPath, LOOP, 'watch', ...flags],
    cwd: sandbox.project.path,
    env: { ...sandbox.env, TERM: 'xterm-256color', BROWSER: sandbox.project.at('browser.sh') },
    ...size,
  });
  onTestFinished(terminal.close);
  return terminal;
}

test('shows loops live, and pauses, explains, reports and cancels by keys', async ({ skip }) => {
  skip(!terminals, NO_TERMINAL);
  const sandbox = await setWatch();
  const at = sandbox.project.at;
  await writeFile(at('browser.sh'), `#!/bin/sh\necho "$1" > '${at('opened.txt')}'\n`);
  await chmod(at('browser.sh'), 0o755);
  const terminal = await watch(sandbox);
  const first = await terminal.waitFor('q quit');
  expect(first).toMatch(
    /▸ [0-9a-f]{8} {2}⟳ 1\/10 · 0\/1 proved · tests not run · \$0\.00 · <1 min {3}paint the app/,
  );
  expect(first).toContain('· not run  yours  tests');

  // A check that runs in another window, with its last lines.
  await writeFile(
    at('check.sh'),
    `echo 'token=ghp_${'a1B2'.repeat(9)}'\necho halfway\nuntil [ -e go ]; do sleep 0.05; done\n`,
  );
  const verify = loop(sandbox, 'verify', '--session', 'paint');
  await terminal.waitFor('▶ tests');
  await terminal.waitFor('│ halfway');
  expect(terminal.screen()).not.toContain('a1B2a1B2');
  const picture = { label: 'loop watch: two loops, and a check that runs', columns: 80 };
  keepPicture(terminal, 'watch', picture);
  await expect.poll(() => wordsShown(terminal, picture), { timeout: 20_000 }).toBe(wordsOfPicture('watch'));
  await writeFile(at('go'), '');
  await verify;
  await terminal.waitFor('✓ proved');
  expect(await terminal.waitFor(/^(?!.*▶)/s)).not.toContain('halfway');

  terminal.press('?');
  await terminal.waitFor('p   pause');
  terminal.press('e');
  await terminal.waitFor('No stop has been decided yet.');
  terminal.press('o');
  await terminal.waitFor('The report of one run is in');
  await expect.poll(() => readFile(at('opened.txt'), 'utf8').catch(() => '')).toContain('report.html');
  terminal.press('p');
  await terminal.waitFor('⏸ paused');
  terminal.press('c');
  await terminal.waitFor(/Cancel loop [0-9a-f]{8}\? y\/n/);
  terminal.press('n');
  await terminal.waitFor('Not cancelled.');
  terminal.press('\u001b[B');
  await terminal.waitFor('▸');
  terminal.press('c');
  await terminal.waitFor('y/n');
  terminal.press('y');
  await terminal.waitFor('– cancelled');
  terminal.press('q');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  const { runs } = JSON.parse(await loop(sandbox, 'list', '--json')) as { runs: { state: string }[] };
  expect(runs.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'paused']);
});

test('without a terminal prints a line for each change, and ends when no loop is active', async () => {
  const sandbox = await setWatch();
  const watching = loop(sandbox, 'watch');
  await loop(sandbox, 'pause', '--session', 'mend');
  await loop(sandbox, 'cancel', '--session', 'paint');
  const lines = (await watching).trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/– cancelled · \$0\.00 {2}paint the app$/);
  expect(lines.join('\n')).toContain('⏸ paused');
});

test('shows the jobs of a fleet, and cancels and retries by keys', async ({ skip }) => {
  skip(!terminals, NO_TERMINAL);
  const sandbox = await createSandbox({ git: 'committed', files: { 'a.txt': 'a' } });
  onTestFinished(sandbox.remove);
  const place = join(sandbox.home, 'fleet');
  const fleet = async (...args: string[]): Promise<string> =>
    loop(sandbox, 'fleet', ...args, '--fleet', place);
  for (const key of ['one', 'two'])
    await fleet('add', `Make ${key}`, '--force', '--key', key, '--repo', '/srv/app.git');
  const terminal = await watch(sandbox, {}, ['--fleet', place]);
  expect(await terminal.waitFor('q quit')).toContain('▸ one  queued  $0.00  Make one');
  terminal.press('c');
  await terminal.waitFor('Cancel the job one? y/n');
  terminal.press('n');
  await terminal.waitFor('Not cancelled.');
  terminal.press('c');
  await terminal.waitFor('y/n');
  terminal.press('y');
  await terminal.waitFor('1 queued, 1 cancelled');
  terminal.press('r');
  await terminal.waitFor('one is put back.');
  terminal.press('\u001b[B');
  await terminal.waitFor('▸ two');
  terminal.press('q');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  await fleet('cancel', 'one', 'two');
  // Without a terminal: a line for each job, and the end, because no job changes by itself any more.
  expect((await loop(sandbox, 'watch', '--fleet', place)).split('\n').toSorted()).toEqual([
    '',
    'one  cancelled  attempt 0  $0.00  Make one',
    'two  cancelled  attempt 0  $0.00  Make two',
  ]);
});
