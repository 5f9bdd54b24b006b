// @module-tag deep
import { apiError, type Reply, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { silence } from '../support/drive.ts';
import { judge } from '../support/judge.ts';
import { holdCourt } from './ask.ts';

const place = { file: 'README.md', line: 1 };

const times = (count: number, reply: Reply): readonly Reply[] => Array.from({ length: count }, () => reply);

test.each([
  [
    'no',
    [judge({ answer: 'no', reason: 'A title is all.' })],
    { passed: false, reason: 'A title is all.' },
    { answer: 'no' },
  ],
  [
    'cannot tell',
    [judge({ answer: 'cannot tell', reason: 'Too little.' })],
    { passed: false },
    { answer: 'cannot tell' },
  ],
  ['words instead of the form', times(7, say('yes, it does')), { passed: false }, { answer: 'none' }],
  ['an API error', [apiError(529)], { passed: false }, { answer: 'none' }],
  ['a refused key', [apiError(401)], { passed: false }, { answer: 'none' }],
] as const)('%s', async (_, replies, result, judgement) => {
  const { ask } = await holdCourt(
    {},
    replies.map((reply) => () => reply),
  );
  const ran = await ask();
  expect(ran).toMatchObject({ ...result, witness: 'judge', judgement });
  expect(ran.reason).not.toBe('');
});

test('a judge that takes too long is ended', async () => {
  const { ask } = await holdCourt({}, [silence]);
  const ran = await ask(undefined, { timeoutMs: 1500 });
  expect(ran).toMatchObject({
    passed: false,
    reason: 'the client did not end in time',
    judgement: { answer: 'none' },
  });
});

test('a judge that goes over its budget is cut short, and its cost counts', async () => {
  const { ask } = await holdCourt({}, [
    () => say('I think about it.', { usage: { output: 2_000_000 } }),
    () => judge({ answer: 'yes', places: [place] }),
  ]);
  const ran = await ask();
  expect(ran).toMatchObject({ passed: false, judgement: { answer: 'none' } });
  expect(ran.reason).toContain('cut short');
  expect(ran.judgement?.usd).toBeGreaterThan(0.5);
});

test('with the budget of the run used up nobody is asked', async () => {
  const { ask, requests } = await holdCourt({}, [], 25);
  expect(await ask()).toMatchObject({ passed: false, reason: 'the budget is used up' });
  expect(requests).toEqual([]);
});

test('a model of the user’s choice judges', async () => {
  const { ask, requests } = await holdCourt({}, [() => judge({ answer: 'no' })]);
  await ask('it is so', { model: 'sonnet' });
  expect(requests[0]?.body).toMatchObject({ model: expect.stringContaining('sonnet') });
});
