import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createStartList, readProcess, treeIdentity } from '@loopwright/checks';
import type { CommandCheck, Evidence } from '@loopwright/core';
import {
  archiveRun,
  claimRun,
  openAnyRun,
  runPath,
  writeStartContents,
  writeStartList,
} from '@loopwright/store';
import { expect, test } from 'vitest';
import {
  BUNDLE,
  callHook,
  CLAIM,
  createProjectFolder,
  ENV,
  inputOf,
  messageOf,
  rememberStart,
  runHook,
  runIn,
  SESSION,
  startIn,
  startTyped,
  submitIn,
  typeCommand,
} from '../support/run-hook.ts';

/** A project whose loop has one check, which the user typed. */
function projectWith(
  check: CommandCheck | string,
  by: 'user' | 'claude' = 'user',
  at: number = Date.now(),
): string {
  const root = createProjectFolder();
  const whole = typeof check === 'string' ? { command: check } : check;
  startIn(root, { at, criteria: [{ name: 'tests', check: { ...whole, by }, by }] });
  typed(root, whole.command);
  return root;
}

/** The user types the check after /loop:start. */
function typed(root: string, command: CommandCheck['command'], name = 'tests'): void {
  const value = typeof command === 'string' ? command : JSON.stringify(command);
  rememberStart(root, `do the work --check "${name}=${value.replaceAll('"', String.raw`\"`)}"`);
}

const criterionOf = (root: string) => runIn(root).frames[0]?.criteria[0];
const evidenceOf = (root: string) => criterionOf(root)?.evidence;
const hasRun = (root: string): boolean => existsSync(join(root, 'ran'));

/** Records the result of `loop verify` in Claude's own shell, on the tree that a stop finds. */
function rehearse(root: string, over: Partial<Evidence> = {}): void {
  const tree = treeIdentity(root);
  if (tree.status !== 'known') throw new Error(tree.reason);
  const passed = { id: 'rehearsal', at: Date.now(), passed: true, exitCode: 0, durationMs: 5 };
  const evidence = { ...passed, fingerprint: tree.identity, ...over };
  submitIn(root, { type: 'verify', results: [{ criterion: 'tests', evidence }] });
}

/** Claude claims that the work is done. */
const stop = async (root: string, env: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await callHook(root, 'Stop', CLAIM, env)).stdout;

test('proves a claim itself: the check passes, and the loop ends in one stop', async () => {
  const root = projectWith('echo all green');
  const { stdout, stderr, code } = await callHook(root, 'Stop', CLAIM);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({
    systemMessage: expect.stringContaining('✓ Done: tests'),
  });
  expect(runIn(root)).toMatchObject({
    status: 'completed',
    ending: { kind: 'verified', seen: { hook: ['tests'] } },
    frames: [{ criteria: [{ evidence: { passed: true, exitCode: 0, witness: 'hook' } }] }],
  });
  const id = evidenceOf(root)?.id ?? '';
  expect(readFileSync(join(root, '.loop/evidence', `${id}.log`), 'utf8')).toBe('all green\n');
});

/** A git in front of the others that runs this script, and its calls. */
function gitBefore(script = 'PATH="$REAL" exec git "$@"') {
  const tools = createProjectFolder('tools');
  const log = join(tools, 'calls');
  writeFileSync(join(tools, 'git'), `#!/bin/sh\necho "$*" >> "${log}"\n${script}\n`, { mode: 0o755 });
  return {
    env: { PATH: `${tools}:${ENV.PATH}`, REAL: ENV.PATH },
    calls: () => readFileSync(log, 'utf8').trimEnd().split('\n'),
  };
}

test('a claim with one check starts at most 12 gits, and removes their temporary folders', async () => {
  const [root, TMPDIR] = [createProjectFolder(), createProjectFolder('tmp')];
  writeFileSync(join(root, 'kept.txt'), '1');
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qm', 'one'],
  ])
    execFileSync('git', args, { cwd: root });
  const list = createStartList(root);
  if (list.status !== 'known') throw new Error(list.reason);
  writeStartList('run-1', list.bytes);
  const startTree = { digest: list.digest, files: list.files };
  startIn(root, { startTree, criteria: [{ name: 'tests', check: { command: 'true', by: 'user' } }] });
  typed(root, 'true');
  writeFileSync(join(root, 'kept.txt'), '2');
  writeFileSync(join(root, 'new.txt'), '1');
  const { env, calls } = gitBefore();
  const stdout = await stop(root, { ...env, TMPDIR });
  expect(stdout).toContain('✓ Done: tests');
  expect(stdout).toContain('changed: kept.txt, new.txt (new)');
  expect(calls().length, calls().join('\n')).toBeLessThanOrEqual(12);
  expect(readdirSync(TMPDIR)).toEqual([]);
});

