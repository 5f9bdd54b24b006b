import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, renameSync } from 'node:fs';
import { runPath } from '@loopwright/store';
import { expect, test } from 'vitest';
import { createProject } from '../../support/in-process.ts';
import type { Project } from '../../support/project.ts';
import { publishedAnswers } from '../../support/published-answers.ts';

const SPEC =
  'GET /health answers 200 in under 50 ms. Only src/health.ts changes, no new dependencies. All tests pass. Done when merged.';

/** A project with a stand-in client that prints one result. */
function projectWith(says: string): Project {
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: says,
    total_cost_usd: 0.25,
    modelUsage: { any: { inputTokens: 10, outputTokens: 2 } },
  };
  return projectWithClient([result]);
}

/** A project with a stand-in for the client that prints these messages. */
function projectWithClient(messages: readonly object[]): Project {
  const project = createProject();
  const lines = messages.map((message) => `printf "%s\\n" '${JSON.stringify(message)}'\n`);
  project.write('client.sh', `#!/bin/sh\ncat > /dev/null\n${lines.join('')}`);
  chmodSync(project.at('client.sh'), 0o755);
  return project;
}

const person = { session: null };
const client = ['--claude', './client.sh'];

test('the answer has the documented schema and the cost that the client reported', async () => {
  const project = projectWith('<loop-complete>\nAll is well.\n</loop-complete>');
  const answer = publishedAnswers.run.parse(await project.json('run', [SPEC, ...client], person));
  expect(answer).toMatchObject({
    ok: true,
    exit: 'ok',
    costUsd: 0.25,
    artifacts: project.at('.loop/artifacts'),
  });
  expect('run' in answer && answer.run.frames[0]?.spend.tokens).toBe(12);
});

test('a run that changed nothing, with a check that passed before, ends as unchanged', async () => {
  const project = projectWith('<loop-complete>\nAll is well.\n</loop-complete>');
  project.write('.gitignore', 'client.sh\n');
  execFileSync('git', ['init', '--quiet'], { cwd: project.path });
  const args = ['run', SPEC, '--check', 'tests=true', ...client];
  const { code, stdout } = await project.loop(args, person);
  expect(code).toBe(0);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    '✓ Done, but nothing was changed; every check passed before, too: tests (true), run by the loop itself · 1 iteration',
  );
  expect(stdout).not.toContain('Doubts');
  const listed = publishedAnswers.list.parse(await project.json('list', [], person));
  expect(listed.runs).toMatchObject([{ ending: { kind: 'verified', isUnchanged: true } }]);
  expect((await project.loop(['list'], person)).stdout).toContain('unchanged · GET /health');
});

test('people read the ending, the folder of the artifacts and the command to resume', async () => {
  const project = projectWith('Still at it.');
  const { code, stdout, stderr } = await project.loop(['run', SPEC, '--iterations', '1', ...client], person);
  expect(code).toBe(3);
  expect(stdout).toContain('⏸ Paused: its only iteration used');
  expect(stdout).toMatch(/Next: loop run --resume --run [0-9a-f]{8} {2}# to go on\n$/);
  expect(stderr).toContain('[LOOP] Iteration 1 over after');
});

test.each([
  [[], 'claimed', 'checks: tests (sh test.sh). They run and count with --offered-checks.'],
  [['--offered-checks'], 'verified', 'Check tests: passes'],
])('a check that the spec offers counts only with its flag: %j', async (flags, kind, said) => {
  const project = projectWith('<loop-complete>\nAll is well.\n</loop-complete>');
  project.write('test.sh', 'exit 0');
  const spec = `${SPEC}\n\n## Verification\n- Run \`sh test.sh\``;
  const args = ['run', spec, '--json', ...flags, ...client];
  const { stdout, stderr } = await project.loop(args, person);
  expect(stderr).toContain(said);
  expect(JSON.parse(stdout)).toMatchObject({ run: { ending: { kind } } });
});

test('the refusal of an unclear plan names the flag for its checks', async () => {
  const project = projectWith('Nothing.');
  const plan = 'make it nicer\n\n## Verification\n- `npm test` and `npm run lint`';
  const { code, stdout } = await project.loop(['run', plan, ...client], person);
  expect(code).toBe(5);
  expect(stdout).toContain(
    'Next: the same with --offered-checks  # tests (npm test), lint (npm run lint); or with --force',
  );
});

test('progress goes to standard error alone: each tool call with "plain", nothing with "none"', async () => {
  const call = { type: 'tool_use', id: 't', name: 'Edit', input: { file_path: 'src/health.ts' } };
  const project = projectWithClient([
    { type: 'assistant', message: { id: 'm', content: [call] } },
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: '<loop-complete>\nDone.\n</loop-complete>',
    },
  ]);
  const args = ['run', SPEC, '--json', ...client];
  const plain = await project.loop([...args, '--progress', 'plain'], person);
  expect(plain.stderr).toContain('[LOOP]   Edit src/health.ts | $0.00\n');
  expect(JSON.parse(plain.stdout)).toMatchObject({ ok: true });
  const none = await project.loop([...args, '--progress', 'none'], person);
  expect(none.stderr).toBe('');
  expect(JSON.parse(none.stdout)).toMatchObject({ ok: true });
});

