import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReader } from '../dist/quick.js';
import * as parser from '../dist/remark.js';

const SIGNAL = '<loop-done>COMPLETE</loop-done>';
const dist = join(import.meta.dirname, '..', 'dist');

/** Every module that a built file imports, its own chunks followed. */
function importsOf(file: string, seen = new Set<string>()): Set<string> {
  const source = readFileSync(file, 'utf8');
  for (const [, name] of source.matchAll(/from\s*"([^"]+)"|import\s*"([^"]+)"/g)) {
    if (name === undefined || seen.has(name)) continue;
    seen.add(name);
    if (name.startsWith('.')) importsOf(join(dirname(file), name), seen);
  }
  return seen;
}

describe('the quick part', () => {
  test('imports no Markdown parser, as built', () => {
    const foreign = [...importsOf(join(dist, 'quick.js'))].filter((name) => !name.startsWith('.'));
    expect(foreign).toEqual(['micromark-util-html-tag-name']);
    expect([...importsOf(join(dist, 'remark.js'))]).toContain('unified');
  });

  test('loads a parser at most once a message, and only for one that needs it', () => {
    let loads = 0;
    const reader = createReader(() => {
      loads += 1;
      return parser;
    });
    expect(reader.detectSignals(`Done.\n\n${SIGNAL}`)).toHaveLength(1);
    expect(reader.detectSignals('Nothing here.')).toEqual([]);
    expect(loads).toBe(0);
    expect(reader.detectSignals(`- ${SIGNAL}\n\n\`x\`\n${SIGNAL}\n\n\`y\`\n${SIGNAL}`)).toHaveLength(3);
    expect(loads).toBe(1);
  });
});