test('with --proves-change a claim is verified only if a check fails on the files of the start', async () => {
  const start = (files: Readonly<Record<string, string>>): string => {
    const root = createProjectFolder();
    for (const [path, text] of Object.entries({ '.gitignore': 'tool\n', ...files }))
      writeFileSync(join(root, path), text);
    execFileSync('git', ['init', '-q'], { cwd: root });
    const list = createStartList(root, { withContents: true });
    if (list.status !== 'known' || !list.contents) throw new Error('no list');
    writeStartList('run-1', list.bytes);
    writeStartContents('run-1', list.contents);
    const checks = { tests: 'sh ./tool', lint: 'test -e code' };
    startIn(root, {
      provesChange: true,
      startTree: { digest: list.digest, files: list.files },
      criteria: Object.entries(checks).map(([name, command]) => ({ name, check: { command, by: 'user' } })),
    });
    typed(root, checks.tests);
    typed(root, checks.lint, 'lint');
    return root;
  };
  const files = { code: 'bad', tool: 'grep -q good code' };
  const TMPDIR = createProjectFolder('tmp');

  const honest = start(files);
  writeFileSync(join(honest, 'code'), 'good');
  const end = messageOf(await callHook(honest, 'Stop', CLAIM, { TMPDIR }));
  expect(end).toContain('✓ Done');
  expect(end).toContain('Doubts: lint passes on the old code, too');

  const liar = start(files);
  writeFileSync(join(liar, 'tool'), 'exit 0');
  const said = messageOf(await callHook(liar, 'Stop', CLAIM, { TMPDIR }));
  expect(said).toContain('Done, but not proved: tests passes on the old code, too');
  expect(runIn(liar).ending).toMatchObject({ kind: 'claimed' });
  expect(readdirSync(TMPDIR)).toEqual([]);
});

/** A project with three checks of the user. */
function projectWithThree(): string {
  const root = createProjectFolder();
  const names = ['a', 'b', 'c'];
  startIn(root, {
    criteria: names.map((name) => ({ name, check: { command: `true ${name}`, by: 'user' }, by: 'user' })),
  });
  for (const name of names) typed(root, `true ${name}`, name);
  return root;
}

test('reads the work tree once before the checks and once after each', async () => {
  const [root, { env, calls }] = [projectWithThree(), gitBefore()];
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect(await stop(root, env)).toContain('✓ Done: a, b, c, run by the loop itself');
  expect(calls().filter((call) => call.includes('ls-files -t'))).toHaveLength(4);
});

test('a git that never answers is asked once for all checks, and the claim is unproved', async () => {
  const { env, calls } = gitBefore('exec sleep 300');
  const stdout = await stop(projectWithThree(), env);
  expect(stdout).toContain('The work tree could not be read: reading the work tree took too long');
  expect(calls()).toHaveLength(1);
});

test.each(['Stop', 'UserPromptSubmit', 'SessionStart'])(
  'an end that a killed hook recorded is told at the next %s, once, and its views are written anew',
  async (event) => {
    const [root, data] = [projectWith('true'), createProjectFolder('data')];
    const env = { CLAUDE_PLUGIN_DATA: data };
    await callHook(root, 'Stop', { last_assistant_message: 'Working.' }, env);
    const view = join(root, '.loop/state.json');
    const before = readFileSync(view, 'utf8');
    await stop(root, env);
    // What a kill leaves between the record and the answer.
    writeFileSync(view, before);
    writeFileSync(join(data, 'held', SESSION), String(runIn(root).ending?.at));

    const next = () => callHook(root, event, { source: 'resume', prompt: 'Well?' }, env);
    expect((await next()).stdout).toContain('✓ Done: tests');
    expect(JSON.parse(readFileSync(view, 'utf8'))).toMatchObject({ status: 'completed' });
    expect((await next()).stdout).toBe('');
  },
);

