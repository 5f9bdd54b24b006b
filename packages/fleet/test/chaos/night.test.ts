// @module-tag deep
import { UNCHANGED } from '@loopwright/core';
import { expect, test } from 'vitest';
import { CLIENT_USD } from './chaos-stage.ts';
import { type Morning, playNight } from './play-night.ts';

test('an operator’s night: nothing is lost, nothing is paid twice, and every ending is true', async () => {
  const { jobs, waiting, budget, kept, violations, seconds, log } = await playNight();
  console.log(
    [...jobs.map(line), `${budget.spentUsd.toFixed(2)} dollars, ${Math.round(seconds)} s`].join('\n'),
  );

  // What waits for a person in the morning says why.
  const reasons = waiting
    .filter(({ state }) => state !== 'verified')
    .map(({ key, state, reason }) => [key, state, reason]);
  expect(reasons, log).toEqual([
    ['dear', 'queued', expect.stringMatching(/^waits for \$15\.00, \$\d+\.\d\d left/)],
    ['shut', 'failed', expect.stringMatching(/^failed 3 times: .*only on Mondays/)],
    ['strict', 'failed', expect.stringMatching(/^failed 3 times: .*only on Mondays/)],
    ['after', 'waiting', expect.stringContaining('strict (failed)')],
    ['kept', 'failed', expect.stringMatching(/only on Mondays.*The work is kept on /)],
  ]);
  expect(waiting.find(({ key }) => key === 'shut')?.costUsd).toBe(0);
  expect(kept).toBe('line\n');

  // The store watched the cap, the reservations and the ends.
  expect(violations, log).toEqual([]);
  expect(budget.heldUsd).toBe(0);
  const find = (name: string): Morning => jobs.find((one) => one.name === name)!;
  for (const job of jobs) {
    const { name, state, branch, reason, authors, clients, spentUsd, inDoubt, deaths, failures } = job;
    const isClean = name === 'two-clean';
    // One commit each, by whom the machines don't name; nothing for a job without work.
    expect({ name, state, reason, hasBranch: branch !== null, authors }, log).toEqual({
      name,
      state: 'verified',
      reason: isClean ? UNCHANGED : '',
      hasBranch: !isClean,
      authors: isClean ? [] : ['Loopwright'],
    });
    // What clients cost is charged, or in doubt; exactly that is charged where no agent died.
    expect(spentUsd + inDoubt + 1e-6, name).toBeGreaterThan(clients * CLIENT_USD);
    if (deaths === 0) expect(spentUsd, name).toBeCloseTo(clients * CLIENT_USD, 6);
    // No fault of a machine, a token or the API was held against a job.
    expect(failures === 0 || name === 'shut' || name === 'strict', `${name}: ${failures}`).toBe(true);
  }
  expect(jobs).toHaveLength(16);
  // The heir of the killed agent went on with the stored iteration; proved work was not done again.
  expect(find('one-login')).toMatchObject({ clients: 2, deaths: 1 });
  expect(find('two-login').deaths).toBeGreaterThan(0);
  expect(find('strict').clients).toBeLessThanOrEqual(1 + find('strict').deaths);
  const kinds = (name: string): readonly string[] => find(name).endings.map(({ kind }) => kind);
  expect(kinds('one-audit')).toContain('limited');
  expect(kinds('two-audit')).toContain('postponed');
}, 300_000);

function line({ name, state, attempts, endings, spentUsd, inDoubt, clients }: Morning): string {
  const ways = endings.map(({ kind }) => kind).join(' ');
  return `${name.padEnd(11)} ${state} after ${attempts}: ${ways}; ${clients} clients, $${spentUsd.toFixed(2)}${inDoubt > 0 ? `, $${inDoubt.toFixed(2)} in doubt` : ''}`;
}
