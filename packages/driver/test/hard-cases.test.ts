import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { writeMemory } from '@loopwright/store';
import { failureOf } from '@loopwright/core';
import { expect, test } from 'vitest';
import { driveRun } from '../src/drive-run.ts';
import { readClientMemory } from '../src/run/ledger.ts';
import { COMPLETE, printing, saying, standIn } from './support/stand-in.ts';

test('a second interruption kills the client without its last words, and the run pauses as after the first', async () => {
  const project = standIn([
    "trap 'touch interrupted' INT\ntrap 'touch asked-to-end' TERM\ntouch ready\nwhile :; do sleep 0.05; done\n",
    COMPLETE,
  ]);
  const [first, second] = [new AbortController(), new AbortController()];
  const options = project.options({ signal: first.signal, atOnce: second.signal });
  const polling = setInterval(() => {
    if (!existsSync(join(project.root, 'ready'))) return;
    clearInterval(polling);
    first.abort();
    second.abort();
  }, 10);
  const { ended, run } = await driveRun(options);
  expect({ ended, status: run.status, asked: existsSync(join(project.root, 'asked-to-end')) }).toEqual({
    ended: 'interrupted',
    status: 'paused',
    asked: false,
  });
  expect(await driveRun(project.resumed(run.session))).toMatchObject({ run: { status: 'completed' } });
});

/** How many bytes are in use, after everything that nobody holds is gone. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a client that floods both outputs disturbs neither its turn nor our memory', async () => {
  const flood = `yes ${'x'.repeat(1000)} | head -c 50000000`;
  const call = { type: 'tool_use', id: 't', name: 'Bash', input: {} };
  const act = printing({ type: 'assistant', message: { id: 'm', content: [call] } });
  const project = standIn([`${flood} >&2\n${flood}\necho\n${act}${COMPLETE}`]);
  let kept = Infinity;
  const options = project.options({}, ({ kind }) => {
    if (kind === 'act') kept = bytesInUse() - before;
  });
  const before = bytesInUse();
  const { run } = await driveRun(options);
  expect(run.status).toBe('completed');
  expect(kept).toBeLessThan(30_000_000);
});

test('a client that prints broken JSON ends in words', async () => {
  const project = standIn(['echo \'{"type":"result","result":"<loop-complete>\'\necho \'{"type":\'\n']);
  const { run } = await driveRun(project.options());
  expect(run).toMatchObject({
    status: 'paused',
    ending: { cause: { failure: 'unknown', reason: 'the client left with exit code 0 and no result' } },
  });
});

test('a client that is gone in the middle of a run ends in words', async () => {
  const project = standIn([`rm "$0"\n${saying('The first one.')}`]);
  const { run } = await driveRun(project.options());
  expect(run?.ending).toMatchObject({
    cause: { failure: 'blocking', reason: 'the client could not be started: ENOENT' },
  });
});

test('a client that is too old is told from one that fails', async () => {
  const project = standIn([
    'case "$*" in *--version*) echo "1.0.33 (Claude Code)" ;; *) echo "error: unknown option" >&2; exit 1 ;; esac\n',
  ]);
  const { run } = await driveRun(project.options());
  expect(failureOf(run.ending)?.reason).toMatch(
    /^Claude Code 1\.0\.33 is too old: update to 2\.1\.163 or later/,
  );
});

test('a deleted work tree ends the drive and does not come back as a folder of artifacts', async () => {
  const project = standIn([`rm -rf "$PWD"\n${COMPLETE}`]);
  const artifacts = join(project.root, '.loop/artifacts');
  await expect(driveRun(project.options({ artifacts }))).rejects.toMatchObject({ code: 'lost' });
  expect(existsSync(project.root)).toBe(false);
});

/** A run with a budget of $4 whose client began, worked and was killed with its driver; `seen` is the driver's memory. */
function killedClient(seen?: { readonly usd: number; readonly tokens: number }) {
  const project = standIn([COMPLETE], { limits: { budgetUsd: 4 } });
  const { opened } = project.options();
  const { run } = opened;
  const began = { usd: 1, tokens: 1, from: '', to: `begun:${run.session}` };
  opened.submit({ type: 'observe', at: Date.now(), tools: 0, spent: began });
  opened.close();
  const address = { root: project.root, runId: run.id, sessionId: run.session };
  if (seen) writeMemory('clients', [project.root, run.id], { ...seen, session: run.session });
  return { project, address };
}

test.each([
  ['its reservation if nothing tells its cost', undefined, { usd: 3, guess: 'reservation' }, 4],
  ['one request if it was killed before its first answer', 0, { usd: 0.5, guess: 'request' }, 1.75],
  ['what the driver saw, even without a transcript', 1.5, undefined, 2.75],
])('an iteration that was killed with its driver is charged %s', async (_, usd, guessed, spent) => {
  const { project, address } = killedClient(usd === undefined ? undefined : { usd, tokens: 9 });
  const { run } = await driveRun(project.resumed(address.sessionId));
  expect(project.progress.filter(({ kind }) => kind === 'charged')).toEqual(
    guessed ? [{ kind: 'charged', ...guessed }] : [],
  );
  expect(run.frames[0]?.spend.usd ?? run.closed[0]?.spend.usd).toBe(spent);
  // A reservation is all that was left of the budget.
  expect(run.status).toBe(usd === undefined ? 'paused' : 'completed');
  expect(project.prompts()).toHaveLength(usd === undefined ? 0 : 1);
});

test('what a driver saw of one client says nothing about another one, or about another folder', () => {
  const { address } = killedClient({ usd: 1.5, tokens: 9 });
  expect(readClientMemory(address.root, address.runId)).toEqual({
    usd: 1.5,
    tokens: 9,
    session: address.sessionId,
  });
  expect(readClientMemory('/elsewhere', address.runId)).toBeUndefined();
});

test('a driver stores what its client costs while the client works', async () => {
  const answer = {
    type: 'assistant',
    message: {
      id: 'one',
      role: 'assistant',
      model: 'claude-opus-5',
      content: [{ type: 'text', text: 'On my way.' }],
      usage: { input_tokens: 100_000, output_tokens: 0 },
    },
  };
  const project = standIn([`${printing(answer)}while :; do sleep 0.05; done\n`]);
  const stop = new AbortController();
  const options = project.options({ signal: stop.signal });
  const { id } = options.opened.run;
  const driving = driveRun(options);
  const seen = expect.poll(() => readClientMemory(project.root, id));
  await seen.toMatchObject({ usd: 0.5, tokens: 100_000 });
  stop.abort();
  await driving;
});
