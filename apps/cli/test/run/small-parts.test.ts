import { transcriptPathOf } from '../../src/place/transcript-path.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeArtifacts } from '../../src/run/artifacts.ts';
import { begunMark, spentOf, unbilledSession } from '../../src/run/bill.ts';
import { withEnvironment } from '../../src/run/env-limits.ts';
import { beginLine, endLine, minuteLine } from '../../src/run/watch-lines.ts';
import { createClientReader } from '../../src/run/client-reader.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { runAfter } from './support.ts';

test('the environment stands in for flags that nobody typed', () => {
  const env = { LOOP_BUDGET: '7.5', LOOP_MAX_ITERATIONS: 'unlimited', LOOP_SHAPE: 'tool', LOOP_OTHER: 'x' };
  expect(withEnvironment({}, env)).toEqual({ budget: 7.5, iterations: null, shape: 'tool' });
  expect(withEnvironment({ budget: 1, iterations: 2 }, env)).toEqual({
    budget: 1,
    iterations: 2,
    shape: 'tool',
  });
  expect(withEnvironment({}, { LOOP_BUDGET: '' })).toEqual({});
  expect(() => withEnvironment({}, { LOOP_SHAPE: 'round' })).toThrow('LOOP_SHAPE takes one of tool');
});

test('a client is paid for once, and only the one that was begun', () => {
  const bill = { usd: 2, tokens: 10 };
  const begun = {
    type: 'observe',
    tools: 0,
    spent: { usd: 0, tokens: 0, from: '', to: begunMark('s') },
  } as const;
  expect(unbilledSession(runAfter(begun).usageMark)).toBe('s');
  const pay = { type: 'observe', tools: 0, spent: spentOf(bill, 's') } as const;
  const paid = runAfter(begun, pay, pay, { ...pay, spent: spentOf(bill, 'another') });
  expect(paid.frames[0]?.spend).toEqual(bill);
  expect(unbilledSession(paid.usageMark)).toBeUndefined();
});

test('a transcript is looked for where the client keeps it', () => {
  const path = transcriptPathOf({ CLAUDE_CONFIG_DIR: '/c' }, '/home/a b/p.1', 's-1');
  expect(path).toBe('/c/projects/-home-a-b-p-1/s-1.jsonl');
});

test('the artifacts hold the receipts of this run and of no other', () => {
  const root = tempFolder();
  mkdirSync(join(root, '.loop'));
  writeFileSync(join(root, '.loop/iterations.jsonl'), '{"frame":"frame-1","n":1}\n{"frame":"other"}\ntorn');
  const folder = join(root, 'kept/here');
  expect(writeArtifacts(root, runAfter(), folder)).toEqual({ folder });
  expect(readFileSync(join(folder, 'iterations.jsonl'), 'utf8')).toBe('{"frame":"frame-1","n":1}\n');
  expect(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'))).toMatchObject({ iteration: 0 });
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('# Loop summary');
});

test('artifacts that can’t be written are an answer', () => {
  const root = tempFolder();
  writeFileSync(join(root, 'file'), '');
  expect(writeArtifacts(root, runAfter(), join(root, 'file'))).toEqual({ failure: 'EEXIST' });
});

test('people who watch read where it stands, in plain lines', () => {
  const run = runAfter({ type: 'stop', isHeadless: true });
  const reader = createClientReader();
  const verdict = { kind: 'allow', rule: 'done' } as const;
  expect(beginLine(run, 's-1')).toBe(
    '[LOOP] Iteration 1/10 | Cost: $0.00/$25 | Step: write it | Session: s-1',
  );
  expect(minuteLine(run, reader, 61_000)).toBe('[LOOP] … iteration 1 goes on for 1m 1s: 0 tool calls');
  expect(endLine(run, { number: 1, usd: 0.5, verdict, timeMs: 2000 })).toBe(
    '[LOOP] Iteration 1 over after 2s | Cost: $0.50 | Criteria: 0/1 | ends: done',
  );
});