test('a failing check sends Claude on with what its output says, masked and printable', async () => {
  const secret = ['gh', 'p_', 'a'.repeat(30)].join('');
  const root = projectWith(
    `seq 1 3000; printf 'red \\033[31mtext\\033[0m \\342\\200\\256 ${secret}\\n'; echo "1 + 2 is not 3" >&2; exit 3`,
  );
  const answer = JSON.parse(await stop(root)) as { hookSpecificOutput: { additionalContext: string } };
  const { additionalContext } = answer.hookSpecificOutput;
  for (const part of [
    'You said the work is done, but a proof is missing: tests (its check failed)',
    'The check of "tests" failed. Its output says:\n',
    '\n3000\nred text  [masked]\n1 + 2 is not 3',
    '; the loop then runs: tests.',
  ])
    expect(additionalContext).toContain(part);
  expect(additionalContext).not.toContain('loop verify');
  expect(additionalContext.length).toBeLessThanOrEqual(1500);
  expect(evidenceOf(root)).toMatchObject({ passed: false, exitCode: 3, witness: 'hook' });
});

test('a check of Claude is never run by the hook', async () => {
  const root = projectWith('touch ran', 'claude');
  const stdout = await stop(root);
  expect(stdout).toContain('tests (its check has not run)');
  expect(stdout).toContain('loop verify');
  expect([hasRun(root), evidenceOf(root)]).toEqual([false, undefined]);
});

test('a check of the user that Claude named a second time runs once and proves both criteria', async () => {
  const root = createProjectFolder();
  const log = join(createProjectFolder('outside'), 'log');
  const command = `echo ran >> "${log}"`;
  const twice = ['tests', 'tests pass', 'tests again'].map((name, index) => {
    const by = index === 1 ? 'claude' : 'user';
    return { name, check: { command, by }, by } as const;
  });
  startIn(root, { criteria: twice });
  typed(root, command);
  typed(root, command, 'tests again');
  await stop(root);
  const hook = ['tests', 'tests pass', 'tests again'];
  expect(runIn(root).ending).toMatchObject({ kind: 'verified', seen: { hook } });
  expect(readFileSync(log, 'utf8')).toBe('ran\n');
});

test('without a claim no check runs', async () => {
  const root = projectWith('touch ran');
  await callHook(root, 'Stop', { last_assistant_message: 'I read the tests.' });
  expect(hasRun(root)).toBe(false);
});

test('runs in the folder of the check, without input', async () => {
  const command = '[ "$(basename "$PWD")" = inner ] && ! read line';
  const root = createProjectFolder();
  mkdirSync(join(root, 'inner'));
  startIn(root, { criteria: [{ name: 'tests', check: { command, folder: 'inner', by: 'user' } }] });
  typed(root, command);
  expect(await stop(root)).toContain('✓ Done: tests');
});

test('while more than checks is missing, what the hook saw pass on this tree is not run again; on another tree it is', async () => {
  const root = projectWith({ command: 'echo run >> .loop/count' });
  submitIn(root, { type: 'criterion', action: 'add', name: 'by word' });
  const runs = (): number => readFileSync(join(root, '.loop/count'), 'utf8').split('\n').length - 1;
  await stop(root);
  await stop(root);
  expect(runs()).toBe(1);
  writeFileSync(join(root, 'new.js'), 'x');
  await stop(root);
  expect(runs()).toBe(2);
});

test.each<[string, string, Partial<Evidence>, string]>([
  ['that passed is run again, and the hook becomes its witness', 'true', {}, 'run by the loop itself'],
  [
    'that names the hook as its witness is not enough to end a loop: the check runs again',
    'false',
    { witness: 'hook' },
    'tests (its check failed)',
  ],
  [
    'that took longer than the loop is old was never measured, and is repeated',
    'false',
    { durationMs: 3_600_000 },
    'tests (its check failed)',
  ],
  [
    'of a command that the hook does not find has failed',
    'nowhere-at-all',
    {},
    'command not found (exit code 127)',
  ],
])('a record %s', async (_, command, evidence, said) => {
  const root = projectWith(command);
  rehearse(root, evidence);
  expect(await stop(root)).toContain(said);
});

test('a failing rehearsal on the same tree is not run again, and Claude reads how to repeat it', async () => {
  const root = projectWith('touch ran');
  rehearse(root, { passed: false, exitCode: 1 });
  expect(await stop(root)).toContain('Not repeated: no file has changed since. To repeat it: `loop verify`.');
  expect(hasRun(root)).toBe(false);
});

