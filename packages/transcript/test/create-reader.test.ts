import { expect, test } from 'vitest';
import { createReader } from '../src/create-reader.ts';
import * as parser from '../src/remark.ts';

const SIGNAL = '<loop-done>COMPLETE</loop-done>';
const STATUS = '---LOOP_STATUS---\nNEXT: `a`\n---END_STATUS---';

test('a reader answers each message independently of earlier ones', () => {
  const reader = createReader(() => parser);
  const fenced = `\`\`\`\n\n${SIGNAL}\n\n${STATUS}\n\`\`\`\n`;
  for (let times = 0; times < 2; times += 1) {
    expect(reader.detectSignals(`a\n\n${SIGNAL}\n\n${STATUS}`)).toHaveLength(1);
    expect(reader.parseStatusBlock(`a\n\n${SIGNAL}\n\n${STATUS}`)).toMatchObject({ line: 5, next: '`a`' });
    expect(reader.detectSignals(fenced)).toEqual([]);
    expect(reader.parseStatusBlock(fenced)).toBeUndefined();
    expect(reader.parseStatusBlock(STATUS)).toMatchObject({ line: 1 });
    expect(reader.detectSignals(SIGNAL, { mode: 'grind' })).toEqual([]);
  }
});

test('a reader loads its parser only for an unsure section, and bounds its input', () => {
  let loaded = 0;
  const reader = createReader(() => {
    loaded += 1;
    return parser;
  });
  expect(reader.detectSignals(`Done.\n${SIGNAL}`)).toHaveLength(1);
  expect(reader.detectSignals(`${'*a '.repeat(5_000)}\n${SIGNAL}`)).toEqual([]);
  expect(loaded).toBe(0);
  expect(reader.detectSignals(`- ${SIGNAL}\n\n*Done.*\n${SIGNAL}`)).toHaveLength(2);
  expect(loaded).toBe(1);
});
