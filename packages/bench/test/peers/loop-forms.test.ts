import { expect, test } from 'vitest';
import { LOOP_FORMS, loopFormIn } from '../../src/peers/loop-forms.ts';

test.each(LOOP_FORMS.map((form) => [form.mark, form] as const))(
  'a hook that speaks of %s and of files of others is given its own form',
  (mark, form) => {
    const others = LOOP_FORMS.slice(LOOP_FORMS.indexOf(form) + 1).map((other) => other.mark);
    expect(loopFormIn([...others, mark].join('\n'))).toBe(form);
  },
);

test('a hook without a known mark has no format', () => {
  expect(loopFormIn('exit 0')).toBeUndefined();
});

test('a loop file names the real session, folder and caller', () => {
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