test('a check that changes the tree at every run proves nothing', async () => {
  const root = projectWith('date +%s%N >> made.txt');
  expect(await stop(root)).toContain('tests (changed since its check passed)');
  expect(evidenceOf(root)).toMatchObject({ witness: 'hook', isStale: true });
});

test('what took longer than the limit is not repeated: the proof of the session stands, and the end says why', async () => {
  const root = projectWith('touch ran', 'user', Date.now() - 600_000);
  rehearse(root, { durationMs: 90_000 });
  expect(await stop(root, { LOOP_PROOF_MINUTES: '1' })).toContain(
    'Doubts: the loop did not run tests: it took 1m 30s, longer than 1m',
  );
  expect(hasRun(root)).toBe(false);
});

/** The process ids that a check left in the folder of the loop; 0 before. */
const idIn = (root: string, name: string): number => {
  const path = join(root, '.loop', name);
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
};

const hasEnded = (root: string, name: string) =>
  expect.poll(() => readProcess(idIn(root, name)), { timeout: 10_000 }).toBeUndefined();

test('a check that does not end within the limit fails, is ended with all it started, and is said', async () => {
  const root = projectWith('echo begun; sleep 300 & echo $! > .loop/child; sleep 300');
  expect(await stop(root, { LOOP_PROOF_MINUTES: '0.02' })).toContain(
    'not finished after 1.2s, the limit of the final proof',
  );
  await hasEnded(root, 'child');
});

test('a work tree that can not be read leaves the claim unproved, and nothing runs', async () => {
  const root = projectWith({ command: 'touch ran', paths: ['../elsewhere'] });
  const stdout = await stop(root);
  expect(stdout).toContain('tests (its check has not run)');
  expect(stdout).toContain('The work tree could not be read');
  expect(hasRun(root)).toBe(false);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s during the proof leaves the loop as it was, and nothing running',
  async (signal) => {
    const root = projectWith('sleep 0.5; echo $$ > .loop/check; sleep 300 & echo $! > .loop/child; wait');
    const child = spawn(process.execPath, [join(BUNDLE, 'hook.cjs'), 'Stop'], {
      env: { ...ENV, CLAUDE_PROJECT_DIR: root },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end(inputOf(root, 'Stop', CLAIM));
    await expect.poll(() => idIn(root, 'child'), { timeout: 20_000 }).toBeGreaterThan(0);
    const before = runIn(root);
    child.kill(signal);
    await once(child, 'close');
    expect(output).toBe('');
    for (const name of ['check', 'child']) await hasEnded(root, name);
    expect(runIn(root)).toEqual(before);
    expect(before.status).toBe('active');
  },
);

test('a client that is killed during the proof ends it', async () => {
  const root = projectWith('sleep 300 & echo $! > .loop/child; wait');
  writeFileSync(join(root, 'claim.json'), inputOf(root, 'Stop', CLAIM));
  const client = spawn('/bin/sh', ['-c', '"$NODE" "$HOOK" Stop < claim.json & wait'], {
    cwd: root,
    env: { ...ENV, NODE: process.execPath, HOOK: join(BUNDLE, 'hook.cjs'), CLAUDE_PROJECT_DIR: root },
    stdio: 'ignore',
  });
  await expect.poll(() => idIn(root, 'child'), { timeout: 20_000 }).toBeGreaterThan(0);
  client.kill('SIGKILL');
  await hasEnded(root, 'child');
  expect([runIn(root).status, evidenceOf(root)]).toEqual(['active', undefined]);
});

test('a run that came with the repository makes the hook run nothing', async () => {
  const root = projectWith('touch ran');
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '-f', '.loop'], { cwd: root });
  await stop(root);
  expect(hasRun(root)).toBe(false);
});

test('runs no check of a journal that the user did not type in this session', async () => {
  const root = createProjectFolder();
  startIn(root, {
    criteria: [{ name: 'tests', check: { command: 'touch ran', by: 'user' }, by: 'user' }],
  });
  // Words of the spec are no check, nor is a part of one.
  rememberStart(root, 'please touch ran --check "tests=touch ran && npm test"');
  rememberStart(root, '--check "tests=touch ran"', 'another');
  expect(await stop(root)).not.toContain('run by the loop itself');
  expect(hasRun(root)).toBe(false);
});

const VERIFIED = '✓ Done: tests';
const LACKS = 'the loop lacks what the user typed: tests=npm test';

test('a loop whose records have another check than the user typed is no proof', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=npm test"', 'true');
  rehearse(root);
  const stdout = await stop(root);
  expect(stdout).toContain('Done, but');
  expect(stdout).toContain(LACKS);
});

