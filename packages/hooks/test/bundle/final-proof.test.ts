import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createStartList, treeIdentity } from '@loopwright/checks';
import type { CommandCheck, Evidence, Frame } from '@loopwright/core';
import { archiveRun, claimRun, openAnyRun, openRun, runPath, writeStartList } from '@loopwright/store';
import { expect, test } from 'vitest';
import { readConsent } from '../../src/proof/contract.ts';
import { rememberTyped } from '../../src/proof/remember-typed.ts';
import { BUNDLE, createProjectFolder, runHook, runOn, startIn } from '../support/run-hook.ts';

const SESSION = '7f0f8f5e-0000-4000-8000-000000000001';
const ENV = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '',
};

/** A stop that claims the work is done. */
function claim(root: string, message = 'Done.\n\n<loop-done>COMPLETE</loop-done>'): string {
  const fields = { session_id: SESSION, cwd: root, hook_event_name: 'Stop', last_assistant_message: message };
  return `${JSON.stringify(fields)}\n`;
}

/** A project whose loop has one check of the user. */
function projectWith(
  check: CommandCheck | string,
  by: 'user' | 'claude' = 'user',
  at: number = Date.now(),
): string {
  const root = createProjectFolder();
  const whole = typeof check === 'string' ? { command: check } : check;
  startIn(root, SESSION, { at, criteria: [{ name: 'tests', check: { ...whole, by }, by }] });
  typed(root, whole.command);
  return root;
}

/** The user types the check after /loop:start. */
function typed(root: string, command: CommandCheck['command'], name = 'tests'): void {
  const value = typeof command === 'string' ? command : JSON.stringify(command);
  type(root, `do the work --check "${name}=${value.replaceAll('"', String.raw`\"`)}"`);
}

/** The user types this after /loop:start. */
function type(root: string, commandArgs: string, sessionId = SESSION): void {
  rememberTyped({ root, sessionId }, ENV, { commandName: 'loop:start', commandArgs }, { at: Date.now() });
}

function frameOf(root: string): Frame | undefined {
  const opened = runOn(root, SESSION);
  return opened.status === 'open' ? opened.run.frames[0] : undefined;
}

/** Records the result of `loop verify` in Claude's own shell, on the tree that a stop finds. */
async function rehearse(root: string, over: Partial<Evidence> = {}): Promise<void> {
  const tree = treeIdentity(root);
  if (tree.status !== 'known') throw new Error(tree.reason);
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') throw new Error(opened.status);
  const evidence = {
    id: 'rehearsal',
    at: Date.now(),
    passed: true,
    exitCode: 0,
    durationMs: 5,
    fingerprint: tree.identity,
    ...over,
  };
  opened.submit({ type: 'verify', at: Date.now(), results: [{ criterion: 'tests', evidence }] });
  opened.close();
}

const stop = (root: string, env: Readonly<Record<string, string>> = {}) =>
  runHook(['Stop'], claim(root), { ...ENV, CLAUDE_PROJECT_DIR: root, ...env });

test('proves a claim itself: the check passes, and the loop ends in one stop', async () => {
  const root = projectWith('echo all green');
  const { stdout, stderr, code } = await stop(root);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({
    systemMessage: expect.stringContaining('verified | seen by the hook: tests'),
  });
  const opened = runOn(root, SESSION);
  expect(opened).toMatchObject({
    run: {
      status: 'completed',
      ending: { kind: 'verified', seen: { hook: ['tests'] } },
      frames: [{ criteria: [{ evidence: { passed: true, exitCode: 0, witness: 'hook' } }] }],
    },
  });
  const id = frameOf(root)?.criteria[0]?.evidence?.id ?? '';
  expect(readFileSync(join(root, '.loop/evidence', `${id}.log`), 'utf8')).toBe('all green\n');
});

test('a claim with one check starts at most 12 gits, and removes their temporary folders', async () => {
  const [root, bin, temporary] = [
    createProjectFolder(),
    createProjectFolder('bin'),
    createProjectFolder('tmp'),
  ];
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
  startIn(root, SESSION, {
    startTree,
    criteria: [{ name: 'tests', check: { command: 'true', by: 'user' } }],
  });
  typed(root, 'true');
  writeFileSync(join(root, 'kept.txt'), '2');
  writeFileSync(join(root, 'new.txt'), '1');
  const calls = join(bin, 'calls');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$*" >> '${calls}'\nexec '${real}' "$@"\n`, {
    mode: 0o755,
  });
  const { stdout } = await stop(root, { PATH: `${bin}:${ENV.PATH}`, TMPDIR: temporary });
  expect(stdout).toContain('verified | seen by the hook: tests');
  expect(stdout).toContain('Changed since the start | kept.txt, new.txt (new)');
  const gits = readFileSync(calls, 'utf8').trim().split('\n');
  expect(gits.length, gits.join('\n')).toBeLessThanOrEqual(12);
  expect(readdirSync(temporary)).toEqual([]);
});

