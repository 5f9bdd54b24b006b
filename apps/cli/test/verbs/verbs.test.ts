import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { globalFlags, parseArguments } from '@loopwright/core/flags';
import { exitCodes } from '../../src/program/exit-codes.ts';
import type { Verb } from '../../src/verbs/verb.ts';
import { answers, findVerb, heavyHandlers, quickHandlers, verbs } from '../../src/verbs/verbs.ts';

const all: readonly [string, Verb][] = Object.entries(verbs);

test.each(all)('%s has an example that its own parser takes', (name, verb) => {
  for (const [example] of verb.examples) {
    const typed = /(?:^|\()loop (\S+)(.*?)(?:\)| >|$)/.exec(example);
    expect(typed?.[1]).toBe(name);
    const words = [...(typed?.[2] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    expect(parseArguments(verb, words)).toMatchObject({ ok: true });
  }
});

test.each(all)('no flag of %s hides one that every verb has', (_name, verb) => {
  const names = [...verb.flags, ...globalFlags].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('every verb has a folder, a handler and an answer schema', async () => {
  const names = Object.keys(verbs).toSorted();
  const handlers = { ...quickHandlers, ...heavyHandlers };
  expect(Object.keys(handlers).toSorted()).toEqual(names);
  expect(Object.keys(answers).toSorted()).toEqual(names);
  const folders = readdirSync(join(import.meta.dirname, '../../src/verbs'), { withFileTypes: true });
  expect(
    folders
      .filter((one) => one.isDirectory())
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(names);
  for (const load of [...Object.values(handlers), ...Object.values(answers)]) {
    expect(await load()).toBeDefined();
  }
});

test('no two exit codes are the same', () => {
  const codes = Object.values(exitCodes).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

test('what every object has is no verb', () => {
  expect(findVerb('constructor')).toBeUndefined();
  expect(findVerb('__proto__')).toBeUndefined();
});