/** The session after /clear, for example, takes the loop over. */
const NEXT_SESSION = '7f0f8f5e-0000-4000-8000-000000000002';
const NEXT = { session_id: NEXT_SESSION };

function takeOver(root: string, from = SESSION, sessionId = NEXT_SESSION): void {
  const claimed = claimRun({ root, path: runPath(root, from), sessionId, at: Date.now() });
  if (claimed.status !== 'claimed') throw new Error(claimed.status);
  claimed.opened.close();
}

const stopNext = async (root: string): Promise<string> =>
  (await callHook(root, 'Stop', { ...CLAIM, ...NEXT })).stdout;

test.each([
  ['follows the loop: the hook runs what the user typed', 'true', VERIFIED],
  ['sheds nothing, whoever made the take-over', 'npm test', LACKS],
])('the contract of a loop that another session takes over %s', async (_, check, said) => {
  const root = createProjectFolder();
  await startTyped(root, `mend it --check "tests=${check}"`, 'true');
  rehearse(root);
  takeOver(root);
  expect(await stopNext(root)).toContain(said);
});

test('a take-over gains nothing: another check than the typed one is not run', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=true"', 'touch ran');
  takeOver(root);
  await stopNext(root);
  expect(hasRun(root)).toBe(false);
});

test('a loop that is taken over does not stand in for the one that its new session owes', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=true"', 'true');
  takeOver(root);
  await startTyped(root, 'then this --check "tests=false"', 'false');
  archiveRun({ root, sessionId: SESSION });
  takeOver(root, NEXT_SESSION, SESSION);
  expect(await stop(root)).toContain('is gone, or was left unproved');
});

test('/loop:approve in the new session ends the contract there: the checks of the loop count', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=npm test"', 'true');
  takeOver(root);
  await typeCommand(root, 'approve', 'tests', NEXT);
  expect(await stopNext(root)).toContain(VERIFIED);
});

test('a loop in place of a deleted one that the user started is no proof, until they start another', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=false"', 'false');
  rmSync(join(root, '.loop'), { recursive: true });
  startIn(root, { criteria: [{ name: 'tests', check: { command: 'true' } }] });
  rehearse(root);
  expect(await stop(root)).toContain('is gone, or was left unproved');
  await startTyped(root, 'mend it --check "tests=true"', 'true');
  expect(await stop(root)).toContain(VERIFIED);
});

test.each([
  ['lacks what was typed is no proof', 'npm test', 'true', LACKS],
  ['fulfils it ends as verified', 'echo fine', 'echo fine', VERIFIED],
])(
  'a start that is typed beside a loop leaves this one alone; a next loop that %s',
  async (_, typedNext, command, said) => {
    const root = createProjectFolder();
    await startTyped(root, 'mend it --check "tests=true"', 'true');
    await typeCommand(root, 'start', `then this --check "tests=${typedNext}"`);
    expect(await stop(root)).toContain(VERIFIED);
    expect(archiveRun({ root, sessionId: SESSION }).status).toBe('archived');
    const criteria = [{ name: 'tests', check: { command, by: 'user' }, by: 'user' }] as const;
    startIn(root, { runId: 'run-2', criteria: [...criteria] });
    rehearse(root);
    expect(await stop(root)).toContain(said);
  },
);

/** An environment whose state folder can't be written. */
function withoutState(): { readonly XDG_STATE_HOME: string } {
  const file = join(createProjectFolder('state'), 'a-file');
  writeFileSync(file, '');
  return { XDG_STATE_HOME: file };
}

test('keeps the draft where the state folder can not be written', async () => {
  const root = createProjectFolder();
  const words = 'mend it --check "tests=echo typed"';
  expect(await typeCommand(root, 'start', words, {}, withoutState())).toMatchObject({ code: 0 });
  const opened = openAnyRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.close();
  expect(opened.run.frames[0]?.spec).toBe(words);
});