test('a rate limit that lasts too long ends with 75, the kind of failure and its time', async () => {
  const resetsAt = Date.UTC(2099, 0, 2, 3, 4, 5) / 1000;
  const project = projectWithClient([
    { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt } },
    { type: 'result', subtype: 'success', is_error: true, result: 'API Error: 429', api_error_status: 429 },
  ]);
  const args = ['run', SPEC, '--max-wait', '1h', ...client];
  const { code, stdout, stderr } = await project.loop([...args, '--json'], person);
  expect(code).toBe(75);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    exit: 'rate-limit',
    run: { status: 'paused', ending: { cause: { failure: 'rate-limit', retryAt: resetsAt * 1000 } } },
  });
  expect(stderr.match(/^\[LOOP\] Iteration 1\/10/gm)).toHaveLength(1);
});

test('a journal that was handed on by a driver that was killed before it could say so is found', async () => {
  const project = projectWith('Still at it.');
  const first = await project.json('run', [SPEC, '--iterations', '1', ...client], person);
  if (!('run' in first)) throw new Error('it did not start');
  renameSync(runPath(project.path, first.run.session), runPath(project.path, 'handed-on'));
  const again = await project.json('run', ['--resume', ...client], person);
  expect(again).toMatchObject({ exit: 'iterations', run: { id: first.run.id }, costUsd: 0.5 });
});

test('an unclear spec is answered with questions, and starts nothing', async () => {
  const project = projectWith('Never asked.');
  const answer = await project.json('run', ['make it better', ...client], person);
  expect(answer).toMatchObject({ ok: false, next: "loop run 'the clarified spec'" });
  expect(answer.questions).toHaveLength(2);
  expect((await project.json('status', [], person)).run).toBeNull();
});

test('an unclear spec that a check would end is answered with the call that names the project’s own', async () => {
  const project = projectWith('Never asked.');
  project.write('package.json', '{ "scripts": { "test": "touch ran" } }');
  const args = ['run', 'fix auth', '--budget', '5', ...client];
  const { code, stdout } = await project.loop(args, person);
  expect(code).toBe(5);
  expect(stdout).toBe(`Nothing was started: the text doesn't say when it is done (2 of 10 points).
Add to it:
- Better in which way? Name what should change: speed, errors, a feature, a
behaviour.
- Where exactly? Name the file, endpoint or function, for example
\`src/auth/token.ts\` or \`POST /api/auth/token\`.
Or let a check say it:

Next: loop run 'fix auth' --budget 5 --claude ./client.sh --check 'tests=npm test'  # from package.json; or with --force
`);
  expect(existsSync(project.at('ran'))).toBe(false);
});

