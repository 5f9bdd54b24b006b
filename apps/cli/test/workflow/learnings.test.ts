import { expect, test } from 'vitest';
import { foldLearnings, surface } from '../../src/workflow/learnings.ts';

const lesson = (id: string, more: object = {}): object => ({
  id,
  at: 1,
  kind: 'discovery',
  text: 'The token check runs twice',
  confidence: 70,
  scope: 'auth',
  run: 'r1',
  ...more,
});

test('invalid lines are skipped, and no line overwrites a lesson', () => {
  const lessons = foldLearnings([
    lesson('a'),
    lesson('a', { text: 'something else' }),
    lesson('b', { confidence: 101 }),
    lesson('c', { kind: 'rumour' }),
    lesson('d', { text: '' }),
    null,
    'text',
    {},
    { id: 'nobody', at: 2, verdict: 'confirmed' },
  ]);
  expect(lessons.map(({ id, text }) => [id, text])).toEqual([['a', 'The token check runs twice']]);
});

test('the last verdict counts, and dismissed lessons stay hidden', () => {
  const lines = [
    lesson('a'),
    lesson('b'),
    { id: 'a', at: 2, verdict: 'dismissed' },
    { id: 'b', at: 2, verdict: 'dismissed' },
    { id: 'b', at: 3, verdict: 'confirmed' },
  ];
  const lessons = foldLearnings(lines);
  expect(lessons.map(({ verdict }) => verdict)).toEqual(['dismissed', 'confirmed']);
  expect(surface(lessons, 'mend the token check').map(({ id }) => id)).toEqual(['b']);
});

test('surfaces what shares words with the task or is about the whole project, most telling first, five at most', () => {
  const lessons = foldLearnings([
    lesson('one-word', { text: 'The token expires', scope: 'x' }),
    lesson('two-words', { text: 'The token check', scope: 'x' }),
    lesson('elsewhere', { text: 'CSS is cached', scope: 'x' }),
    lesson('project', { text: 'Commits are signed', scope: 'project' }),
    lesson('sure', { text: 'A token is long', scope: 'x', confidence: 95 }),
    ...Array.from({ length: 9 }, (_, n) => lesson(`old-${n}`, { text: 'token', scope: 'x', confidence: 1 })),
  ]);
  expect(surface(lessons, 'Mend the TOKEN check').map(({ id }) => id)).toEqual([
    'two-words',
    'sure',
    'one-word',
    'project',
    'old-0',
  ]);
  expect(surface(lessons, '')).toMatchObject([{ id: 'project' }]);
});
