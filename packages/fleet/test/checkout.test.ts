import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { branchOf, type Checkout, createCheckouts, withIdentity } from '../src/agent/checkout.ts';
import { holdFolder } from '../src/agent/hold-folder.ts';
import { jobSchema } from '../src/model/job.ts';
import { BUNDLE, createRepository, GIT_ENV, mergeNothing, tempFolder } from './support/repository.ts';

const KEY = 'Add a login';
const BRANCH = branchOf(KEY);

async function openAttempt(
  repo: string,
  attempt: string,
  from?: string,
  // Each on a machine of its own.
  folder = tempFolder(),
  isOurs = async () => true,
): Promise<Checkout> {
  const bundle = from === undefined ? undefined : { ...BUNDLE, commit: from };
  const job = jobSchema.parse({ key: KEY, repo, spec: 'Add a login' });
  return createCheckouts(
    folder,
    GIT_ENV,
    mergeNothing,
  )({
    job,
    neededBranches: [],
    bundle,
    attempt,
    isOurs,
  });
}

function refsOf({ git, path }: ReturnType<typeof createRepository>, below: string): readonly string[] {
  return git(path, 'for-each-ref', '--format=%(refname)', below).split('\n').filter(Boolean);
}

test('another machine goes on with the stored work, and publishes all of it as one commit', async () => {
  const repository = createRepository();
  const { path, git } = repository;
  const first = await openAttempt(path, '1-a');
  writeFileSync(join(first.folder, 'login.js'), 'half\n');
  const half = await first.store('WIP');
  // The index and the HEAD of the client stay as they are.
  expect(git(first.folder, 'status', '--porcelain')).toBe('?? login.js');
  const second = await openAttempt(path, '2-b', half);
  writeFileSync(join(second.folder, 'test.js'), 'whole\n');
  await second.store('WIP');
  const commit = await second.publish('Add a login');
  expect(git(path, 'rev-parse', BRANCH)).toBe(commit);
  expect(git(path, 'rev-list', '--count', `main..${BRANCH}`)).toBe('1');
  expect(git(path, 'show', '--format=%B', '--name-only', BRANCH)).toBe(
    `Add a login\n\nLoop-Job: ${KEY}\n\n\nlogin.js\ntest.js`,
  );
  await second.forgetAttempts();
  expect(refsOf(repository, 'refs/loopwright')).toEqual([]);
});

test('an attempt that changed nothing leaves no branch', async () => {
  const repository = createRepository();
  const attempt = await openAttempt(repository.path, '1-a');
  await attempt.store('WIP');
  expect(await attempt.publish('Add a login')).toBeUndefined();
  await attempt.forgetAttempts();
  expect(refsOf(repository, 'refs/')).toEqual(['refs/heads/main']);
});

test('a machine that names nobody stores work all the same, and a name that it has is used', async () => {
  const { path, git } = createRepository();
  const folder = tempFolder();
  const config = join(folder, 'config');
  writeFileSync(config, '[user]\nuseConfigOnly = true\n');
  const names = Object.entries(GIT_ENV).filter(([name]) => !/^GIT_(?:AUTHOR|COMMITTER)/.test(name));
  const nobody = { ...Object.fromEntries(names), GIT_CONFIG_GLOBAL: config };
  const env = await withIdentity(nobody, folder);
  expect(await withIdentity({ ...GIT_ENV, GIT_CONFIG_GLOBAL: config }, folder)).not.toHaveProperty(
    'GIT_AUTHOR_NAME',
    'Loopwright',
  );
  const checkout = await createCheckouts(
    folder,
    env,
    mergeNothing,
  )({
    job: jobSchema.parse({ key: KEY, repo: path, spec: 'Add a login' }),
    neededBranches: [],
    bundle: undefined,
    attempt: '1-a',
    isOurs: async () => true,
  });
  writeFileSync(join(checkout.folder, 'login.js'), 'half\n');
  await checkout.store('WIP');
  await checkout.publish('Add a login');
  expect(git(path, 'show', '--format=%an', '--no-patch', BRANCH)).toBe('Loopwright');
});

