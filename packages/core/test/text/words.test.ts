import { expect, test } from 'vitest';
import type { Missing } from '../../src/decide/decision.ts';
import { listed, missingText } from '../../src/text/words.ts';

test.each<[Missing, string]>([
  [{ kind: 'claim' }, 'nobody says that the work is done'],
  [{ kind: 'criterion', name: 'tests pass', why: 'unmet' }, 'tests pass (not met yet)'],
  [{ kind: 'criterion', name: 'tests pass', why: 'stale' }, 'tests pass (changed since its check passed)'],
  [{ kind: 'task', id: '1', subject: 'Add it' }, 'task 1 Add it'],
  [{ kind: 'task', id: '', subject: 'no task yet' }, 'task no task yet'],
  [{ kind: 'review', blockers: null }, 'thorough review'],
  [{ kind: 'review', blockers: 2 }, 'thorough review (2 blockers remain)'],
  [{ kind: 'gate' }, 'gate'],
])('what is missing is said in words: %j', (missing, text) => {
  expect(missingText(missing)).toBe(text);
});

test('a list is cut where it is too long, and says how much was left out', () => {
  expect(listed([], 2)).toBe('');
  expect(listed(['a', 'b'], 2)).toBe('a, b');
  expect(listed(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
});
