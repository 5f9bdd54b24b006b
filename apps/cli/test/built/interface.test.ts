import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { textWidth } from '@loopwright/core';
import { verbs } from '../../src/verbs.ts';
import { expectFile } from '../support/expect-file.ts';
import { bareEnv, createLoop, createProject, LOOP } from '../support/project.ts';

describe('help', () => {
  test('lists every verb', async () => {
    const project = createProject();
    const { code, stdout } = await project.loop(['help']);
    expect(code).toBe(0);
    expectFile('help.txt', stdout);
    expect((await project.loop([])).stdout).toBe(stdout);
    expect((await project.loop(['--help'])).stdout).toBe(stdout);
  });

  // The reference of the documentation holds the words of every other verb.
  test.each(['start', 'help'])('says everything about %s, with an example', async (name) => {
    const { code, stdout } = await createProject().loop([name, '--help']);
    expect(code).toBe(0);
    expectFile(`help-${name}.txt`, stdout);
  });

  test('fits forty columns', async () => {
    const project = createProject();
    for (const args of [['help'], ['help', 'start'], ['help', 'verify']]) {
      const { stdout } = await project.loop(args, { env: { COLUMNS: '40' } });
      expect(stdout.split('\n').filter((line) => textWidth(line) > 40)).toEqual([]);
    }
    expectFile('help-40-columns.txt', (await project.loop(['help'], { env: { COLUMNS: '40' } })).stdout);
  });

  test('answers programs too', async () => {
    const answer = await createProject().json('help');
    expect('verbs' in answer && Object.keys(answer.verbs as object)).toEqual(Object.keys(verbs));
    expect(await createProject().json('help', ['start'])).toMatchObject({ verb: 'start' });
  });
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await createProject().loop(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('usage errors suggest a correction and a next command', async () => {
  const project = await createLoop(['--criteria', 'docs updated', '--steps', 'a']);
  const calls = [
    ['strat', 'it'],
    ['fix', 'the', 'app'],
    ['resume'],
    ['status', '--jsno'],
    ['--wat'],
    ['start', '--budget'],
    ['start', '--budget', 'lots'],
    ['start', '--shape=round'],
    ['verify', '--jobs', 'many'],
    ['verify', 'dosc updated'],
    ['verify'],
    ['step', 'dnoe'],
    ['step', 'done', '9'],
    ['criterion', 'tick'],
    ['criterion', 'tick', 'dosc updated'],
    ['criterion', 'tick', 'docs', '--basis', 'hope'],
    ['signal'],
    ['continue', '--run', 'zzz'],
    ['log', '--limit', '-1'],
    ['completion', 'bash'],
    ['hook', 'Stop'],
    ['help', 'verfy'],
    ['replay', 'nothing.jsonl'],
    ['explain', '--replay', 'nothing.jsonl'],
    ['explain', 'nothing.jsonl'],
    ['statusline', '--install'],
    ['doctor', '--really'],
    ['config', '--install'],
    ['start', '--spec-file', 'nothing.md'],
    ['wave', 'finish'],
    ['stage', 'shape', '--spec-file', 'SPEC.md'],
    ['panel', '3', '--answer', 'Mock the clock'],
  ];
  const told: string[] = [];
  for (const args of calls) {
    const { code, stdout, stderr } = await project.loop(args);
    expect(code).not.toBe(0);
    told.push(`$ loop ${args.join(' ')}\n${stdout}${stderr}[${code}]\n`);
  }
  expectFile(
    'errors.txt',
    told
      .join('\n')
      .replaceAll(project.path, '<project>')
      .replaceAll(/^ {2}[0-9a-f]{8} /gm, '  0123abcd '),
  );
});

describe('JSON', () => {
  test('is what every verb that reads answers with', async () => {
    const project = await createLoop(['--check', 'a=true', '--criteria', 'b', '--steps', 'c']);
    for (const verb of ['status', 'next', 'step', 'criterion', 'explain', 'log', 'doctor'] as const) {
      expect((await project.json(verb)).next, verb).not.toBe(undefined);
    }
    expect((await project.json('score', ['fix auth'])).total).toBeLessThan(5);
  });

  test('is also the form of every error', async () => {
    const project = createProject();
    expect(await project.jsonError(['strat'])).toMatchObject({
      code: 64,
      error: { code: 'usage' },
      next: 'loop help',
    });
    expect(await project.jsonError(['verify'])).toMatchObject({ code: 7, error: { code: 'no-loop' } });
    expect(await project.jsonError(['status', '--jsno'])).toMatchObject({ code: 64 });
  });

  test('has the same error beside an answer that is no success', async () => {
    const project = await createLoop(['--check', 'a=false']);
    expect(await project.json('verify')).toMatchObject({
      error: { code: 'unproved', message: expect.stringMatching(/./), details: [] },
    });
    expect(await project.json('criterion', ['tick', 'a'])).toMatchObject({
      ok: false,
      error: { code: 'error', message: expect.stringContaining('check') },
    });
    expect(await project.json('status')).not.toHaveProperty('error');
  });

  test('is not asked for by a word after two dashes', async () => {
    const project = createProject();
    const { stdout } = await project.loop(['score', '--', 'add', '--json']);
    expect(stdout).toContain('Outcome');
  });
});

describe('colour', () => {
  const escape = '\u001b[';

  test('is not written to a pipe', async () => {
    const project = await createLoop(['--steps', 'a']);
    expect((await project.loop(['status'])).stdout).not.toContain(escape);
  });

  test('follows FORCE_COLOR, unless NO_COLOR or --no-color forbid it', async () => {
    const project = await createLoop(['--steps', 'a']);
    const env = { FORCE_COLOR: '1' };
    expect((await project.loop(['status'], { env })).stdout).toContain(escape);
    expect((await project.loop(['status'], { env: { ...env, NO_COLOR: '1' } })).stdout).not.toContain(escape);
    expect((await project.loop(['status', '--no-color'], { env })).stdout).not.toContain(escape);
    expect((await project.loop(['strat'], { env })).stderr).toContain(escape);
  });
});

describe('forty columns', () => {
  test('hold status, explain and log', async () => {
    const project = await createLoop([
      '--check',
      'all the tests of the whole workspace pass on every supported version=true',
      '--criteria',
      'the documentation of every flag is updated, 文档也要更新',
      '--steps',
      'averyveryverylongstepnamewithoutanyspacesinitatallwhichhastobebroken; b',
    ]);
    await project.loop(['step', 'done']);
    for (const verb of ['status', 'explain', 'log', 'next', 'step', 'criterion', 'doctor']) {
      const { stdout } = await project.loop([verb], { env: { COLUMNS: '40' } });
      const wide = stdout.split('\n').filter((line) => textWidth(line) > 40 && !line.startsWith('Next: '));
      expect([verb, wide]).toEqual([verb, []]);
    }
    const { stdout } = await project.loop(['status'], { env: { COLUMNS: '40' } });
    expectFile('status-40-columns.txt', normalised(stdout));
  });
});

test('a reader that goes away early is no error', async () => {
  const project = await createLoop([
    '--steps',
    Array.from({ length: 500 }, (_, index) => `step ${index}`).join(';'),
  ]);
  const child = spawn('sh', ['-c', `"${process.execPath}" "${LOOP}" status | head -1; echo done`], {
    cwd: project.path,
    env: { ...bareEnv(project.at('..')), CLAUDE_CODE_SESSION_ID: project.session },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  await once(child, 'close');
  expect(printed).toMatch(/^Loop \w+ {2}active\ndone\n$/);
});

/** Ids and times differ with every run. */
function normalised(text: string): string {
  return text.replace(/^Loop \w{8}/, 'Loop 0123abcd').replace(/^Time( +)\S+$/m, 'Time$10s');
}
