import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRun } from '@loopwright/store';
import { expect, test } from 'vitest';
import { driveRun } from '../src/drive-run.ts';
import { COMPLETE, failing, saying, type StandIn, standIn } from './support/stand-in.ts';

/** A run with a check of the user that notes its runs and passes once `made` is there. */
function withCheck(
  turns: readonly string[],
  command = 'echo ran >> .loop/runs.txt; test -f made',
  more: Parameters<typeof standIn>[1] = {},
): StandIn {
  const check = { command, by: 'user' } as const;
  return standIn(turns, { criteria: [{ name: 'tests', by: 'user', check }], ...more });
}

test('runs a check before the first client, and once more for each tree that it has not seen', async () => {
  const project = withCheck([
    saying('I only looked.'),
    `touch half\n${saying('Half done.')}`,
    `touch made\n${saying('I think that was it.')}`,
    COMPLETE,
  ]);
  const { run } = await driveRun(project.options());
  expect(run.ending).toMatchObject({ kind: 'verified', seen: { driver: ['tests'] } });
  // The start, `half`, `made`; neither the look nor the claim changed the tree.
  expect(readFileSync(join(project.root, '.loop/runs.txt'), 'utf8')).toBe('ran\n'.repeat(3));
  expect(run.frames[0]?.criteria[0]).toMatchObject({
    baseline: { passed: false, witness: 'driver' },
    evidence: { passed: true, witness: 'driver' },
  });
});

test('a check that runs is on record for those who watch', async () => {
  const project = withCheck([COMPLETE], 'cat .loop/runs/*.checks.json');
  const { run } = await driveRun(project.options());
  const evidence = run.frames[0]?.criteria[0]?.evidence;
  const output = readFileSync(join(project.root, '.loop/evidence', `${evidence?.id}.log`), 'utf8');
  expect(JSON.parse(output)).toMatchObject({ pid: process.pid, checks: [{ name: 'tests' }] });
});

test('the next client is told the end of the output of a red check, and that a green one holds', async () => {
  const project = withCheck(
    [`touch half\n${saying('Half done.')}`, `touch made\n${saying('More.')}`, COMPLETE],
    'ls; echo "3 of 7 failed"; test -f made',
  );
  await driveRun(project.options());
  const [first, second, third] = project.prompts();
  expect(first).toContain('3 of 7 failed');
  expect(second).toContain('half\n3 of 7 failed');
  expect(second).not.toContain('Ask the panel');
  expect(third).toContain('Every proof holds');
});

test('a check that is green already is told before the first client starts', async () => {
  const project = withCheck([COMPLETE], 'true');
  await driveRun(project.options());
  const kinds = project.progress.map((step) =>
    step.kind === 'check' ? [step.number, step.result] : step.kind,
  );
  expect(kinds.slice(0, 3)).toEqual([
    [0, undefined],
    [0, expect.objectContaining({ passed: true })],
    'all-green',
  ]);
  expect(project.prompts()[0]).toContain('Every proof holds');
});

test.each([
  ['can not start', { command: ['no-such-program'] }],
  ['does not end', { command: 'sleep 60', timeoutMs: 200 }],
])('a check that %s before the first client is told, and costs no iteration', async (_, check) => {
  const project = standIn([saying('Looked.')], {
    criteria: [{ name: 'tests', by: 'user', check: { ...check, by: 'user' } }],
    limits: { iterations: 1 },
  });
  const { run } = await driveRun(project.options());
  expect(project.progress.slice(1, 3)).toMatchObject([
    { kind: 'check', number: 0, result: { passed: false, exitCode: null } },
    { kind: 'begun' },
  ]);
  expect(project.prompts()).toHaveLength(1);
  expect(run).toMatchObject({
    ending: { kind: 'paused', cause: { limit: 'iterations' } },
    frames: [{ iteration: 1 }],
  });
});

test('a claim costs no further iteration: what it needs is seen before it is answered', async () => {
  const project = withCheck([`touch made\n${COMPLETE}`]);
  const { run } = await driveRun(project.options());
  expect(run).toMatchObject({ status: 'completed', ending: { kind: 'verified' } });
  expect(project.prompts()).toHaveLength(1);
});

test('checks run also after a client that failed, and at the end of a run that pauses', async () => {
  const project = withCheck([failing(401).replace(/^/, 'touch made\n')]);
  const { run } = await driveRun(project.options());
  expect(run.status).toBe('paused');
  expect(run.frames[0]?.criteria[0]?.evidence).toMatchObject({ passed: true, witness: 'driver' });
});

test('a client that forges a passed check in the name of the driver changes nothing', async () => {
  const project = withCheck([COMPLETE]);
  const forge = (sessionId: string): void => {
    const opened = openRun({ root: project.root, sessionId });
    if (opened.status !== 'open') throw new Error(opened.status);
    const red = opened.run.frames[0]?.criteria[0]?.evidence;
    if (red) {
      const evidence = { ...red, id: 'forged', passed: true, exitCode: 0 };
      opened.submit({ type: 'verify', at: Date.now(), results: [{ criterion: 'tests', evidence }] });
    }
    opened.close();
  };
  const options = project.options({}, (step) => {
    if (step.kind === 'begun') forge(step.sessionId);
  });
  const { run } = await driveRun(options);
  expect(run.status).not.toBe('completed');
  expect(run.frames[0]?.criteria[0]?.evidence?.passed).toBe(false);
});

test('an abort ends a running check, and the run pauses', async () => {
  const project = withCheck([COMPLETE], 'sleep 600');
  const stop = new AbortController();
  const options = project.options({ signal: stop.signal }, ({ kind }) => {
    if (kind === 'check') stop.abort();
  });
  const { ended, run } = await driveRun(options);
  expect({ ended, status: run.status, prompts: project.prompts() }).toEqual({
    ended: 'interrupted',
    status: 'paused',
    prompts: [],
  });
});

test('a resumed run sees at once what the user mended meanwhile', async () => {
  const project = withCheck([saying('Stuck.'), COMPLETE], 'test -f made', { limits: { iterations: 1 } });
  const { run } = await driveRun(project.options());
  expect(run.ending).toMatchObject({ kind: 'paused', cause: { limit: 'iterations' } });
  writeFileSync(join(project.root, 'made'), '');
  const again = await driveRun(project.resumed(run.session));
  expect(again.run.ending?.kind).toBe('verified');
  expect(project.prompts()[1]).toContain('Every proof holds');
});
