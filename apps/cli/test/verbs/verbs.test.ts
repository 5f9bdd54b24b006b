import { expect, test } from 'vitest';
import { globalFlags, parseArguments } from '@loopwright/core/flags';
import { exitCodes } from '../../src/program/cli-error.ts';
import { droppedFor, findVerb, type Verb, verbs } from '../../src/verbs.ts';

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

test.each(all)('%s has a handler', async (_name, verb) => {
  expect(await verb.load()).toBeInstanceOf(Function);
});

test('no two exit codes are the same', () => {
  const codes = Object.values(exitCodes).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

test('what every object has is no verb', () => {
  expect(findVerb('constructor')).toBeUndefined();
  expect(findVerb('__proto__')).toBeUndefined();
  expect(droppedFor('constructor')).toBeUndefined();
});