test.each(['Stop', 'UserPromptSubmit', 'SessionStart'])(
  'an end that a killed hook recorded is told at the next %s, once, and its views are written anew',
  async (event) => {
    const [root, data] = [projectWith('true'), createProjectFolder('data')];
    const env = { CLAUDE_PLUGIN_DATA: data };
    await runHook(['Stop'], claim(root, 'Working.'), { ...ENV, CLAUDE_PROJECT_DIR: root, ...env });
    const view = join(root, '.loop/state.json');
    const before = readFileSync(view, 'utf8');
    await stop(root, env);
    const opened = runOn(root, SESSION);
    const endedAt = opened.status === 'open' ? opened.run.ending?.at : undefined;
    // What a kill leaves between the record and the answer.
    writeFileSync(view, before);
    writeFileSync(join(data, 'held', SESSION), String(endedAt));

    const input = {
      session_id: SESSION,
      cwd: root,
      hook_event_name: event,
      source: 'resume',
      prompt: 'Well?',
    };
    const next = () => runHook([event], JSON.stringify(input), { ...ENV, CLAUDE_PROJECT_DIR: root, ...env });
    expect((await next()).stdout).toContain('verified | seen by the hook: tests');
    expect(JSON.parse(readFileSync(view, 'utf8'))).toMatchObject({ status: 'completed' });
    expect((await next()).stdout).toBe('');
  },
);

test('a check that runs is on record for those who watch, and no longer once it has ended', async () => {
  const root = projectWith(
    `echo "3 of 7 red"; while ! grep -s '"lines":."3 of 7' .loop/runs/*.checks.json; do :; done`,
  );
  await stop(root);
  const evidence = frameOf(root)?.criteria[0]?.evidence;
  expect(evidence).toMatchObject({ passed: true, witness: 'hook' });
  const output = readFileSync(join(root, '.loop/evidence', `${evidence?.id}.log`), 'utf8').split('\n');
  expect(JSON.parse(output[1] ?? '')).toEqual({
    pid: expect.any(Number),
    checks: [
      {
        name: 'tests',
        command: expect.stringContaining('while ! grep'),
        since: expect.any(Number),
        lines: ['3 of 7 red', ''],
      },
    ],
  });
  expect(readdirSync(join(root, '.loop/runs')).filter((name) => name.endsWith('.checks.json'))).toEqual([]);
});

test('a failing check sends Claude on with what its output says, masked and printable', async () => {
  const secret = ['gh', 'p_', 'a'.repeat(30)].join('');
  const root = projectWith(
    `seq 1 3000; printf 'red \\033[31mtext\\033[0m \\342\\200\\256 ${secret}\\n'; echo "1 + 2 is not 3" >&2; exit 3`,
  );
  const { stdout } = await stop(root);
  const { additionalContext } = (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } })
    .hookSpecificOutput;
  expect(additionalContext).toContain(
    'You said the work is done, but a proof is missing: tests (its check failed)',
  );
  expect(additionalContext).toContain('The check of "tests" failed. Its output says:\n');
  expect(additionalContext).toContain('\n3000\nred text  [masked]\n1 + 2 is not 3');
  expect(additionalContext).toContain('; the loop then runs: tests.');
  expect(additionalContext).not.toContain('loop verify');
  expect(additionalContext.length).toBeLessThanOrEqual(1500);
  expect(frameOf(root)?.criteria[0]?.evidence).toMatchObject({ passed: false, exitCode: 3, witness: 'hook' });
});

