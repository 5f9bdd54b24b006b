import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decide, fold, type Run } from '@loopwright/core';
import { expect, test } from 'vitest';
import { type Committer, type CommitPlan, createCommitter } from '../../src/git/committer.ts';
import { createGit } from '@loopwright/checks';
import { createRepository, type TestRepository } from '../support/repository.ts';

/** A run with one check. It passed on the tree with the identity `proof`. */
function runWith(proof?: string, more: Partial<Run> = {}): Run {
  const { events } = decide(undefined, {
    type: 'start',
    at: 0,
    runId: 'run-1',
    session: 's',
    frameId: 'f',
    spec: 'Mend the sum\nand nothing else',
    criteria: [{ name: 'tests', by: 'user', check: { command: 'npm test', by: 'user' } }],
  });
  const run = fold(events);
  if (!run) throw new Error('no run');
  const [frame] = run.frames;
  const evidence = {
    id: 'e',
    at: 1,
    passed: true,
    exitCode: 0,
    durationMs: 1,
    fingerprint: proof ?? '',
    witness: 'driver',
  };
  const criteria = frame?.criteria.map((one) => (proof === undefined ? one : { ...one, evidence })) ?? [];
  return { ...run, frames: [{ ...frame, criteria }], ...more } as Run;
}

async function committerOf(repository: TestRepository, plan: Partial<CommitPlan> = {}): Promise<Committer> {
  const git = createGit(repository.path, repository.env);
  return createCommitter({ git, branch: 'main', when: 'each', leftOut: [], ...plan });
}

function turn(run: Run, message = 'Done for now.'): Parameters<Committer['commitTurn']>[0] {
  return { run, number: 2, message, signal: new AbortController().signal };
}

/** Commits a turn, and confirms it after the stop. */
async function commit(committer: Committer, run: Run): Promise<void> {
  const committed = await committer.commitTurn(turn(run));
  if (committed.status !== 'committed') throw new Error(JSON.stringify(committed));
  await committer.confirm(run, committed.commit);
}

function filesOfHead({ git }: TestRepository): readonly string[] {
  return git('show', '--format=', '--name-status', '--no-renames', 'HEAD').trim().split('\n');
}

test('commits new, changed and removed files, by the user, with the line of the iteration and the proof', async () => {
  const repository = createRepository();
  const committer = await committerOf(repository);
  repository.write('new "name"\n.txt', 'new\n');
  repository.write('both.txt', 'changed\n');
  repository.git('rm', '--quiet', 'old.txt');
  const run = runWith('tree');
  await commit(committer, run);
  expect(filesOfHead(repository)).toEqual(['M\tboth.txt', 'A\t"new \\"name\\"\\n.txt"', 'D\told.txt']);
  expect(repository.git('log', '-1', '--format=%an|%cn|%B').trim()).toMatch(
    /^A User\|A User\|Mend the sum \(iteration 2\/10\)\n\n\[LOOP\] Iteration .*\n\nLoop-Run: run-1\nLoop-Iteration: 2\/10\nLoop-Proof: tests sha256:[0-9a-f]{64} \(driver\)$/,
  );
  expect(await committer.commitTurn(turn(run))).toEqual({ status: 'nothing' });
});

test('leaves out what the user had changed, staged or not, and says so in the trailer', async () => {
  const repository = createRepository();
  repository.write('both.txt', 'of the user\n');
  repository.write('staged.txt', 'of the user\n');
  repository.git('add', 'staged.txt');
  const committer = await committerOf(repository, { leftOut: ['both.txt', 'staged.txt'] });
  repository.write('new.txt', 'of Claude\n');
  await commit(committer, runWith('tree'));
  expect(filesOfHead(repository)).toEqual(['A\tnew.txt']);
  expect(repository.git('status', '--porcelain')).toBe(' M both.txt\nA  staged.txt\n');
  expect(repository.git('log', '-1', '--format=%B')).toContain(
    '(driver, with 2 changed files that are not in this commit)',
  );
});

test('never commits a file of .loop/, not even one that Claude staged by force', async () => {
  const repository = createRepository();
  const committer = await committerOf(repository);
  repository.write('.loop/runs/a.jsonl', '{}');
  repository.write('packages/a/.loop/state.json', '{}');
  repository.git('add', '--force', '.loop', 'packages');
  repository.write('new.txt', '');
  expect(await committer.commitTurn(turn(runWith()))).toMatchObject({ status: 'committed' });
  expect(filesOfHead(repository)).toEqual(['A\tnew.txt']);
});

