import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCounterLog, openCounter, PROTOCOLS, type CounterJournal } from '../support/counter-journal.ts';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../support/temp-folder.ts';

const RUNS = Number(process.env['INTERLEAVINGS'] ?? 150);

interface Answer {
  readonly number: number | undefined;
  readonly began: number;
  readonly ended: number;
}

/** A stop in three steps, between which anything may happen: look, append, answer. */
async function stop(
  journal: CounterJournal,
  pause: () => Promise<void>,
  clock: () => number,
): Promise<Answer> {
  const began = clock();
  await pause();
  const prepared = journal.prepare({ type: 'stop' });
  if (!('record' in prepared)) return { number: undefined, began, ended: clock() };
  await pause();
  const submitted = journal.commit(prepared);
  await pause();
  const number = submitted.status === 'recorded' ? submitted.decision.number : undefined;
  return { number, began, ended: clock() };
}

describe.each(PROTOCOLS)('every interleaving of stops by protocol %s', (protocol) => {
  it('keeps the cap, gives no number twice, and orders them as they happened', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 0, max: 4 }),
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
        async (scheduler, cap, stopsByProcess) => {
          const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loopwright-turns-')));
          try {
            const path = createCounterLog(folder, protocol, cap);
            let now = 0;
            const clock = (): number => (now += 1);
            const pause = (): Promise<void> => scheduler.schedule(Promise.resolve());
            const processes = stopsByProcess.map(async (count) => {
              const journal = openCounter(path);
              const answers: Answer[] = [];
              for (let index = 0; index < count; index += 1) answers.push(await stop(journal, pause, clock));
              return answers;
            });
            const answers = (await scheduler.waitFor(Promise.all(processes))).flat();
            const blocks = answers.filter(({ number }) => number !== undefined);
            const total = stopsByProcess.reduce((sum, count) => sum + count, 0);
            const numbers = blocks.map(({ number }) => number ?? 0).sort((one, other) => one - other);
            expect(numbers).toEqual(Array.from({ length: Math.min(cap, total) }, (_, index) => index + 1));
            // Linearizable: a stop that ended before another began has the lower number.
            for (const one of blocks) {
              for (const other of blocks) {
                if (one.ended < other.began) expect(one.number).toBeLessThan(other.number ?? 0);
              }
            }
          } finally {
            removeFolder(folder);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});
