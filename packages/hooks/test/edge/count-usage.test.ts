import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Run } from '@loopwright/core';
import { runPath } from '@loopwright/store';
import { expect, test } from 'vitest';
import { countUsage } from '../../src/edge/count-usage.ts';
import type { CountedUsage } from '../../src/ports.ts';
import { reply } from '../support/reply.ts';
import { createProjectFolder } from '../support/run-hook.ts';

/** A session with a transcript, and the mark of its run. */
function createMeter(before: string) {
  const root = createProjectFolder();
  const address = { root, sessionId: 's' };
  const transcriptPath = join(root, 't.jsonl');
  const journal = runPath(root, 's').replace(/\.jsonl$/, '');
  const loop = join(root, '.loop');
  mkdirSync(dirname(journal), { recursive: true, mode: 0o700 });
  writeFileSync(transcriptPath, before);
  let mark = '';
  const begin = (): CountedUsage | undefined => countUsage(address, transcriptPath, mark);
  const tidy = (counted: CountedUsage | undefined): void => counted?.tidy({ usageMark: mark } as Run);
  return {
    begin,
    tidy,
    remove: () => rmSync(transcriptPath),
    say: (line: string) => appendFileSync(transcriptPath, line),
    /** The memory of the first mark. */
    write: (memory: string) => writeFileSync(`${journal}.usage.json`, memory, { mode: 0o600 }),
    forget: () => rmSync(`${journal}.usage-${mark}.json`),
    memories: () => readdirSync(dirname(journal)).map((name) => /\.usage-?(.*)\.json$/.exec(name)?.[1]),
    fill: () => renameSync(loop, `${loop}-away`),
    free: () => renameSync(`${loop}-away`, loop),
    mark: () => mark,
    /** Counts as a hook does that no other one disturbs. */
    count: () => {
      const counted = begin();
      if (counted?.spent.from === mark) mark = counted.spent.to;
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
  meter.forget();
  expect(meter.count()?.tokens).toBe(0);
  meter.say(reply('b', 5));
  expect(meter.count()?.tokens).toBe(5);
});

test.each(['null', '7', '{}', '{"bill":{"usd":1,"tokens":2}}'])(
  'a file that is no memory is like a lost one: %s',
  (text) => {
    const meter = createMeter(reply('before', 1000));
    meter.write(text);
    expect(meter.count()?.tokens).toBe(0);
  },
);

test('exactly the memory of the run’s mark stays', () => {
  const meter = createMeter('');
  for (let index = 0; index < 3; index += 1) meter.count();
  const slow = meter.begin();
  meter.count();
  meter.tidy(slow);
  expect(meter.memories()).toEqual([meter.mark()]);
});

test('a disk that refuses the memory postpones the count', () => {
  const meter = createMeter('');
  meter.count();
  meter.say(reply('a', 100));
  meter.fill();
  expect(meter.count()).toBeUndefined();
  meter.free();
  expect(meter.count()?.tokens).toBe(100);
});

test('a transcript that does not exist counts nothing', () => {
  const meter = createMeter('');
  meter.remove();
  expect(meter.count()).toMatchObject({ usd: 0, tokens: 0 });
});
