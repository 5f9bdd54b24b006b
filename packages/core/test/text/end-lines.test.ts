import { describe, expect, test } from 'vitest';
import type { Criterion, Ending } from '../../src/model/run.ts';
import { endLines } from '../../src/text/end-lines.ts';
import { AT, evidence, given, openedWith } from '../support/given.ts';

const ALL: readonly Criterion[] = [
  { name: 'tests', failures: 0, check: { command: 'npm test' }, evidence: evidence(true) },
  {
    name: 'docs',
    failures: 0,
    check: { judge: 'the README explains it' },
    evidence: {
      ...evidence(true),
      judgement: { answer: 'yes', askedBy: 'hook', model: 'opus', prompt: 1, usd: 0, tokens: 0 },
    },
  },
  { name: 'names are clear', failures: 0, tick: { basis: 'observation', at: AT } },
  { name: 'lint', failures: 0, check: { command: 'x' }, evidence: evidence(false) },
];

function ended(ending: object, criteria: readonly Criterion[] = []): string[] {
  const spend = { usd: 0.04, tokens: 1 };
  const frame = { criteria: [...criteria], iteration: 4, spend, startedAt: AT - 724_000 };
  const { run } = given(openedWith(frame, { ending: { ...ending, at: AT } as Ending }));
  return endLines(run!);
}

const FIGURES = '[LOOP] 4 iterations · 12m 4s · $0.04 · Report: /loop:report';

test('a proved end names each check and what it proved, and the figures without pauses', () => {
  const lines = ended({ kind: 'verified', seen: { hook: ['tests'] } }, ALL.slice(0, 1));
  expect([lines[0], ...lines.slice(-2)]).toEqual([
    '[LOOP] Ended | verified | seen by the hook: tests',
    '[LOOP] Proved: tests (npm test)',
    FIGURES,
  ]);
});

test('what a judge said, what rests on a word, and what is open stand apart', () => {
  expect(ended({ kind: 'claimed', seen: { word: ['names are clear'] } }, ALL)).toContain(
    '[LOOP] Proved: tests (npm test) · Judged: docs · By word: names are clear · Not proved: lint',
  );
});

describe('the next step', () => {
  const RESUME = /\/loop:continue|Resume/;

  test.each(['verified', 'claimed', 'gave-up', 'cancelled', 'aborted'] as const)(
    'a loop that ended as %s is offered none',
    (kind) => {
      expect(ended({ kind }).join('\n')).not.toMatch(RESUME);
    },
  );

  test('a stuck loop says how it goes on and how it ends', () => {
    expect(ended({ kind: 'stuck', cause: { kind: 'breaker', breaker: 'idle' } })).toEqual([
      '[LOOP] Stuck: idle | Claude ran no tool in any of the last turns',
      FIGURES,
      'Resume: /loop:continue. End it: /loop:cancel.',
    ]);
  });

  test('a paused loop is announced as seed 003 writes it, with the figures below', () => {
    expect(ended({ kind: 'paused', cause: { kind: 'hand', reason: 'lunch' } })).toEqual([
      '[LOOP] ⏸ Paused: lunch\nProgress: 0 steps complete, 0 remaining\nResume: /loop:continue',
      FIGURES,
    ]);
  });
});
