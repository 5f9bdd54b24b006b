import { expect, test } from 'vitest';
import { LOOP_FORMS, loopFormIn } from '../../src/peers/loop-forms.ts';

test.each(LOOP_FORMS.map((form) => [form.mark, form] as const))(
  'a hook that speaks of %s and of files of others is given its own form',
  (mark, form) => {
    const others = LOOP_FORMS.slice(LOOP_FORMS.indexOf(form) + 1).map((other) => other.mark);
    expect(loopFormIn([...others, mark].join('\n'))).toBe(form);
  },
);

test('a hook that speaks of no form that is known has none', () => {
  expect(loopFormIn('exit 0')).toBeUndefined();
});

test('a loop is written down for the session, the folder and the caller that there are', () => {
  const circumstances = {
    session: 'one-session',
    root: '/one/root',
    hostPid: 4711,
    startedAt: '2026-01-02T03:04:05Z',
  };
  const written = LOOP_FORMS.map(({ files }) => JSON.stringify(files(circumstances)));
  for (const part of Object.values(circumstances)) {
    expect(written.filter((text) => text.includes(String(part)))).not.toEqual([]);
  }
  expect(written.filter((text) => /undefined|NaN/.test(text))).toEqual([]);
});
