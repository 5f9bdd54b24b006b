import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Run } from '@loopwright/core';
import { describe, expect, test } from 'vitest';
import { notificationOf, notify, sequenceOf } from '../../src/edge/notify.ts';
import { createLoop, NOON } from '../support/fake-ports.ts';
import { createProjectFolder } from '../support/run-hook.ts';

const ENDED = { moment: 'end', title: 'Loop', text: '✓ Done' } as const;

const runAfter = (...commands: readonly Command[]): Run => createLoop(...commands).run as Run;

/** A project, and a home whose user has this config. */
function setUp(config: object): { readonly root: string; readonly env: Readonly<Record<string, string>> } {
  const home = createProjectFolder('home');
  mkdirSync(join(home, '.config/loopwright'), { recursive: true });
  writeFileSync(join(home, '.config/loopwright/config.json'), JSON.stringify(config));
  return { root: createProjectFolder(), env: { HOME: home, PATH: process.env['PATH'] ?? '' } };
}

const isTold = (
  config: object,
  moment: 'end' | 'pause' | 'user',
  env: Record<string, string> = {},
): boolean => {
  const place = setUp(config);
  return notify({ ...ENDED, moment }, place.root, { ...place.env, ...env }) !== undefined;
};

test('an end and a rest are told in one sentence, a rest with its next command', () => {
  expect(notificationOf(runAfter({ type: 'cancel', at: NOON }))).toEqual({
    moment: 'end',
    title: 'Loop',
    text: 'Cancelled, "tests pass" not proved · 1 iteration · $0.00',
  });
  expect(notificationOf(runAfter({ type: 'pause', at: NOON, reason: 'lunch' }))).toMatchObject({
    moment: 'pause',
    text: '⏸ Paused: lunch, "tests pass" not proved. To go on: /loop:continue',
  });
  expect(notificationOf(runAfter())).toMatchObject({ moment: 'user' });
});

describe('the setting', () => {
  test.each([
    [{}, true, true, true],
    [{ notify: 'all' }, true, true, true],
    [{ notify: 'end' }, true, false, false],
    [{ notify: 'off' }, false, false, false],
    [{ notify: 'nonsense' }, true, true, true],
  ])('%j: end %s, pause %s, user %s', (config, end, pause, user) => {
    expect([isTold(config, 'end'), isTold(config, 'pause'), isTold(config, 'user')]).toEqual([
      end,
      pause,
      user,
    ]);
  });

  test('the environment counts before the config', () => {
    expect(isTold({ notify: 'all' }, 'end', { LOOP_NOTIFY: 'off' })).toBe(false);
    expect(isTold({ notify: 'off' }, 'pause', { LOOP_NOTIFY: 'all' })).toBe(true);
  });
});

test.each([
  ['xterm-256color', '\u001b]9;Loop: ✓ Done\u0007'],
  ['xterm-kitty', '\u001b]99;;Loop: ✓ Done\u0007'],
  ['rxvt-unicode', '\u001b]777;notify;Loop;✓ Done\u0007'],
])('in %s it has the form that the terminal knows, with a title and the bell', (TERM, form) => {
  expect(sequenceOf(ENDED, { TERM })).toBe(`\u001b]0;Loop: ✓ Done\u0007${form}\u0007`);
});

test('a loop can not write sequences of its own into the terminal', () => {
  const reason = 'x\u0007\u001b]52;c;ZXZpbA==\u0007\u001b[2J';
  const { text } = notificationOf(runAfter({ type: 'pause', at: NOON, reason }));
  expect(/[\u0000-\u001f\u007f-\u009f]/.test(text)).toBe(false);
});

describe('the command', () => {
  test('of the user’s own config runs with the texts in its environment', async () => {
    const { root, env } = setUp({ notifyCommand: 'printf "%s" "$LOOP_NOTIFY_TEXT" > told' });
    notify({ ...ENDED, text: '$(touch evil) `touch evil`' }, root, env);
    await expect
      .poll(() => existsSync(join(root, 'told')) && readFileSync(join(root, 'told'), 'utf8'))
      .toBe('$(touch evil) `touch evil`');
    expect(existsSync(join(root, 'evil'))).toBe(false);
  });

  test('of a repository runs never, also where the environment points at it', () => {
    const { root, env } = setUp({});
    const command = { notifyCommand: ['touch', 'ran'], notify: 'all' };
    writeFileSync(join(root, 'loop.config.json'), JSON.stringify(command));
    mkdirSync(join(root, 'own/loopwright'), { recursive: true });
    writeFileSync(join(root, 'own/loopwright/config.json'), JSON.stringify(command));
    const started: unknown[] = [];
    const { getBuiltinModule } = process;
    process.getBuiltinModule = ((name: string) => {
      started.push(name);
      return getBuiltinModule.call(process, name);
    }) as typeof process.getBuiltinModule;
    try {
      notify(ENDED, root, env);
      notify(ENDED, root, { ...env, XDG_CONFIG_HOME: join(root, 'own') });
    } finally {
      process.getBuiltinModule = getBuiltinModule;
    }
    expect(started).toEqual([]);
  });
});
