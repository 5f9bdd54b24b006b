import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginUsage, countUsage } from '../../src/edge/count-usage.ts';
import { createProjectFolder } from '../support/run-hook.ts';

function reply(id: string, tokens: number): string {
  const usage = {
    input_tokens: tokens,
    output_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  };
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-4-5',
    content: [{ type: 'text', text: 'x' }],
    usage,
  };
  return `${JSON.stringify({ type: 'assistant', isSidechain: false, sessionId: 's', uuid: id, message })}\n`;
}

/** A transcript and what is kept of it between counts. */
function createMeter(before: string) {
  const transcriptPath = join(createProjectFolder(), 't.jsonl');
  writeFileSync(transcriptPath, before);
  let kept: unknown;
  let mark = '';
  let marks = 0;
  const place = {
    transcriptPath,
    newMark: () => `mark ${(marks += 1)}`,
    read: () => kept,
    write: (value: unknown) => (kept = JSON.parse(JSON.stringify(value))),
  };
  return {
    say: (line: string) => appendFileSync(transcriptPath, line),
    begin: () => beginUsage({ ...place, mark }),
    lose: () => (kept = undefined),
    /** Counts as the hooks do: what is on record is kept. */
    count: () => {
      const counted = countUsage({ ...place, mark });
      mark = counted.spent.to;
      counted.keep();
      return counted.spent;
    },
    /** Counts as a hook does that another one was faster than. */
    countInVain: () => countUsage({ ...place, mark }).spent,
  };
}

test('counts what came after the beginning, each message once', () => {
  const meter = createMeter(reply('before', 1000));
  meter.begin();
  meter.say(reply('a', 100) + reply('a', 100));
  expect(meter.count().tokens).toBe(100);
  expect(meter.count().tokens).toBe(0);
  meter.say(reply('b', 7));
  const spent = meter.count();
  expect(spent.tokens).toBe(7);
  expect(spent.usd).toBeGreaterThan(0);
});

test('without a beginning the first count is the beginning', () => {
  const meter = createMeter(reply('before', 1000));
  expect(meter.count().tokens).toBe(0);
  meter.say(reply('a', 100));
  expect(meter.count().tokens).toBe(100);
});

test('a lost memory costs the stretch since the last count and nothing else', () => {
  const meter = createMeter('');
  meter.begin();
  meter.say(reply('a', 100));
  meter.lose();
  expect(meter.count().tokens).toBe(0);
  meter.say(reply('b', 5));
  expect(meter.count().tokens).toBe(5);
});

test('a count in vain leaves everything for the next one', () => {
  const meter = createMeter('');
  meter.begin();
  meter.say(reply('a', 100));
  expect(meter.countInVain().tokens).toBe(100);
  expect(meter.count().tokens).toBe(100);
});

test('a transcript that does not exist counts nothing', () => {
  const place = {
    transcriptPath: '/nowhere/t.jsonl',
    mark: '',
    newMark: () => 'mark',
    read: () => undefined,
    write: () => undefined,
  };
  expect(countUsage(place).spent).toMatchObject({ usd: 0, tokens: 0 });
});
