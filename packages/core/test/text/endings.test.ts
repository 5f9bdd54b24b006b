import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ending } from '../../src/model/run.ts';
import { endingSchema } from '../../src/model/run.ts';
import { endingName } from '../../src/text/endings.ts';
import { upgradeEnding } from '../../src/text/upgrade-ending.ts';
import { arbitraryOf } from '../support/arbitrary-of.ts';
import { AT } from '../support/given.ts';

/** Endings as version 0.1.0 wrote them, and what they say in fields. */
const OLD: readonly (readonly [object, object])[] = [
  [{ kind: 'verified', detail: 'seen by the hook: tests' }, {}],
  [{ kind: 'claimed', detail: "by word: c; d; in Claude's own shell: lint" }, {}],
  [{ kind: 'claimed', detail: "in the work tree /wt (the project's own tree is not proved); judged: a" }, {}],
  [
    { kind: 'claimed', detail: 'amended: removed lint, rescoped a' },
    { amended: [{ what: 'replaced', subject: 'removed lint, rescoped a' }] },
  ],
  [
    { kind: 'claimed', detail: 'guarded files changed: a, b; seen by the hook: tests' },
    { breach: 'guarded files changed: a, b; seen by the hook: tests' },
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
  test.each(OLD)('%j is read into its fields', (old, fields) => {
    const { kind } = old as { kind: Ending['kind'] };
    const ending = upgradeEnding({ at: AT, ...old });
    expect(ending).toEqual({ kind, at: AT, ...fields });
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