test('a clear spec without a check runs, and one line says what would prove its end', async () => {
  const project = projectWith('Still at it.');
  const spec = "Add it's own undo to src/draw.ts";
  const begin = ['run', spec, '--iterations', '1', ...client];
  const unproved = 'No check proves the end of this run, so it can end as claimed at most. With a check:';
  expect((await project.loop(begin, person)).stderr).toContain(`[LOOP] ${unproved} --check NAME=COMMAND\n`);
  project.write('package.json', '{ "scripts": { "test": "node test.js" } }');
  expect((await project.loop(begin, person)).stderr).toContain(
    `[LOOP] ${unproved} loop run 'Add it'\\''s own undo to src/draw.ts' --iterations 1 --claude ./client.sh --check 'tests=npm test'\n`,
  );
  project.write('long.md', `${spec}.\n`);
  const file = ['run', '--spec-file', 'long.md', '--iterations', '1', ...client];
  expect((await project.loop(file, person)).stderr).toContain(
    "loop run --spec-file long.md --iterations 1 --claude ./client.sh --check 'tests=npm test'",
  );
  const long = ['run', `${spec}. ${'And more. '.repeat(30)}`, '--iterations', '1', ...client];
  expect((await project.loop(long, person)).stderr).toContain(`${unproved} --check 'tests=npm test'\n`);
});

test('a spec that is not English starts unscored, and the answer says so', async () => {
  const project = projectWith('Still at it.');
  const spec = 'Räum das Modul für die Rechnungen auf, es ist unübersichtlich geworden.';
  const { stdout, stderr } = await project.loop(['run', spec, '--iterations', '1', ...client], person);
  expect(stdout + stderr).toContain("The text isn't English: only its structure and its checks were scored.");
  expect((await project.json('status', [], person)).run).not.toBeNull();
});

test('of several runs one has to be named, and one that is over can’t go on', async () => {
  const project = projectWith('Still at it.');
  const begin = [SPEC, '--iterations', '1', ...client];
  const one = await project.json('run', begin, person);
  await project.json('run', begin, person);
  expect(await project.jsonError(['run', '--resume', ...client], person)).toMatchObject({
    code: 7,
    error: { message: 'There are 2 runs to go on with; say which one with --run.' },
  });
  const id = 'run' in one ? one.run.id.slice(0, 8) : '';
  await project.loop(['cancel', '--run', id], person);
  const over = await project.jsonError(['run', '--resume', '--run', id, ...client], person);
  expect(over).toMatchObject({ code: 7, error: { message: 'That run is cancelled.' } });
  const both = await project.jsonError(['run', '--resume', 'more words', ...client], person);
  expect(both.error.message).toContain('--resume goes on with the spec');
});

test('Claude’s shell can’t let a driver go on: its flags would be the user’s words', async () => {
  const project = projectWith('Still at it.');
  const first = await project.json('run', [SPEC, '--iterations', '1', ...client], person);
  const id = 'run' in first ? first.run.id.slice(0, 8) : '';
  const resume = ['run', '--resume', '--budget', '90', ...client];
  const refused = await project.jsonError(resume, { ...person, env: { CLAUDECODE: '1' } });
  expect(refused).toMatchObject({
    code: 1,
    error: { message: expect.stringContaining('Only the user can let a driver go on') },
    next: `loop run --resume --run ${id}`,
  });
  expect((await project.json('status', [], person)).run).toMatchObject({ status: 'paused' });
});

test.each([
  ['without a commit', []],
  [
    'with a detached HEAD',
    [
      ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '--message', 'one'],
      ['checkout', '--quiet', '--detach'],
    ],
  ],
])('works in a repository %s, and tells of changes that no commit holds', async (_, calls) => {
  const project = projectWith('<loop-complete>All is well.</loop-complete>');
  for (const args of [['init', '--quiet'], ...calls]) execFileSync('git', args, { cwd: project.path });
  const args = ['run', SPEC, '--check', 'client=test -f client.sh', ...client];
  const { code, stdout, stderr } = await project.loop(args, person);
  expect([code, stdout]).toEqual([0, expect.stringContaining('✓ Done')]);
  expect(stderr).toMatch(/^\[LOOP\] Not committed before this run: .*client\.sh.* on top of these changes/m);
});
