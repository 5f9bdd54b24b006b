import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { priceUsage } from '../../src/index.ts';
import { followUsage, subagentTranscripts, type UsageMemory, usageFromNow } from '../../src/node.ts';
import { assistantLine } from '../transcript-lines.ts';
import { ownFolder, transcriptFile } from './transcript-file.ts';

function message(id: string, input: number): string {
  return `${assistantLine({ id, usage: { input_tokens: input, output_tokens: 0 } })}\n`;
}

function addAgent(path: string, name: string, content: string): void {
  const folder = join(dirname(path), 'session', 'subagents');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
}

function inputOf(memory: UsageMemory): number {
  return priceUsage(memory.usage).tokens.input;
}

describe('following the usage of a session', () => {
  test('counts the session and its agents, and each line once', () => {
    const path = transcriptFile(message('a', 1) + message('a', 1));
    addAgent(path, 'agent-1.jsonl', message('b', 10));
    addAgent(path, 'agent-1.meta.json', '{}');
    addAgent(path, 'other.jsonl', message('c', 100));
    const first = followUsage(path);
    expect(inputOf(first)).toBe(11);
    expect(inputOf(followUsage(path, first))).toBe(11);

    appendFileSync(path, message('a', 3) + message('d', 5));
    const kept = JSON.parse(JSON.stringify(first)) as UsageMemory;
    expect(inputOf(followUsage(path, kept))).toBe(18);
  });

  test('keeps the usage when a transcript is cut, and does not count its lines again', () => {
    const path = transcriptFile(message('a', 1) + message('b', 2));
    const first = followUsage(path);
    truncateSync(path, message('a', 1).length);
    expect(inputOf(followUsage(path, first))).toBe(3);
  });

  test('reads at most its limit at once, and continues from there', () => {
    const path = transcriptFile(Array.from({ length: 50 }, (_, index) => message(`m${index}`, 1)).join(''));
    let memory = followUsage(path, undefined, { maxBytes: 1_000 });
    expect(inputOf(memory)).toBeLessThan(50);
    for (let calls = 0; calls < 50; calls += 1) memory = followUsage(path, memory, { maxBytes: 1_000 });
    expect(inputOf(memory)).toBe(50);
  });

  test('reads at most its limit of a transcript that starts over', () => {
    const lines = ['a', 'b', 'c', 'd'].map((id) => message(id, 1));
    const maxBytes = lines[0]?.length ?? 0;
    const path = transcriptFile(lines.join(''));
    const whole = followUsage(path);
    expect(whole.cursors[path]?.offset).toBe(4 * maxBytes);
    writeFileSync(path, ['e', 'f', 'g'].map((id) => message(id, 1)).join(''));
    const first = followUsage(path, whole, { maxBytes });
    expect(first.cursors[path]?.offset).toBe(maxBytes);
    expect(followUsage(path, first, { maxBytes: 2 * maxBytes }).cursors[path]?.offset).toBe(3 * maxBytes);
  });

  test('reads the agents with the rest of the limit', () => {
    const line = message('a', 1);
    const path = transcriptFile(line);
    addAgent(path, 'agent-1.jsonl', message('b', 10));
    expect(inputOf(followUsage(path, undefined, { maxBytes: line.length }))).toBe(1);
    expect(inputOf(followUsage(path, undefined, { maxBytes: 2 * line.length + 1 }))).toBe(11);
  });

  test('can start with new lines only', () => {
    const path = transcriptFile(message('a', 1));
    addAgent(path, 'agent-1.jsonl', message('b', 10));
    const memory = usageFromNow(path);
    appendFileSync(path, message('c', 5));
    expect(inputOf(followUsage(path, memory))).toBe(5);
  });

  test('counts nothing where there is no transcript yet', () => {
    const path = join(ownFolder(), 'none.jsonl');
    expect(inputOf(followUsage(path))).toBe(0);
    expect(subagentTranscripts(path)).toEqual([]);
    expect(usageFromNow(path).cursors).toEqual({});
  });
});
