import type { Learning } from '@loopwright/store';
import { expect, test } from 'vitest';
import { surface } from '../../src/workflow/learnings.ts';

const lesson = (id: string, more: Partial<Learning> = {}): Learning => ({
  id,
  at: 1,
  kind: 'discovery',
  text: 'The token check runs twice',
  confidence: 70,
  scope: 'auth',
  run: 'r1',
  ...more,
});

test('dismissed lessons stay hidden', () => {
  const lessons = [lesson('a', { verdict: 'dismissed' }), lesson('b', { verdict: 'confirmed' })];
  expect(surface(lessons, 'mend the token check').map(({ id }) => id)).toEqual(['b']);
});

test('surfaces what shares words with the task or is about the whole project, most telling first, five at most', () => {
  const lessons = [
    lesson('one-word', { text: 'The token expires', scope: 'x' }),
    lesson('two-words', { text: 'The token check', scope: 'x' }),
    lesson('elsewhere', { text: 'CSS is cached', scope: 'x' }),
    lesson('project', { text: 'Commits are signed', scope: 'project' }),
    lesson('sure', { text: 'A token is long', scope: 'x', confidence: 95 }),
    ...Array.from({ length: 9 }, (_, n) => lesson(`old-${n}`, { text: 'token', scope: 'x', confidence: 1 })),
  ];
  expect(surface(lessons, 'Mend the TOKEN check').map(({ id }) => id)).toEqual([
    'two-words',
    'sure',
    'one-word',
    'project',
    'old-0',
  ]);
  expect(surface(lessons, '')).toMatchObject([{ id: 'project' }]);
});