test('a hook that refuses keeps the work uncommitted and gives its output', async () => {
  const repository = createRepository();
  repository.write('.git/hooks/pre-commit', '#!/bin/sh\necho "lint: no semicolon"\nexit 1\n', 0o755);
  const committer = await committerOf(repository);
  repository.write('new.txt', '');
  const before = repository.git('rev-parse', 'HEAD');
  expect(await committer.commitTurn(turn(runWith()))).toEqual({
    status: 'refused',
    output: 'lint: no semicolon',
  });
  expect(repository.git('rev-parse', 'HEAD')).toBe(before);
});

test.each([
  [
    'a hook',
    (one: TestRepository) => one.write('.git/hooks/post-commit', '#!/bin/sh\ntouch pwned\n', 0o755),
    'hook post-commit',
  ],
  [
    'a program in the settings',
    (one: TestRepository) => one.git('config', 'gpg.program', './evil'),
    'setting gpg.program',
  ],
  [
    'another folder of hooks',
    (one: TestRepository) => one.git('config', 'core.hooksPath', '.'),
    'setting core.hookspath',
  ],
])('commits nothing after a client added %s', async (_, change, named) => {
  const repository = createRepository();
  const committer = await committerOf(repository);
  change(repository);
  repository.write('new.txt', '');
  expect(await committer.commitTurn(turn(runWith()))).toMatchObject({
    status: 'refused',
    output: expect.stringContaining(named),
  });
});

test('commits nothing on a branch that a client has switched to', async () => {
  const repository = createRepository();
  const committer = await committerOf(repository);
  repository.git('switch', '--quiet', '--create', 'other');
  repository.write('new.txt', '');
  expect(await committer.commitTurn(turn(runWith()))).toMatchObject({
    status: 'refused',
    output: expect.stringContaining('on other now, not on main'),
  });
});

test('with "end" only a claim is committed, and taken back if the run goes on', async () => {
  const repository = createRepository();
  const committer = await committerOf(repository, { when: 'end' });
  const before = repository.git('rev-parse', 'HEAD');
  repository.write('new.txt', '');
  const run = runWith();
  expect(await committer.commitTurn(turn(run))).toEqual({ status: 'nothing' });
  const committed = await committer.commitTurn(turn(run, '<loop-complete>\nAll of it.\n</loop-complete>'));
  expect(committed.status).toBe('committed');
  await committer.confirm(run, committed.status === 'committed' ? committed.commit : '');
  expect(repository.git('rev-parse', 'HEAD')).toBe(before);

  const again = await committer.commitTurn(turn(run, '<loop-complete>\nAll of it.\n</loop-complete>'));
  const over = runWith('tree', { status: 'completed' });
  await committer.confirm(over, again.status === 'committed' ? again.commit : '');
  expect(repository.git('log', '-1', '--format=%B')).toContain('Loop-Proof: tests sha256:');
});

test('signs as the settings of the user say', async () => {
  const repository = createRepository();
  repository.write(
    'sign.sh',
    '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho SIGNED\n',
    0o755,
  );
  repository.git('config', 'gpg.program', `${repository.path}/sign.sh`);
  repository.git('config', 'commit.gpgsign', 'true');
  const committer = await committerOf(repository, { leftOut: ['sign.sh'] });
  repository.write('new.txt', '');
  await commit(committer, runWith('tree'));
  expect(repository.git('cat-file', 'commit', 'HEAD')).toContain('\ngpgsig SIGNED\n');
});

test('an interruption ends a hook that hangs, and leaves no lock behind', async () => {
  const repository = createRepository();
  repository.write(
    '.git/hooks/pre-commit',
    '#!/bin/sh\ntouch ../hangs\nwhile :; do sleep 0.1; done\n',
    0o755,
  );
  const committer = await committerOf(repository);
  repository.write('new.txt', '');
  const interruption = new AbortController();
  const committed = committer.commitTurn({ ...turn(runWith()), signal: interruption.signal });
  await expect.poll(() => existsSync(join(repository.path, '../hangs'))).toBe(true);
  interruption.abort();
  expect(await committed).toMatchObject({ status: 'refused' });
  expect(existsSync(join(repository.path, '.git/index.lock'))).toBe(false);
});
