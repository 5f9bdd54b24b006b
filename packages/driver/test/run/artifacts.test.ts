import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeArtifacts } from '../../src/run/artifacts.ts';
import { runAfter } from '../support/run-after.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('the artifacts hold the receipts of this run alone', () => {
  const root = tempFolder();
  mkdirSync(join(root, '.loop'));
  writeFileSync(join(root, '.loop/iterations.jsonl'), '{"frame":"frame-1","n":1}\n{"frame":"other"}\ntorn');
  const folder = join(root, 'kept/here');
  expect(writeArtifacts(root, runAfter(), folder)).toBeUndefined();
  expect(readFileSync(join(folder, 'iterations.jsonl'), 'utf8')).toBe('{"frame":"frame-1","n":1}\n');
  expect(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'))).toMatchObject({ iteration: 0 });
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('# Loop summary');
});

test('artifacts that can’t be written are an answer, not an exception', () => {
  const root = tempFolder();
  writeFileSync(join(root, 'file'), '');
  expect(writeArtifacts(root, runAfter(), join(root, 'file'))).toBe('EEXIST');
});
