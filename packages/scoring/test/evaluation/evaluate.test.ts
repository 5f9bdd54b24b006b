import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { parseLabelledSpecs } from './labelled-spec.ts';

const root = new URL('../../', import.meta.url);
const fixture = (name: string) => new URL(`test/fixtures/${name}.jsonl`, root);
const evaluated = (name: string) => evaluate(parseLabelledSpecs(readFileSync(fixture(name), 'utf8')));

describe('evaluate', () => {
  it.each(['rated-dev', 'rated-held-out', 'written-dev', 'written-held-out', 'written-unseen'])(
    'agrees with the labels of %s as the goal asks',
    (name) => {
      const { kappa, bandsRight } = evaluated(name);
      expect(kappa.total).toBeGreaterThanOrEqual(0.8);
      expect(bandsRight).toBeGreaterThanOrEqual(0.85);
    },
  );

  it('counts mistakes by dimension and by band', () => {
    const label = { outcome: 2, scope: 1, constraints: 2, success: 0, done: 0 } as const;
    const { kappa, exact, bandsRight, mistakes, wrongBands } = evaluate([
      { id: 'x', text: 'Fix auth.', label },
    ]);
    expect(mistakes).toEqual([
      { id: 'x', dimension: 'outcome', rated: 2, scored: 0 },
      { id: 'x', dimension: 'constraints', rated: 2, scored: 0 },
    ]);
    expect(wrongBands).toEqual(['x: 5 → 1']);
    expect({ total: kappa.total, scope: exact.scope, outcome: exact.outcome, bandsRight }).toEqual({
      total: 0,
      scope: 1,
      outcome: 0,
      bandsRight: 0,
    });
  });
});

describe('the evaluate command', () => {
  const main = new URL('test/evaluation/main.ts', root).pathname;

  it('prints kappa and right bands of a file relative to the folder where it was typed', () => {
    const printed = execFileSync(process.execPath, [main, 'fixtures/rated-held-out.jsonl'], {
      encoding: 'utf8',
      cwd: new URL('src/', root),
      env: { ...process.env, INIT_CWD: new URL('test/', root).pathname },
    });
    for (const word of ['14 specs', 'outcome', 'scope', 'constraints', 'success', 'done', 'right bands'])
      expect(printed).toContain(word);
  });

  it.each([
    [['nowhere.jsonl'], /^No such file: nowhere\.jsonl\nusage: evaluate FILE/u],
    [[], /^usage: evaluate FILE/u],
  ])('fails with its usage for %j', (args, said) => {
    const { status, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(said)]);
  });
});
