import type { Missing } from '../../src/decide/decision.ts';
import { commandText, missingText, taskName } from '../../src/text/words.ts';
import { expect, test } from 'vitest';

test.each<[Missing, string]>([
  [{ kind: 'claim' }, 'nobody says that the work is done'],
  [{ kind: 'criterion', name: 'tests pass', why: 'unmet' }, 'tests pass (not met yet)'],
  [{ kind: 'criterion', name: 'tests pass', why: 'stale' }, 'tests pass (changed since its check passed)'],
  [{ kind: 'criterion', name: 'c', why: 'unchecked' }, 'c (its check has not run)'],
  [{ kind: 'criterion', name: 'c', why: 'unchecked', isJudged: true }, 'c (not judged yet)'],
  [{ kind: 'criterion', name: 'c', why: 'failed' }, 'c (its check failed)'],
  [{ kind: 'criterion', name: 'c', why: 'assumed' }, 'c (ticked on an assumption)'],
  [{ kind: 'task', id: '1', subject: 'Add it' }, 'task 1 Add it'],
  [{ kind: 'task', id: '', subject: 'no task yet' }, 'task no task yet'],
  [{ kind: 'review', blockers: null }, 'thorough review'],
  [{ kind: 'review', blockers: 0 }, 'thorough review'],
  [{ kind: 'review', blockers: 2 }, 'thorough review (2 blockers remain)'],
  [{ kind: 'gate' }, 'gate'],
])('what is missing is said in words: %j', (missing, text) => {
  expect(missingText(missing)).toBe(text);
});

test.each([
  ['npm test', 'npm test'],
  ['a &&\nb', 'a && b'],
  [['npm', 'run', 'two words', ''], 'npm run "two words" ""'],
])('writes %j as %s', (command, text) => {
  expect(commandText(command)).toBe(text);
});

test.each([
  ['1', 'T-001'],
  ['12', 'T-012'],
  ['123', 'T-123'],
  ['1234', '1234'],
  ['T-9', 'T-9'],
  ['a\nb', 'a b'],
])('task %j is called %s', (id, name) => {
  expect(taskName(id)).toBe(name);
});
