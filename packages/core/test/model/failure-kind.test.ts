import { expect, test } from 'vitest';
import { failureKindOf } from '../../src/model/failure-kind.ts';

test.each([
  ['paused', 'rate-limit: API Error: 429', 'rate-limit'],
  ['paused', 'transient: the client was killed', 'transient'],
  ['paused', 'budget', undefined],
  ['paused', undefined, undefined],
  ['paused', 'rate-limited by hand', undefined],
  ['cancelled', 'rate-limit: typed by the user', undefined],
] as const)('%s with "%s" is the failure %s', (kind, detail, failure) => {
  expect(failureKindOf({ kind, at: 1, ...(detail !== undefined && { detail }) })).toBe(failure);
});
