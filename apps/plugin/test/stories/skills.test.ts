import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { plugin, setStage, toldTo } from '../support/stage.ts';

const folder = join(plugin, 'skills');
const skills = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name, 'SKILL.md'), 'utf8'),
}));
const typed = skills.filter(({ text }) => text.includes('disable-model-invocation: true'));

/** What Claude must be able to begin by itself: a loop, its stages, and what a continuation names. */
const CLAUDES = ['continue', 'gate', 'grind', 'intent', 'issue', 'panel', 'shape', 'start', 'status'];

test('Claude is told of the skills that it needs itself, and not of those that only the user types', async () => {
  const { model, play } = await setStage([say('Hello.')]);
  await play('Hello');
  const told = [...toldTo(model).matchAll(/^- loop:([\w-]+)/gm)].map(([, name]) => name);
  expect(told.filter((name) => skills.some((one) => one.name === name)).toSorted()).toEqual(CLAUDES);
  expect(typed.map(({ name }) => name).toSorted()).toEqual(
    skills.map(({ name }) => name).filter((name) => !CLAUDES.includes(name)),
  );
});

test.each(['help', 'recall'])('/loop:%s is typed by the user alone, and reaches Claude', async (name) => {
  const { model, play } = await setStage([say('Here.')]);
  const run = await play(`/loop:${name}`);
  const [heading = ''] = /^# .*$/m.exec(typed.find((one) => one.name === name)?.text ?? '') ?? [];
  expect(heading).not.toBe('');
  expect(toldTo(model)).toContain(heading);
  expect(run.result?.result).toBe('Here.');
});