test('an attempt that was taken over can push nothing, before its heir is done and after', async () => {
  const repository = createRepository();
  const { path, git } = repository;
  const late = await openAttempt(path, '1-a');
  writeFileSync(join(late.folder, 'login.js'), 'late\n');
  const heir = await openAttempt(path, '2-b', await late.store('WIP'));
  await expect(late.store('WIP')).rejects.toMatchObject({ code: 'git' });
  await expect(late.publish('late')).rejects.toMatchObject({ code: 'git' });
  expect(refsOf(repository, 'refs/heads/loop')).toEqual([]);
  writeFileSync(join(heir.folder, 'login.js'), 'heir\n');
  const commit = await heir.publish('heir');
  await heir.forgetAttempts();
  await expect(late.publish('late')).rejects.toMatchObject({ code: 'git' });
  expect(git(path, 'rev-parse', BRANCH)).toBe(commit);
});

test('an attempt that opens after its heir is refused, and leaves the work of the heir alone', async () => {
  const repository = createRepository();
  const { path, git } = repository;
  const heir = await openAttempt(path, '2-b');
  writeFileSync(join(heir.folder, 'login.js'), 'heir\n');
  const stored = await heir.store('WIP');
  const late = openAttempt(path, '1-a', undefined, tempFolder(), async () => false);
  await expect(late).rejects.toMatchObject({ code: 'lost' });
  expect(git(path, 'rev-parse', heir.ref)).toBe(stored);
  expect(await heir.publish('heir')).toBe(git(path, 'rev-parse', BRANCH));
});

test('an attempt takes over from one that pushes at the same moment', async () => {
  const repository = createRepository();
  const { path } = repository;
  const late = await openAttempt(path, '1-a');
  let pushes = 0;
  const heir = await openAttempt(path, '2-b', undefined, tempFolder(), async () => {
    if (pushes++ > 0) return true;
    writeFileSync(join(late.folder, 'login.js'), 'late\n');
    await late.store('WIP');
    return true;
  });
  expect(refsOf(repository, 'refs/loopwright')).toEqual([heir.ref]);
  await expect(late.publish('late')).rejects.toMatchObject({ code: 'git' });
});

test.each(['died', 'was taken over'])(
  'an attempt that pushed work and %s before it stored the journal leaves the work of its last journal',
  async (end) => {
    const { path, git } = createRepository();
    const first = await openAttempt(path, '1-a');
    writeFileSync(join(first.folder, 'login.js'), 'one\n');
    const journaled = await first.store('WIP');
    writeFileSync(join(first.folder, 'login.js'), 'two\n');
    await first.store('WIP');
    if (end === 'was taken over') await openAttempt(path, '2-b', journaled);
    git(path, 'gc', '--quiet', '--prune=now');
    const heir = await openAttempt(path, '3-c', journaled);
    expect(readFileSync(join(heir.folder, 'login.js'), 'utf8')).toBe('one\n');
  },
);

test('work that lost its ref is found while the repository still has it', async () => {
  const { path, git } = createRepository();
  const first = await openAttempt(path, '1-a');
  writeFileSync(join(first.folder, 'login.js'), 'one\n');
  const stored = await first.store('WIP');
  git(path, 'update-ref', '-d', first.ref);
  const heir = await openAttempt(path, '2-b', stored);
  expect(git(path, 'rev-parse', heir.ref)).toBe(stored);
});

test('a push that the repository took, although the connection broke, does not stop the attempt', async () => {
  const { path, git } = createRepository();
  const checkout = await openAttempt(path, '1-a');
  writeFileSync(join(checkout.folder, 'login.js'), 'one\n');
  const unheard = await checkout.store('WIP');
  writeFileSync(join(checkout.folder, 'login.js'), 'two\n');
  await checkout.store('WIP');
  git(path, 'update-ref', checkout.ref, unheard);
  writeFileSync(join(checkout.folder, 'login.js'), 'three\n');
  expect(await checkout.store('WIP')).toBe(git(path, 'rev-parse', checkout.ref));
  git(path, 'update-ref', checkout.ref, unheard);
  expect(await checkout.publish('Add a login')).toBe(git(path, 'rev-parse', BRANCH));
});

