import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimRun, runPath } from '@loopwright/store';
import { expect, test } from 'vitest';
import { driveRun } from '../src/drive-run.ts';
import { COMPLETE, failing, printing, saying, standIn } from './support/stand-in.ts';

test('drives until the stop table lets go, one fresh client per iteration, and counts every cost', async () => {
  const project = standIn([saying('Half done.'), COMPLETE]);
  const { ended, run, artifacts } = await driveRun(project.options());
  expect({ ended, status: run.status, usd: run.frames[0]?.spend.usd, artifacts }).toEqual({
    ended: 'over',
    status: 'completed',
    usd: 0.5,
    artifacts: null,
  });
  expect(project.prompts()).toHaveLength(2);
  expect(project.prompts()[1]).toContain('[LOOP] Iteration 2/');
  expect(project.progress.map(({ kind }) => kind)).toEqual(['begun', 'decided', 'begun', 'decided']);
  const receipts = readFileSync(join(project.root, '.loop/iterations.jsonl'), 'utf8').trim().split('\n');
  expect(receipts.map((line) => (JSON.parse(line) as { readonly rule?: unknown }).rule)).toEqual([
    'continue',
    'continue',
    'done',
  ]);
});

test('runs the checks of the user at a claim, and is their witness', async () => {
  const check = { command: 'test -f made', by: 'user' } as const;
  const project = standIn([COMPLETE, `touch made\n${COMPLETE}`], {
    criteria: [{ name: 'tests', by: 'user', check }],
  });
  const { run } = await driveRun(project.options());
  expect(run.ending).toMatchObject({ kind: 'verified', seen: { driver: ['tests'] } });
  expect(project.prompts()).toHaveLength(2);
});

test('never runs a check of Claude', async () => {
  const project = standIn([COMPLETE], {
    criteria: [{ name: 'tests', check: { command: 'touch ran' } }],
    limits: { iterations: 1 },
  });
  const { run } = await driveRun(project.options());
  expect({ status: run.status, ran: existsSync(join(project.root, 'ran')) }).toEqual({
    status: 'paused',
    ran: false,
  });
});

test('records the tools of a client while it works', async () => {
  const call = { type: 'tool_use', id: 't', name: 'Edit', input: { file_path: 'a.ts' } };
  const project = standIn([
    printing({ type: 'assistant', message: { id: 'm', content: [call] } }) +
      printing({
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
      }) +
      COMPLETE,
  ]);
  const { run } = await driveRun(project.options({ artifacts: join(project.root, 'artifacts') }));
  expect(run.status).toBe('completed');
  expect(project.progress).toContainEqual({
    kind: 'act',
    number: 1,
    tool: 'Edit',
    target: 'a.ts',
    isRefused: false,
    bill: { usd: 0, tokens: 0 },
  });
  const [receipt = ''] = readFileSync(join(project.root, 'artifacts/iterations.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .slice(-1);
  expect(JSON.parse(receipt)).toMatchObject({ tools: 1, files: ['a.ts'] });
});

test('a server error is retried once; the second in a row pauses the run', async () => {
  const project = standIn([failing(500), failing(529)]);
  const { ended, run } = await driveRun(project.options());
  expect({ ended, run }).toMatchObject({
    ended: 'over',
    run: { status: 'paused', ending: { cause: { failure: 'transient', reason: 'API Error: 529' } } },
  });
  expect(project.prompts()).toHaveLength(2);
});

test('a line of more than 64 MB ends the client and pauses the run with a clear reason', async () => {
  const project = standIn([`head -c 70000000 /dev/zero | tr '\\0' x\n${COMPLETE}`]);
  const { run } = await driveRun(project.options());
  expect(run).toMatchObject({
    status: 'paused',
    ending: { cause: { failure: 'unknown', reason: 'the client printed a line of more than 64 MB' } },
  });
});

test('an abort interrupts the client, pauses the run, and a resume continues it', async () => {
  const stop = new AbortController();
  const project = standIn(['trap "exit 0" INT\nwhile :; do sleep 0.05; done\n', COMPLETE]);
  const options = project.options({ signal: stop.signal }, ({ kind }) => {
    if (kind !== 'begun') return;
    // A client that reads its prompt is running.
    const polling = setInterval(() => {
      if (project.prompts().length === 0) return;
      clearInterval(polling);
      stop.abort();
    }, 10);
  });
  const { ended, run } = await driveRun(options);
  expect({ ended, run }).toMatchObject({
    ended: 'interrupted',
    run: { status: 'paused', ending: { cause: { kind: 'hand', reason: 'interrupted' } } },
  });
  const again = await driveRun(project.resumed(run.session));
  expect(again).toMatchObject({ ended: 'over', run: { id: run.id, status: 'completed' } });
});

test('a run that another session takes over ends with the code "lost", and the artifacts are still written', async () => {
  const project = standIn([saying('Half done.')]);
  const artifacts = join(project.root, 'artifacts');
  const options = project.options({ artifacts }, (step) => {
    if (step.kind !== 'begun') return;
    const path = runPath(project.root, step.sessionId);
    const claimed = claimRun({ root: project.root, path, sessionId: 'thief', at: Date.now() });
    if (claimed.status === 'claimed') claimed.opened.close();
  });
  await expect(driveRun(options)).rejects.toMatchObject({ name: 'DriverError', code: 'lost' });
  expect(readFileSync(join(artifacts, 'summary.md'), 'utf8')).toContain('# Loop summary');
});

test('a run that refuses to resume ends with the code "rejected" and says why', async () => {
  const project = standIn([saying('Half done.')], { limits: { budgetUsd: 0.1 } });
  const { run } = await driveRun(project.options());
  expect(run.ending).toMatchObject({ kind: 'paused', cause: { limit: 'budgetUsd' } });
  await expect(driveRun(project.resumed(run.session))).rejects.toMatchObject({
    code: 'rejected',
    rejected: { code: 'spent-up' },
    run: { id: run.id },
  });
});
