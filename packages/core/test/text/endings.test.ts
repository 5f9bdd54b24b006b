import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ending } from '../../src/model/run.ts';
import { endingSchema } from '../../src/model/run.ts';
import { endingDetail, endingName } from '../../src/text/endings.ts';
import { upgradeEnding } from '../../src/text/upgrade-ending.ts';
import { arbitraryOf } from '../support/arbitrary-of.ts';
import { AT } from '../support/given.ts';

/** Endings as version 0.1.0 wrote them, and what they say in fields. */
const OLD: readonly (readonly [object, object])[] = [
  [{ kind: 'verified', detail: 'seen by the hook: tests' }, { seen: { hook: ['tests'] } }],
  [
    { kind: 'verified', detail: "judged: docs; in Claude's own shell: lint; seen by the driver: a, b" },
    { seen: { judge: ['docs'], session: ['lint'], driver: ['a', 'b'] } },
  ],
  [
    {
      kind: 'verified',
      detail:
        "in the work tree /wt on branch on (the project's own tree is not proved); seen by the hook: tests; the hook did not run lint: it took 12m: too long",
    },
    {
      workTree: { path: '/wt', branch: 'on' },
      seen: { hook: ['tests'] },
      unseen: [{ criterion: 'lint', reason: 'it took 12m: too long' }],
    },
  ],
  [
    {
      kind: 'claimed',
      detail: 'amended: removed lint, replaced a, b; by word: c; d',
    },
    {
      amended: [
        { what: 'removed', subject: 'lint' },
        { what: 'replaced', subject: 'a, b' },
      ],
      seen: { word: ['c; d'] },
    },
  ],
  [
    { kind: 'claimed', detail: 'guarded files changed: a, b; seen by the hook: tests' },
    { breach: 'guarded files changed: a, b', seen: { hook: ['tests'] } },
  ],
  [
    { kind: 'claimed', detail: 'record 2 of the journal was changed by hand, or written by another version' },
    { breach: 'record 2 of the journal was changed by hand, or written by another version' },
  ],
  [{ kind: 'claimed' }, {}],
  [{ kind: 'gave-up', detail: 'STUCK' }, { signal: 'STUCK' }],
  [{ kind: 'stuck', detail: 'idle' }, { cause: { kind: 'breaker', breaker: 'idle' } }],
  [{ kind: 'stuck', detail: 'stale' }, { cause: { kind: 'stale' } }],
  [{ kind: 'paused', detail: 'budget' }, { cause: { kind: 'limit', limit: 'budgetUsd' } }],
  [{ kind: 'paused', detail: 'by hand' }, { cause: { kind: 'hand' } }],
  [{ kind: 'paused', detail: 'lunch' }, { cause: { kind: 'hand', reason: 'lunch' } }],
  [
    { kind: 'paused', detail: 'rate-limit: 429', retryAt: AT },
    { cause: { kind: 'failure', failure: 'rate-limit', reason: '429', retryAt: AT } },
  ],
  [
    { kind: 'cancelled', detail: 'enough', by: 'user' },
    { reason: 'enough', by: 'user' },
  ],
  [{ kind: 'aborted', detail: 'corrupt' }, {}],
  [
    { kind: 'aborted', detail: 'corrupt iteration: got "x"' },
    { corrupt: { field: 'iteration', reason: 'got "x"' } },
  ],
  [{ kind: 'overridden' }, {}],
];

describe('an ending of version 0.1.0', () => {
  test.each(OLD)('%j is read into its fields, and reads the same', (old, fields) => {
    const { kind, detail } = old as { kind: Ending['kind']; detail?: string };
    const ending = upgradeEnding({ at: AT, ...old });
    expect(ending).toEqual({ kind, at: AT, ...fields });
    expect(endingDetail(ending)).toBe(detail);
    expect(endingSchema.parse({ at: AT, ...old })).toEqual(ending);
  });

  test('without a cause it was paused by hand, and no value makes it throw', () => {
    expect(upgradeEnding({ kind: 'paused', at: AT })).toEqual({
      kind: 'paused',
      at: AT,
      cause: { kind: 'hand' },
    });
    fc.assert(fc.property(fc.jsonValue(), (value) => void upgradeEnding(value)));
    fc.assert(fc.property(fc.string(), (detail) => void upgradeEnding({ kind: 'claimed', at: AT, detail })));
  });
});

test('an ending with fields is left as it is', () => {
  fc.assert(
    fc.property(arbitraryOf(endingSchema), (ending) => {
      expect(upgradeEnding(ending)).toBe(ending);
    }),
  );
});

test('every ending has a name of one line', () => {
  fc.assert(
    fc.property(arbitraryOf(endingSchema), (ending) => {
      expect(endingName(ending)).toMatch(new RegExp(`^${ending.kind}[^\n]*$`));
    }),
  );
});