test('a check of Claude is never run by the hook', async () => {
  const root = projectWith('touch ran', 'claude');
  const { stdout } = await stop(root);
  expect(stdout).toContain('tests (its check has not run)');
  expect(stdout).toContain('loop verify');
  expect(existsSync(join(root, 'ran'))).toBe(false);
  expect(frameOf(root)?.criteria[0]?.evidence).toBeUndefined();
});

test('without a claim no check runs', async () => {
  const root = projectWith('touch ran');
  await runHook(['Stop'], claim(root, 'I read the tests.'), { ...ENV, CLAUDE_PROJECT_DIR: root });
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

test('a check gets the environment of the client without what makes it a part of the client', async () => {
  const root = projectWith('env > ../env.txt; mv ../env.txt env.txt; exit 1');
  await stop(root, {
    OWN: 'kept',
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_SESSION_ID: SESSION,
    CLAUDE_CODE_MESSAGING_SOCKET: '/tmp/socket',
    CLAUDE_CODE_MESSAGING_TOKEN: 'secret',
    CLAUDE_PLUGIN_DATA: '/nowhere',
    CLAUDE_PID: '1',
    AI_AGENT: 'claude-code',
    LOOP_HEADLESS: '1',
    CLAUDE_CONFIG_DIR: '/config',
  });
  const lines = readFileSync(join(root, 'env.txt'), 'utf8').split('\n');
  const names = lines.flatMap((line) => line.split('=')[0] ?? []);
  expect(names).toEqual(expect.arrayContaining(['OWN', 'PATH', 'HOME', 'LOOP_CHECK', 'CLAUDE_CONFIG_DIR']));
  expect(names.filter((name) => /^(CLAUDE(?!_CONFIG_DIR)|AI_AGENT|LOOP_(?!CHECK))/.test(name))).toEqual([]);
});

test('runs in the folder of the check, without input', async () => {
  const root = createProjectFolder();
  mkdirSync(join(root, 'inner'));
  startIn(root, SESSION, {
    criteria: [
      {
        name: 'tests',
        check: { command: '[ "$(basename "$PWD")" = inner ] && ! read line', folder: 'inner', by: 'user' },
      },
    ],
  });
  typed(root, '[ "$(basename "$PWD")" = inner ] && ! read line');
  expect((await stop(root)).stdout).toContain('verified | seen by the hook: tests');
});

test('a record that names the hook as witness is not enough to end a loop: the check runs again', async () => {
  const root = projectWith({ command: 'false' });
  await rehearse(root, { witness: 'hook' });
  expect((await stop(root)).stdout).not.toContain('verified');
});

test('while more than checks is missing, what the hook saw pass on this tree is not run again; on another tree it is', async () => {
  const root = projectWith({ command: 'echo run >> .loop/count' });
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.submit({ type: 'criterion', at: Date.now(), action: 'add', name: 'by word' });
  opened.close();
  const runs = (): number => readFileSync(join(root, '.loop/count'), 'utf8').split('\n').length - 1;
  await stop(root);
  await stop(root);
  expect(runs()).toBe(1);
  writeFileSync(join(root, 'new.js'), 'x');
  await stop(root);
  expect(runs()).toBe(2);
});

test('a failing rehearsal on the same tree is not run again, and Claude reads how to repeat it', async () => {
  const root = projectWith('touch ran');
  await rehearse(root, { passed: false, exitCode: 1 });
  const { stdout } = await stop(root);
  expect(stdout).toContain('Not repeated: no file has changed since. To repeat it: `loop verify`.');
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

test('a passing rehearsal is run again, and the hook becomes its witness', async () => {
  const root = projectWith('true');
  await rehearse(root);
  expect((await stop(root)).stdout).toContain('seen by the hook: tests');
});

test('a check that changes the tree at every run proves nothing', async () => {
  const root = projectWith('date +%s%N >> made.txt');
  const { stdout } = await stop(root);
  expect(stdout).toContain('tests (changed since its check passed)');
  expect(frameOf(root)?.criteria[0]?.evidence).toMatchObject({ witness: 'hook', isStale: true });
});

test('what took longer than the limit is not repeated: the proof of the session stands, and the end says why', async () => {
  const root = projectWith('touch ran', 'user', Date.now() - 600_000);
  await rehearse(root, { durationMs: 90_000 });
  const { stdout } = await stop(root, { LOOP_PROOF_MINUTES: '1' });
  expect(stdout).toContain(
    "verified in Claude's own shell: tests; the hook did not run tests: it took 1m 30s, longer than 1m",
  );
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

test('a run that took longer than the loop is old was never measured, and is repeated', async () => {
  const root = projectWith('false');
  await rehearse(root, { durationMs: 3_600_000 });
  expect((await stop(root)).stdout).toContain('tests (its check failed)');
});

test('a check that does not end within the limit fails, is ended with all it started, and is said', async () => {
  const root = projectWith('echo begun; sleep 300 & echo $! > .loop/child; sleep 300');
  const { stdout } = await stop(root, { LOOP_PROOF_MINUTES: '0.02' });
  expect(stdout).toContain('not finished after 1.2s, the limit of the final proof');
  expect(isAlive(Number(readFileSync(join(root, '.loop/child'), 'utf8')))).toBe(false);
});

test('a command that the hook does not find has failed, also one that passed in the shell of Claude', async () => {
  const root = projectWith('nowhere-at-all');
  await rehearse(root);
  expect((await stop(root)).stdout).toContain('command not found (exit code 127)');
});

test('a work tree that can not be read leaves the claim unproved, and nothing runs', async () => {
  const root = projectWith({ command: 'touch ran', paths: ['../elsewhere'] });
  const { stdout } = await stop(root);
  expect(stdout).toContain('tests (its check has not run)');
  expect(stdout).toContain('The work tree could not be read');
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

/** A project with three checks of the user, and a git in front of the others that runs this script. */
function projectWithGit(script: string): { root: string; PATH: string; calls: () => string[] } {
  const root = createProjectFolder();
  const names = ['a', 'b', 'c'];
  startIn(root, SESSION, {
    criteria: names.map((name) => ({ name, check: { command: 'true', by: 'user' }, by: 'user' })),
  });
  for (const name of names) typed(root, 'true', name);
  const tools = createProjectFolder('tools');
  const log = join(tools, 'calls');
  writeFileSync(join(tools, 'git'), `#!/bin/sh\necho "$@" >> "${log}"\n${script}\n`, { mode: 0o755 });
  return {
    root,
    PATH: `${tools}:${ENV.PATH}`,
    calls: () => readFileSync(log, 'utf8').trimEnd().split('\n'),
  };
}

test('reads the work tree once before the checks and once after each', async () => {
  const { root, PATH, calls } = projectWithGit(`PATH="${ENV.PATH}" exec git "$@"`);
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect((await stop(root, { PATH })).stdout).toContain('verified | seen by the hook: a, b, c');
  expect(calls().filter((call) => call.includes('ls-files -t'))).toHaveLength(4);
});

test('a git that never answers is asked once for all checks, and the claim is unproved', async () => {
  const { root, PATH, calls } = projectWithGit('exec sleep 300');
  const { stdout } = await stop(root, { PATH });
  expect(stdout).toContain('The work tree could not be read: reading the work tree took too long');
  expect(calls()).toHaveLength(1);
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
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end(claim(root));
    const read = (name: string): number => {
      const path = join(root, '.loop', name);
      return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
    };
    await expect.poll(() => read('child'), { timeout: 20_000 }).toBeGreaterThan(0);
    const before = frameOf(root);
    child.kill(signal);
    await once(child, 'close');
    expect(output).toBe('');
    for (const name of ['check', 'child'])
      await expect.poll(() => isAlive(read(name)), { timeout: 10_000 }).toBe(false);
    expect(frameOf(root)).toEqual(before);
    expect(runOn(root, SESSION)).toMatchObject({ run: { status: 'active' } });
  },
);

test('a client that is killed during the proof ends it', async () => {
  const root = projectWith('sleep 300 & echo $! > .loop/child; wait');
  const line = '"$NODE" "$HOOK" Stop < claim.json & wait';
  writeFileSync(join(root, 'claim.json'), claim(root));
  const client = spawn('/bin/sh', ['-c', line], {
    cwd: root,
    env: { ...ENV, NODE: process.execPath, HOOK: join(BUNDLE, 'hook.cjs'), CLAUDE_PROJECT_DIR: root },
    stdio: 'ignore',
  });
  const child = join(root, '.loop/child');
  await expect
    .poll(() => existsSync(child) && Number(readFileSync(child, 'utf8')), { timeout: 20_000 })
    .toBeGreaterThan(0);
  client.kill('SIGKILL');
  await expect.poll(() => isAlive(Number(readFileSync(child, 'utf8'))), { timeout: 10_000 }).toBe(false);
  expect(runOn(root, SESSION)).toMatchObject({ run: { status: 'active' } });
  expect(frameOf(root)?.criteria[0]?.evidence).toBeUndefined();
});

test('a run that came with the repository makes the hook run nothing', async () => {
  const root = projectWith('touch ran');
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '-f', '.loop'], { cwd: root });
  await stop(root);
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('runs no check of a journal that the user did not type in this session', async () => {
  const root = createProjectFolder();
  const ran = join(root, 'ran');
  startIn(root, SESSION, {
    criteria: [{ name: 'tests', check: { command: `touch ${ran}`, by: 'user' }, by: 'user' }],
  });
  // Words of the spec are no check, nor is a part of one.
  type(root, `please touch ${ran} --check "tests=touch ${ran} && npm test"`);
  type(root, `--check "tests=touch ${ran}"`, 'another');
  const { stdout } = await stop(root);
  expect(existsSync(ran)).toBe(false);
  expect(stdout).not.toContain('seen by the hook');
});

/** The user types a start; Claude's shell makes the draft a loop with these checks. */
async function startTyped(root: string, words: string, command: string): Promise<void> {
  const input = {
    session_id: SESSION,
    cwd: root,
    hook_event_name: 'UserPromptExpansion',
    command_name: 'loop:start',
    command_args: words,
  };
  await runHook(['UserPromptExpansion'], `${JSON.stringify(input)}\n`, { ...ENV, CLAUDE_PROJECT_DIR: root });
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.submit({
    type: 'start',
    at: Date.now(),
    runId: opened.run.id,
    session: SESSION,
    frameId: 'frame-1',
    spec: words,
    criteria: [{ name: 'tests', check: { command, by: 'user' }, by: 'user' }],
  });
  opened.close();
}

test('a loop that has the check that the user typed ends as verified', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=true"', 'true');
  expect((await stop(root)).stdout).toContain('verified | seen by the hook: tests');
});

test('a loop whose records have another check than the user typed is no proof', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=npm test"', 'true');
  await rehearse(root);
  const { stdout } = await stop(root);
  expect(stdout).toContain('Ended | claimed');
  expect(stdout).toContain('the loop lacks what the user typed: tests=npm test');
});

/** The session after /clear, for example, takes the loop over. */
const NEXT_SESSION = '7f0f8f5e-0000-4000-8000-000000000002';

function takeOver(root: string): void {
  const claimed = claimRun({ root, path: runPath(root, SESSION), sessionId: NEXT_SESSION, at: Date.now() });
  if (claimed.status !== 'claimed') throw new Error(claimed.status);
  claimed.opened.close();
}

const stopNext = (root: string) =>
  runHook(['Stop'], claim(root).replace(SESSION, NEXT_SESSION), { ...ENV, CLAUDE_PROJECT_DIR: root });

test('the contract follows the loop into the session that takes it over: the hook runs what the user typed', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=true"', 'true');
  takeOver(root);
  expect((await stopNext(root)).stdout).toContain('verified | seen by the hook: tests');
});

test('a take-over sheds nothing of the contract, whoever made it', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=npm test"', 'true');
  await rehearse(root);
  takeOver(root);
  const { stdout } = await stopNext(root);
  expect(stdout).toContain('Ended | claimed');
  expect(stdout).toContain('the loop lacks what the user typed: tests=npm test');
});

test('a take-over gains nothing: another check than the typed one is not run', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=true"', 'touch ran');
  takeOver(root);
  await stopNext(root);
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

test('a loop that is taken over does not stand in for the one that its new session owes', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=true"', 'true');
  takeOver(root);
  await startTyped(root, 'then this --check "tests=false"', 'false');
  archiveRun({ root, sessionId: SESSION });
  const path = runPath(root, NEXT_SESSION);
  const back = claimRun({ root, path, sessionId: SESSION, at: Date.now() });
  if (back.status === 'claimed') back.opened.close();
  expect((await stop(root)).stdout).toContain('is gone, or was left unproved');
});

test('/loop:approve in the new session ends the contract there: the checks of the loop count', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=npm test"', 'true');
  takeOver(root);
  await approve(root, 'tests', {}, NEXT_SESSION);
  expect((await stopNext(root)).stdout).toContain('verified | seen by the hook: tests');
});

test('a loop in place of a deleted one that the user started is no proof, until they start another', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=false"', 'false');
  rmSync(join(root, '.loop'), { recursive: true });
  startIn(root, SESSION, { criteria: [{ name: 'tests', check: { command: 'true' } }] });
  await rehearse(root);
  expect((await stop(root)).stdout).toContain('is gone, or was left unproved');
  await startTyped(root, 'mend it --check "tests=true"', 'true');
  expect((await stop(root)).stdout).toContain('verified | seen by the hook: tests');
});

test('remembers what is typed after /loop:start, outside the project', async () => {
  const root = createProjectFolder();
  const input = {
    session_id: SESSION,
    cwd: root,
    hook_event_name: 'UserPromptExpansion',
    command_name: 'loop:start',
    command_args: 'mend it --check "tests=echo typed"',
  };
  await runHook(['UserPromptExpansion'], `${JSON.stringify(input)}\n`, { ...ENV, CLAUDE_PROJECT_DIR: root });
  const place = { root, sessionId: SESSION };
  const check = { command: 'echo typed' };
  expect(readConsent(place, ENV).isAgreed({ name: 'tests', check })).toBe(true);
  expect(readConsent(place, ENV).isAgreed({ name: 'other', check })).toBe(false);
  expect(readConsent({ root, sessionId: 'another' }, ENV).isAgreed({ name: 'tests', check })).toBe(false);
  chmodSync(newestIn(ENV.XDG_STATE_HOME), 0o666);
  expect(readConsent(place, ENV).isAgreed({ name: 'tests', check })).toBe(false);
});

test('keeps the draft where the state folder can not be written', async () => {
  const root = createProjectFolder();
  const state = join(root, 'a-file');
  writeFileSync(state, '');
  const input = {
    session_id: SESSION,
    cwd: root,
    hook_event_name: 'UserPromptExpansion',
    command_name: 'loop:start',
    command_args: 'mend it --check "tests=echo typed"',
  };
  const env = { ...ENV, XDG_STATE_HOME: state, CLAUDE_PROJECT_DIR: root };
  const { code } = await runHook(['UserPromptExpansion'], `${JSON.stringify(input)}\n`, env);
  expect(code).toBe(0);
  const opened = openAnyRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.close();
  expect(opened.run.frames[0]?.spec).toBe('mend it --check "tests=echo typed"');
});

/** The file that was written last in the state folder. */
function newestIn(state: string): string {
  const folder = join(state, 'loopwright/contracts');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
  return files.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0] ?? folder;
}

/** The user types /loop:approve. */
const approve = (root: string, words = '', env: Readonly<Record<string, string>> = {}, session = SESSION) =>
  runHook(
    ['UserPromptExpansion'],
    `${JSON.stringify({ session_id: session, cwd: root, command_name: 'loop:approve', command_args: words })}\n`,
    { ...ENV, CLAUDE_PROJECT_DIR: root, ...env },
  );

/** A project whose loop has checks that Claude chose. */
function projectOfClaude(...commands: readonly string[]): string {
  const root = createProjectFolder();
  startIn(root, SESSION, {
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
  const { stdout } = await approve(root);
  const text =
    '[LOOP] Approved: check 1 (touch ran). The stop hook runs this check itself when Claude says that the work is done.';
  expect(JSON.parse(stdout)).toEqual({
    hookSpecificOutput: { hookEventName: 'UserPromptExpansion', additionalContext: text },
    systemMessage: text,
  });
  expect(frameOf(root)?.criteria[0]).toMatchObject({ by: 'user', check: { by: 'user' } });
  expect(existsSync(join(root, 'ran'))).toBe(false);
  await stop(root);
  expect(existsSync(join(root, 'ran'))).toBe(true);
});

test.each([
  ['check 2', ['claude', 'user', 'claude']],
  ['"check 2" \'check 3\'', ['claude', 'user', 'user']],
])('only what the user names is approved: %s', async (words, by) => {
  const root = projectOfClaude('true', 'echo two', 'echo three');
  await approve(root, words);
  expect(frameOf(root)?.criteria.map(({ check }) => check?.by)).toEqual(by);
});

test('an unknown name approves nothing, and says so', async () => {
  const root = projectOfClaude('touch ran');
  const { stdout } = await approve(root, 'lint');
  expect(stdout).toContain('There is no such criterion with a check or of this name');
  expect(frameOf(root)?.criteria[0]?.by).toBe('claude');
});

test('without a loop there is nothing to approve', async () => {
  const root = createProjectFolder();
  expect((await approve(root)).stdout).toContain('[LOOP] There is no loop in this session.');
});

test('an approval that can not be remembered is said, and the hook runs nothing', async () => {
  const root = projectOfClaude('touch ran');
  const state = join(root, 'a-file');
  writeFileSync(state, '');
  const { stdout } = await approve(root, '', { XDG_STATE_HOME: state });
  expect(stdout).toContain('[LOOP] The stop hook will not run these checks');
  await stop(root, { XDG_STATE_HOME: state });
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

test.runIf(process.platform === 'linux').each([
  ['piped into it', 'cat input | "$NODE" "$HOOK" Stop; :'],
  ['in place of the shell, from a file', 'exec "$NODE" "$HOOK" Stop < input'],
  ['in place of the shell, from another process', 'exec "$NODE" "$HOOK" Stop < <(cat input)'],
])('a stop that a shell of Claude makes runs no check, %s', async (_, script) => {
  const root = projectWith('echo all green');
  await rehearse(root);
  const folder = createProjectFolder('shell');
  writeFileSync(join(folder, 'input'), claim(root));
  const isPiped = script.startsWith('cat');
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
      ...(isPiped && { CLAUDE_CODE_SESSION_ID: SESSION }),
    },
  });
  expect(stdout).not.toContain('seen by the hook');
  expect(frameOf(root)?.criteria[0]?.evidence?.witness).not.toBe('hook');
});

test('a hook that is only tried answers as it would, and records nothing; --really marks what it records', async () => {
  const root = projectWith('echo all green');
  await rehearse(root);
  const env = { ...ENV, CLAUDE_PROJECT_DIR: root };
  const before = readFileSync(runPath(root, SESSION), 'utf8');
  const tried = await runHook(['Stop', '--try'], claim(root), env);
  expect(tried.stdout).toContain('made by hand');
  expect(readFileSync(runPath(root, SESSION), 'utf8')).toBe(before);

  await runHook(['Stop', '--really'], claim(root), env);
  const after = readFileSync(runPath(root, SESSION), 'utf8').slice(before.length);
  expect(after).toContain('"isByHand":true');
  expect(after).not.toContain('seen by the hook');
});

/** The user types a start while a loop is on. */
async function typeBeside(root: string, words: string): Promise<void> {
  const typed = { hook_event_name: 'UserPromptExpansion', command_name: 'loop:start', command_args: words };
  const input = { session_id: SESSION, cwd: root, ...typed };
  await runHook(['UserPromptExpansion'], `${JSON.stringify(input)}\n`, { ...ENV, CLAUDE_PROJECT_DIR: root });
}

/** Claude starts the next loop with this check. */
function startNext(root: string, command: string): void {
  expect(archiveRun({ root, sessionId: SESSION }).status).toBe('archived');
  startIn(root, SESSION, {
    runId: 'run-2',
    criteria: [{ name: 'tests', check: { command, by: 'user' }, by: 'user' }],
  });
}

test('a start that is typed beside a loop is the contract of the next one, and leaves this one alone', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=true"', 'true');
  await typeBeside(root, 'then this --check "tests=npm test"');
  expect((await stop(root)).stdout).toContain('verified | seen by the hook: tests');

  startNext(root, 'true');
  await rehearse(root);
  expect((await stop(root)).stdout).toContain('the loop lacks what the user typed: tests=npm test');
});

test('a loop that fulfils what was typed beside the one before ends as verified', async () => {
  const root = createProjectFolder();
  await startTyped(root, 'mend it --check "tests=true"', 'true');
  await typeBeside(root, 'then this --check "tests=echo fine"');
  startNext(root, 'echo fine');
  expect((await stop(root)).stdout).toContain('verified | seen by the hook: tests');
});
