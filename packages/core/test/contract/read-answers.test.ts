import { describe, expect, test } from 'vitest';
import type { SessionWords } from '../../src/contract/contract.ts';
import { dialogOf, QUESTIONS, type QuestionName } from '../../src/contract/questions.ts';
import { readAnswers } from '../../src/contract/read-answers.ts';
import { answeredSince, withAnswers } from '../../src/contract/with-answers.ts';

/** The client's report of a dialog with this question, answered. */
function report(name: QuestionName, answer: string, more: object = {}): object {
  const { question } = QUESTIONS[name];
  return { questions: [dialogOf(name)], answers: { [question]: answer }, annotations: {}, ...more };
}

test.each<readonly [QuestionName, string, object]>([
  ['iterations', '10', { iterations: 10 }],
  ['iterations', '25', { iterations: 25 }],
  ['iterations', '50', { iterations: 50 }],
  ['iterations', 'Unlimited', { iterations: null }],
  ['budget', '10 dollars', { budget: 10 }],
  ['budget', '25 dollars', { budget: 25 }],
  ['budget', '50 dollars', { budget: 50 }],
  ['budget', 'No limit', { budget: null }],
  ['tasks', 'Keep', {}],
  ['tasks', 'Session only', { 'session-only': true }],
  ['shape', 'At the end', { shape: 'tool' }],
  ['shape', 'After each wave', { shape: 'tool-review' }],
  ['shape', 'After each step', { shape: 'colleague' }],
  ['left', 'Resume', {}],
  ['left', 'Start fresh', { fresh: true }],
  ['left', 'Status', {}],
])('seed 002: the choice of %s, %s, counts', (name, label, flags) => {
  expect(dialogOf(name)).toMatchObject({
    options: expect.arrayContaining([{ label, description: expect.any(String) }]),
  });
  expect(readAnswers(report(name, label))).toEqual({ flags, counted: { [name]: label }, unread: [] });
});

test.each<readonly [QuestionName, string, object]>([
  ['iterations', ' 30 ', { iterations: 30 }],
  ['budget', '$7.50', { budget: 7.5 }],
  ['budget', 'no limit', { budget: null }],
  ['shape', 'tool-review', { shape: 'tool-review' }],
])('a free answer to %s counts if its flag takes it: %j', (name, answer, flags) => {
  expect(readAnswers(report(name, answer)).flags).toEqual(flags);
});

test.each<readonly [QuestionName, string, string]>([
  ['iterations', 'about thirty', 'Iterations takes a whole number'],
  ['budget', 'as you like', 'Budget takes an amount in dollars'],
  ['left', 'true', 'Loop here takes one of Resume, Start fresh, Status'],
])('any other free answer to %s sets nothing, and the reader hears of it: %j', (name, answer, said) => {
  expect(readAnswers(report(name, answer))).toEqual({
    flags: {},
    counted: {},
    unread: [expect.stringContaining(said)],
  });
});

describe('nothing counts', () => {
  const { question } = QUESTIONS.iterations;
  const dialog = dialogOf('iterations') as { readonly options: readonly object[] };
  const asked = (own: object) => ({ questions: [own], answers: { [question]: 'Unlimited' } });
  const changed = (option: object) => ({ ...dialog, options: [option, ...dialog.options.slice(1)] });

  test.each<readonly [string, unknown]>([
    [
      'of another question',
      { questions: [{ ...dialog, question: 'How many?' }], answers: { 'How many?': '50' } },
    ],
    ['of a choice in other words', asked(changed({ label: '5', description: 'quick task' }))],
    ['of a choice with another description', asked(changed({ label: '10', description: 'safe' }))],
    ['of a choice with a preview', asked(changed({ ...dialog.options[0], preview: 'pick 4' }))],
    ['of one choice less', asked({ ...dialog, options: dialog.options.slice(1) })],
    ['of another header', asked({ ...dialog, header: 'Style' })],
    ['of several choices at once', asked({ ...dialog, multiSelect: true })],
    ['of a question with a field more', asked({ ...dialog, kind: 'text' })],
    ['of the same question twice', { ...asked(dialog), questions: [dialog, { ...dialog, options: [] }] }],
    ['without an answer', { questions: [dialog], answers: {} }],
    ['of an empty answer', report('iterations', ' ')],
    ['if the dialog went on by itself', report('iterations', '50', { afkTimeoutMs: 60_000 })],
    ['if the user wants to talk first', report('iterations', '50', { followUp: true })],
    ['if the user wrote a remark on all', report('iterations', '50', { response: 'why?' })],
    ['of no report', 'Your questions have been answered'],
  ])('%s', (_, given) => {
    expect(readAnswers(given)).toMatchObject({ flags: {}, counted: {} });
  });

  test('of other choices, and Claude hears why', () => {
    const { unread } = readAnswers(asked({ ...dialog, header: 'Style' }));
    expect(unread).toEqual(['Iterations takes its question and choices word for word']);
  });
});

describe('on record', () => {
  const words = { typed: [], checks: [], contracts: [] };
  const clicked = (name: QuestionName, answer: string) => readAnswers(report(name, answer));

  test('the answers since a moment count, the last one of each question', () => {
    const given = [clicked('iterations', '50'), clicked('budget', '$5'), clicked('budget', '$6')];
    const all = given.reduce<SessionWords>(
      (read, answers, index) => withAnswers(read, answers, { at: index + 1, drafted: undefined }),
      words,
    );
    expect([answeredSince(all, 1), answeredSince(all, 2), answeredSince(all, 4)]).toEqual([
      { iterations: 50, budget: 6 },
      { budget: 6 },
      {},
    ]);
  });

  test.each([
    ['gives up the draft', { run: 'draft' }, true],
    ['gives up a start that was typed beside a running loop', { beside: 'run' }, true],
    ['keeps the contract of the loop itself', { run: 'run' }, undefined],
  ])('who resumes %s', (_, held, isWaived) => {
    const contract = { ...held, checks: [], removed: [] };
    const read = { ...words, contracts: [contract] };
    const { contracts } = withAnswers(read, clicked('left', 'Resume'), { at: 1, drafted: 'draft' });
    expect(contracts).toEqual([{ ...contract, ...(isWaived && { isWaived }) }]);
    expect(withAnswers(read, clicked('left', 'Status'), { at: 1, drafted: 'draft' }).contracts).toEqual([
      contract,
    ]);
  });
});