test('work that an attempt pushed before it died is not pushed again; other work of the job is replaced', async () => {
  const { path, git } = createRepository();
  const dead = await openAttempt(path, '1-a');
  writeFileSync(join(dead.folder, 'login.js'), 'x\n');
  const stored = await dead.store('WIP');
  const commit = await dead.publish('Add a login');
  const heir = await openAttempt(path, '2-b', stored);
  expect(await heir.publish('Add a login')).toBe(commit);
  const again = await openAttempt(path, '3-c', stored);
  writeFileSync(join(again.folder, 'login.js'), 'y\n');
  expect(git(path, 'rev-parse', BRANCH)).toBe(commit);
  expect(await again.publish('Add a login')).toBe(git(path, 'rev-parse', BRANCH));
  expect(git(path, 'rev-list', '--count', `main..${BRANCH}`)).toBe('1');
});

test('nothing that a client plants in the mirror runs when its work is stored and published', async () => {
  const { path, git } = createRepository();
  const attempt = await openAttempt(path, '1-a');
  const trace = join(attempt.folder, '..', 'trace');
  const hook = join(
    git(attempt.folder, 'rev-parse', '--path-format=absolute', '--git-common-dir'),
    'pre-push',
  );
  writeFileSync(hook, `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 });
  git(attempt.folder, 'config', 'core.hooksPath', join(hook, '..'));
  git(attempt.folder, 'config', 'core.fsmonitor', `touch '${trace}'; false`);
  git(attempt.folder, 'config', 'filter.evil.clean', `touch '${trace}'; cat`);
  writeFileSync(join(attempt.folder, '.gitattributes'), '*.js filter=evil\n');
  writeFileSync(join(attempt.folder, 'login.js'), 'done\n');
  await attempt.store('WIP');
  await attempt.publish('Add a login');
  expect(git(path, 'show', `${BRANCH}:login.js`)).toBe('done');
  expect(existsSync(trace)).toBe(false);
});

test('a commit of somebody else on the branch of a job is never replaced', async () => {
  const { path, git, work } = createRepository();
  git(work, 'commit', '--quiet', '--allow-empty', '-m', 'by hand');
  git(work, 'push', '--quiet', 'origin', `HEAD:${BRANCH}`);
  const tip = git(path, 'rev-parse', BRANCH);
  const checkout = await openAttempt(path, '1-a');
  writeFileSync(join(checkout.folder, 'login.js'), 'x\n');
  await expect(checkout.publish('Add a login')).rejects.toThrow('not of this job');
  expect(git(path, 'rev-parse', BRANCH)).toBe(tip);
});

test('a journal whose work the repository lost is refused, and says which commit is missing', async () => {
  const { path, git } = createRepository();
  const first = await openAttempt(path, '1-a');
  writeFileSync(join(first.folder, 'login.js'), 'x\n');
  const stored = await first.store('WIP');
  git(path, 'update-ref', '-d', first.ref);
  git(path, 'gc', '--quiet', '--prune=now');
  await expect(openAttempt(path, '2-b', stored)).rejects.toMatchObject({
    code: 'bad-bundle',
    message: expect.stringContaining(stored),
  });
});

test('locks that a killed git left in a mirror don’t stop the next agent', async () => {
  const { path } = createRepository();
  const folder = tempFolder();
  await openAttempt(path, '1-a', undefined, folder);
  const [mirror] = execFileSync('find', [join(folder, 'mirrors'), '-name', '*.git'], {
    encoding: 'utf8',
  }).split('\n');
  writeFileSync(join(mirror ?? '', 'refs/remotes/origin/main.lock'), '');
  execFileSync('git', ['update-ref', '-d', 'refs/remotes/origin/main'], { cwd: path, env: GIT_ENV });
  writeFileSync(join(mirror ?? '', 'packed-refs.lock'), '');
  const opened = await openAttempt(path, '2-b', undefined, folder);
  expect(opened.branch).toBe(BRANCH);
});

test('two agents of one machine get folders of their own, and the next one reuses a free one', () => {
  const base = tempFolder();
  const [one, two] = [holdFolder(base), holdFolder(base)];
  expect(one.path).not.toBe(two.path);
  one.release();
  expect(holdFolder(base).path).toBe(one.path);
});
