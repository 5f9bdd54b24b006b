import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Dependent, planWaves } from '../src/plan-waves.ts';

const task = (id: string, ...blockedBy: string[]): Dependent => ({ id, blockedBy });

describe('planWaves', () => {
  test('puts everything that blocks a task into an earlier wave, in the order of the input', () => {
    const plan = planWaves([task('d', 'b', 'c'), task('b', 'a'), task('c'), task('a')]);
    expect(plan).toEqual({ waves: [['c', 'a'], ['b'], ['d']], cycles: [], missing: [], unreachable: [] });
  });

  test('keeps the order of the input in later waves, too', () => {
    const plan = planWaves([task('x'), task('y'), task('b', 'y'), task('a', 'x')]);
    expect(plan.waves).toEqual([
      ['x', 'y'],
      ['b', 'a'],
    ]);
  });

  test('reports circles by name, and what waits behind them', () => {
    const plan = planWaves([task('a', 'c'), task('b', 'a'), task('c', 'b'), task('d', 'c'), task('e')]);
    expect(plan.waves).toEqual([['e']]);
    expect(plan.cycles).toEqual([['a', 'c', 'b', 'a']]);
    expect(plan.unreachable).toEqual(['a', 'b', 'c', 'd']);
  });

  test('reports unknown ids once each, and doesn’t wait for them', () => {
    const plan = planWaves([task('a', 'x', 'x', 'constructor'), task('b', 'a', 'y')]);
    expect(plan.waves).toEqual([['a'], ['b']]);
    expect(plan.missing).toEqual([
      { id: 'a', blockedBy: 'x' },
      { id: 'a', blockedBy: 'constructor' },
      { id: 'b', blockedBy: 'y' },
    ]);
  });

  test('any tasks: each in one wave or unreachable, after all its blockers; circles are real', () => {
    const id = fc.nat(12).map(String);
    const tasks = fc.uniqueArray(fc.record({ id, blockedBy: fc.array(id, { maxLength: 4 }) }), {
      selector: (one) => one.id,
    });
    fc.assert(
      fc.property(tasks, (list) => {
        const plan = planWaves(list);
        const place = new Map(plan.waves.flatMap((wave, index) => wave.map((one) => [one, index] as const)));
        expect([...place.keys(), ...plan.unreachable].sort()).toEqual(list.map((one) => one.id).sort());
        const known = new Map(list.map((one) => [one.id, one]));
        for (const [one, index] of place) {
          const blockers = known.get(one)?.blockedBy.filter((blocker) => known.has(blocker)) ?? [];
          for (const blocker of blockers) expect(place.get(blocker)).toBeLessThan(index);
          if (index > 0) expect(blockers.some((blocker) => place.get(blocker) === index - 1)).toBe(true);
        }
        for (const cycle of plan.cycles) {
          expect(cycle[0]).toBe(cycle.at(-1));
          for (let at = 0; at + 1 < cycle.length; at += 1) {
            expect(known.get(cycle[at] as string)?.blockedBy).toContain(cycle[at + 1]);
          }
        }
        expect(plan.cycles.length > 0).toBe(plan.unreachable.length > 0);
      }),
      { numRuns: 500 },
    );
  });

  test('a chain of 100,000 and a circle of 100,000 overflow nothing', () => {
    const chain = Array.from({ length: 100_000 }, (_, index) =>
      task(String(index), ...(index > 0 ? [String(index - 1)] : [])),
    );
    expect(planWaves(chain).waves).toHaveLength(100_000);
    const circle = [task('0', '99999'), ...chain.slice(1)];
    expect(planWaves(circle).cycles[0]).toHaveLength(100_001);
  });
});
