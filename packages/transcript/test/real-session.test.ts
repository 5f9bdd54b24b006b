import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  detectSignals,
  lastAssistantText,
  parseEntries,
  priceUsage,
  summarizeToolCalls,
  toolCallsOf,
} from '../src/index.ts';
import { followUsage, readTail } from '../src/node.ts';

// Written by the client 2.1.326 itself against a scripted model: two tools that fail alike, a file with a signal
// in it, an agent that says one, a Stop hook that continues once. Prompts of the client's own were taken out.
const path = join(import.meta.dirname, 'fixtures', 'session', 'real-client.jsonl');
const lines = readFileSync(path, 'utf8').split('\n');

describe('a session that the real client wrote', () => {
  test('has the cost that the client reports, its agent included', () => {
    const reported = lines
      .map((line) => (line === '' ? {} : JSON.parse(line)) as Record<string, unknown>)
      .find(({ type }) => type === 'cost-state');
    const { usage } = followUsage(path);
    expect(priceUsage(usage).costUsd).toBeCloseTo(Number(reported?.['totalCostUSD']), 10);
    expect(priceUsage(usage).tokens).toMatchObject({
      input: 2_148,
      output: 323,
      cacheRead: 16_000,
      cacheWrite5m: 2_400,
      cacheWrite1h: 320,
    });
    expect(priceUsage(usage).unknownModels).toEqual([]);
  });

  test('ends with what Claude said last', () => {
    const text = lastAssistantText(parseEntries(readTail(path)?.lines ?? []));
    expect(detectSignals(text ?? '')).toEqual([
      { kind: 'loop-complete', value: 'All success criteria satisfied:\n- tests pass: ✓', line: 3 },
    ]);
  });

  test('says nothing at any moment before that, wherever its file ends', () => {
    const whole = lines.join('\n');
    const said = whole.indexOf('<loop-complete>');
    for (let end = 0; end < said; end += 97) {
      const text = lastAssistantText(parseEntries(whole.slice(0, end).split('\n')));
      expect(detectSignals(text ?? '')).toEqual([]);
    }
  });

  test('holds one error twice, and one edit', () => {
    const calls = toolCallsOf(parseEntries(lines));
    expect(calls.map(({ name }) => name).sort()).toEqual(['Agent', 'Bash', 'Bash', 'Bash', 'Write']);
    const facts = summarizeToolCalls(calls);
    expect(Object.fromEntries(facts.filesEdited)).toEqual({ '/home/u/project/out.md': 1 });
    expect(facts.errors).toHaveLength(2);
    expect(new Set(facts.errors.map(({ signature }) => signature)).size).toBe(1);
  });
});
