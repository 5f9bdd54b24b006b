import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '@loopwright/core';
import { expect, test } from 'vitest';
import { countUsage } from '../../src/edge/count-usage.ts';
import type { CountedUsage } from '../../src/ports.ts';
import { reply } from '../support/reply.ts';
import { createProjectFolder } from '../support/run-hook.ts';

/** A transcript, the mark of its run, and the memories by their marks. */
function createMeter(before: string) {
  const transcriptPath = join(createProjectFolder(), 't.jsonl');
  writeFileSync(transcriptPath, before);
  const memories = new Map<string, string>();
  let isFull = false;
  let mark = '';
  let marks = 0;
  const begin = (): CountedUsage | undefined =>
    countUsage({
      transcriptPath,
      mark,
      newMark: () => `mark ${(marks += 1)}`,
      read: (of) => JSON.parse(memories.get(of) ?? 'null'),
      write: (of, memory) => {
        if (!isFull) memories.set(of, JSON.stringify(memory));
        return !isFull;
      },
      remove: (of) => memories.delete(of),
    });
  const record = (counted: CountedUsage | undefined): void => {
    if (counted?.spent.from === mark) mark = counted.spent.to;
  };
  const tidy = (counted: CountedUsage | undefined): void => counted?.tidy({ usageMark: mark } as Run);
  return {
    memories,
    begin,
    record,
    tidy,
    say: (line: string) => appendFileSync(transcriptPath, line),
    fill: () => (isFull = true),
    free: () => (isFull = false),
    mark: () => mark,
    /** Counts as a hook does that no other one disturbs. */
    count: () => {
      const counted = begin();
      record(counted);
      tidy(counted);
      return counted?.spent;
    },
  };
}

test('counts messages after the start, each once', () => {
  const meter = createMeter(reply('before', 1000));
  expect(meter.count()).toMatchObject({ usd: 0, tokens: 0 });
  meter.say(reply('a', 100) + reply('a', 100));
  expect(meter.count()?.tokens).toBe(100);
  expect(meter.count()?.tokens).toBe(0);
  meter.say(reply('b', 7));
  expect(meter.count()?.tokens).toBe(7);
});

test('gives the price of the tokens', () => {
  const meter = createMeter('');
  meter.count();
  meter.say(reply('a', 1_000_000));
  expect(meter.count()?.usd).toBeCloseTo(1);
});

test('a lost memory costs the usage since the last count, and no later usage', () => {
  const meter = createMeter('');
  meter.count();
  meter.say(reply('a', 100));
  meter.memories.clear();
  expect(meter.count()?.tokens).toBe(0);
  meter.say(reply('b', 5));
  expect(meter.count()?.tokens).toBe(5);
});

test.each(['null', '7', '{}', '{"bill":{"usd":1,"tokens":2}}'])(
  'a file that is no memory is like a lost one: %s',
  (text) => {
    const meter = createMeter(reply('before', 1000));
    meter.memories.set('', text);
    expect(meter.count()?.tokens).toBe(0);
  },
);

test('of two counts of the same usage one goes on record, and the next count loses nothing', () => {
  const meter = createMeter('');
  meter.count();
  meter.say(reply('a', 100));
  const [slow, fast] = [meter.begin(), meter.begin()];
  for (const counted of [fast, slow]) meter.record(counted);
  for (const counted of [slow, fast]) meter.tidy(counted);
  expect([slow?.spent.tokens, fast?.spent.tokens]).toEqual([100, 100]);
  expect(meter.mark()).toBe(fast?.spent.to);
  meter.say(reply('b', 7));
  expect(meter.count()?.tokens).toBe(7);
});

test('a count between the record and the clean-up of another one goes on from that record', () => {
  const meter = createMeter('');
  meter.count();
  meter.say(reply('a', 100));
  const slow = meter.begin();
  meter.record(slow);
  meter.say(reply('b', 30));
  expect(meter.count()?.tokens).toBe(30);
  meter.tidy(slow);
  meter.say(reply('c', 7));
  expect(meter.count()?.tokens).toBe(7);
});

test('exactly the memory of the run’s mark stays', () => {
  const meter = createMeter('');
  for (let index = 0; index < 3; index += 1) meter.count();
  const slow = meter.begin();
  meter.count();
  meter.tidy(slow);
  expect([...meter.memories.keys()]).toEqual([meter.mark()]);
});

test('a full disk postpones the count', () => {
  const meter = createMeter('');
  meter.count();
  meter.say(reply('a', 100));
  meter.fill();
  expect(meter.count()).toBeUndefined();
  meter.free();
  expect(meter.count()?.tokens).toBe(100);
});

test('a transcript that does not exist counts nothing', () => {
  const place = {
    transcriptPath: '/nowhere/t.jsonl',
    mark: '',
    newMark: () => 'mark',
    read: () => undefined,
    write: () => true,
    remove: () => undefined,
  };
  expect(countUsage(place)?.spent).toMatchObject({ usd: 0, tokens: 0 });
});
