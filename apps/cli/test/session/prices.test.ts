import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openRun, startRun, writeUsageMemory } from '@loopwright/store';
import { foldUsage, NO_USAGE, parseEntries } from '@loopwright/transcript';
import { expect, test } from 'vitest';
import { unpricedLines } from '../../src/answers/unpriced-lines.ts';
import { examinePrices } from '../../src/verbs/doctor/examinations.ts';
import { tempFolder } from '../support/temp-folder.ts';

const POEM = { models: { 'poem-1': { input: 1, output: 2 } } };

function writePrices(config: string, prices: unknown): { readonly XDG_CONFIG_HOME: string } {
  const path = join(config, 'loopwright/prices.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(prices));
  return { XDG_CONFIG_HOME: config };
}

function levelsOf(findings: ReturnType<typeof examinePrices>): readonly string[] {
  return findings.map(({ level }) => level);
}

test('status names a model without a price, until the user sets one', () => {
  const root = tempFolder();
  const address = { root, sessionId: 's' };
  startRun(address, { type: 'start', at: Date.now(), runId: 'r', session: 's', frameId: 'f', spec: 'x' });
  const message = { id: 'm', role: 'assistant', model: 'poem-1', content: [], usage: { input_tokens: 5 } };
  const usage = foldUsage(NO_USAGE, parseEntries([JSON.stringify({ type: 'assistant', message })]));
  writeUsageMemory(address, { usage, cursors: {} });
  const opened = openRun(address);
  if (opened.status !== 'open') throw new Error(opened.status);
  expect(unpricedLines(opened, { HOME: tempFolder() })).toEqual([
    'No price of its own: poem-1, counted as claude-opus-5. Set one in prices.json: loop doctor',
  ]);
  expect(unpricedLines(opened, writePrices(tempFolder(), POEM))).toEqual([]);
  writeUsageMemory(address, { usage: { buckets: 'none' } });
  expect(unpricedLines(opened, {})).toEqual([]);
  opened.close();
});

test('doctor says of which day the prices are, and what is wrong with the own ones', () => {
  const root = tempFolder();
  const none = examinePrices({ HOME: tempFolder() }, root);
  expect(none).toEqual([
    expect.objectContaining({ found: expect.stringMatching(/^of \d{4}-\d\d-\d\d \(@/) }),
  ]);
  expect(levelsOf(examinePrices(writePrices(tempFolder(), POEM), root))).toEqual(['sound', 'sound']);
  const wrong = examinePrices(writePrices(tempFolder(), { models: { poem: { input: -1 } } }), root);
  expect(wrong[1]).toMatchObject({
    level: 'doubtful',
    found: expect.stringContaining('poem: input is no price'),
  });
  const inside = examinePrices(writePrices(join(root, 'config'), POEM), root);
  expect(inside[1]).toMatchObject({ found: expect.stringContaining('inside of the project') });
});