/** A project whose loop has checks that Claude chose. */
function projectOfClaude(...commands: readonly string[]): string {
  const root = createProjectFolder();
  startIn(root, {
    criteria: commands.map((command, index) => ({
      name: `check ${index + 1}`,
      check: { command, by: 'claude' },
      by: 'claude',
    })),
  });
  return root;
}

test('a check of Claude that the user approves is run by the hook, and the answer names its command', async () => {
  const root = projectOfClaude('touch ran');
  const { stdout } = await typeCommand(root, 'approve');
  const text =
    '[LOOP] Approved: check 1 (touch ran). The stop hook runs this check itself when Claude says that the work is done.';
  expect(JSON.parse(stdout)).toEqual({
    hookSpecificOutput: { hookEventName: 'UserPromptExpansion', additionalContext: text },
    systemMessage: text,
  });
  expect(criterionOf(root)).toMatchObject({ by: 'user', check: { by: 'user' } });
  expect(hasRun(root)).toBe(false);
  await stop(root);
  expect(hasRun(root)).toBe(true);
});

test.each([
  ['check 2', ['claude', 'user', 'claude']],
  ['"check 2" \'check 3\'', ['claude', 'user', 'user']],
  ['lint', ['claude', 'claude', 'claude']],
])('only what the user names is approved: %s', async (words, by) => {
  const root = projectOfClaude('true', 'echo two', 'echo three');
  const said = messageOf(await typeCommand(root, 'approve', words));
  expect(runIn(root).frames[0]?.criteria.map(({ check }) => check?.by)).toEqual(by);
  expect(said.includes('There is no such criterion with a check or of this name')).toBe(words === 'lint');
});

test('without a loop there is nothing to approve', async () => {
  const answer = await typeCommand(createProjectFolder(), 'approve');
  expect(messageOf(answer)).toBe('[LOOP] There is no loop in this session.');
});

test('the user hears of an approval that can not be stored, and the hook runs nothing', async () => {
  const [root, env] = [projectOfClaude('touch ran'), withoutState()];
  const said = messageOf(await typeCommand(root, 'approve', '', {}, env));
  expect(said).toContain('[LOOP] The stop hook will not run these checks');
  await stop(root, env);
  expect(hasRun(root)).toBe(false);
});

test.runIf(process.platform === 'linux').each([
  ['piped into it', 'cat input | "$NODE" "$HOOK" Stop; :'],
  ['in place of the shell, from a file', 'exec "$NODE" "$HOOK" Stop < input'],
  ['in place of the shell, from another process', 'exec "$NODE" "$HOOK" Stop < <(cat input)'],
])('a stop that a shell of Claude makes runs no check, %s', async (_, script) => {
  const root = projectWith('echo all green');
  rehearse(root);
  const folder = createProjectFolder('shell');
  writeFileSync(join(folder, 'input'), inputOf(root, 'Stop', CLAIM));
  // The client is known by its name. Its shell runs the script, or is replaced by the hook.
  const client = join(folder, 'claude');
  symlinkSync('/bin/bash', client);
  const { stdout } = spawnSync(client, ['-c', 'bash -c "$SCRIPT"; :'], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...ENV,
      CLAUDE_PROJECT_DIR: root,
      NODE: process.execPath,
      HOOK: join(BUNDLE, 'hook.cjs'),
      SCRIPT: script,
      // What took the place of the shell has the client as its parent.
      ...(script.startsWith('cat') && { CLAUDE_CODE_SESSION_ID: SESSION }),
    },
  });
  expect(stdout).not.toContain('run by the loop itself');
  expect(evidenceOf(root)?.witness).not.toBe('hook');
});

test('a hook that is only tried answers as it would, and records nothing; --really marks what it records', async () => {
  const root = projectWith('echo all green');
  rehearse(root);
  const by = (flag: string) =>
    runHook(['Stop', flag], inputOf(root, 'Stop', CLAIM), { ...ENV, CLAUDE_PROJECT_DIR: root });
  const before = readFileSync(runPath(root, SESSION), 'utf8');
  expect((await by('--try')).stdout).toContain('made by hand');
  expect(readFileSync(runPath(root, SESSION), 'utf8')).toBe(before);

  await by('--really');
  const after = readFileSync(runPath(root, SESSION), 'utf8').slice(before.length);
  expect(after).toContain('"isByHand":true');
  expect(after).not.toContain('run by the loop itself');
});
