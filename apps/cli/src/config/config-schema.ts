import { NOTIFY } from '@loopwright/checks';
import { MAX_LIMITS, sanitizeLine, type Limits, limitRules } from '@loopwright/core';
import { readValue, shapeFlag } from '@loopwright/core/flags';
import { findHost, HOSTS } from '@loopwright/hosts';
import * as z from 'zod/mini';

/** The address of the published JSON Schema, for `$schema`. */
export const CONFIG_SCHEMA_ID = 'https://github.com/loopwright/loopwright/apps/cli/config.schema.json';

/** The form of a check's name. It has no equals sign, which tells `--check NAME` from `--check NAME=COMMAND`. */
const CHECK_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._:/@+-]{0,79}$/u;

const MAX_COMMAND = 1000;
const MAX_TEXTS = 200;
const MAX_ROUNDS = 100;

/** An optional key with its description. */
function key<T extends z.ZodMiniType>(schema: T, description: string) {
  return z.optional(described(schema, description));
}

function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** An object with these keys alone. A wrong type gets the text `error`, and an unknown key the error of zod. */
function objectOf<T extends z.core.$ZodLooseShape>(shape: T, error: string) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? undefined : error),
  });
}

/** A text on one line without control, bidi and invisible characters: the user sees it before agreeing to it. */
function plainText(expected: string, maxLength: number) {
  return z.string({ error: expected }).check(
    z.minLength(1, { error: expected, abort: true }),
    z.maxLength(maxLength, { error: `${expected}, of at most ${maxLength} characters`, abort: true }),
    z.refine((text) => sanitizeLine(text, maxLength) === text, {
      error: `${expected}, on one line, without control or invisible characters and without spaces around it`,
      abort: true,
    }),
  );
}

/** A folder or a pattern inside the project. */
function innerPath(expected: string) {
  return plainText(expected, 500).check(
    z.refine((path) => !/^(?:[\\/]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path), {
      error: `${expected} inside the folder of this file`,
    }),
  );
}

function listOf<T extends z.ZodMiniType>(item: T, error: string) {
  return z.array(item, { error }).check(z.maxLength(MAX_TEXTS, { error: `${error}, at most ${MAX_TEXTS}` }));
}

function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, { error: `one of ${values.join(', ')}` });
}

const command = z.union(
  [
    plainText('a command', MAX_COMMAND),
    listOf(z.string({ error: 'text' }), 'a program and its arguments').check(
      z.refine(
        (texts) =>
          (texts[0] ?? '') !== '' &&
          texts.every((text) => text === '' || sanitizeLine(text, MAX_COMMAND) === text.trim()),
        { error: 'a program and its arguments, without control or invisible characters' },
      ),
    ),
  ],
  { error: 'a command for the shell, or a list of a program and its arguments' },
);

const TIME = 'a time such as "90s", "10m" or "1h"';

/** A time as text; parsed to milliseconds. */
const duration = z.pipe(
  z.string({ error: TIME }).check(z.regex(/^\d{1,9}(\.\d{1,3})?(ms|s|m|h)$/, { error: TIME, abort: true })),
  z.transform((text, { issues }): number => {
    const read = readValue({ name: 'timeout', kind: 'duration', summary: '' }, text);
    if (!read.ok) issues.push({ code: 'custom', message: TIME, input: text });
    return read.ok ? Number(read.value) : 0;
  }),
);

/** The keys that a named check can have beside its command or judge. */
const scope = {
  timeout: key(duration, 'how long it may take: 90s, 10m, 1h (10m unless given)'),
  folder: key(innerPath('a folder'), 'where it runs, relative to the folder of this file'),
  paths: key(
    listOf(innerPath('a path'), 'a list of paths'),
    'the files and folders that its result depends on; everything unless given',
  ),
};

const CHECK = 'a command, or an object with "command" or "judge"';
const MODEL = 'the name of a model, such as "haiku"';
const ROUNDS = `a whole number from 1 to ${MAX_ROUNDS}`;

const check = z.union(
  [
    command,
    objectOf(
      { command: described(command, 'a command for the shell, or a program and its arguments'), ...scope },
      CHECK,
    ),
    objectOf(
      {
        judge: described(plainText('a statement', MAX_COMMAND), 'a statement that a fresh model judges'),
        model: key(
          plainText('a model', 100).check(z.regex(/^[A-Za-z0-9][\w.:/@[\]-]*$/, { error: MODEL })),
          'who judges; a cheap model unless given',
        ),
        rounds: key(
          z
            .number({ error: ROUNDS })
            .check(
              z.int({ error: ROUNDS }),
              z.gte(1, { error: ROUNDS }),
              z.lte(MAX_ROUNDS, { error: ROUNDS }),
            ),
          'how often it may be asked',
        ),
        ...scope,
      },
      CHECK,
    ),
  ],
  { error: CHECK },
);

/** Each limit in the unit of people, or the word that lifts it; parsed to the value of its flag. */
const limits = objectOf(
  Object.fromEntries(
    limitRules.map(({ flagName, key: name, unit, unitSize, lifted, noun }) => {
      const most = (MAX_LIMITS as Partial<Limits>)[name] ?? undefined;
      const error = `${unit === 'count' ? 'a whole number' : 'a number'} above 0${most === undefined ? '' : `, at most ${most}`}, or "${lifted}"`;
      const amount = z
        .number({ error })
        .check(
          z.positive({ error }),
          z.lte(most ?? 1_000_000_000, { error }),
          ...(unit === 'count' ? [z.int({ error })] : []),
        );
      const value = z.pipe(
        z.union([amount, z.literal(lifted)], { error }),
        z.transform((limit) => (typeof limit === 'number' ? limit * unitSize : null)),
      );
      return [flagName, key(value, `most ${noun}`)];
    }),
  ),
  'an object with limits',
);

const AGENT = `${HOSTS.map(({ name }) => name).join(', ')}, or acp:COMMAND`;

/** A `loop.config.json`, and the user's own `config.json`. */
export const configSchema = objectOf(
  {
    $schema: key(z.string({ error: 'text' }), 'the address of this schema, for editors'),
    checks: key(
      z.record(z.string().check(z.regex(CHECK_NAME)), check, { error: 'an object of checks by name' }),
      'checks by name, for --check NAME',
    ),
    limits: key(limits, 'limits of a loop for which no flag says otherwise'),
    shape: key(oneOf(shapeFlag.values), 'how often the loop asks the user; by the score unless given'),
    agent: key(
      z.string({ error: AGENT }).check(z.refine((name) => findHost(name) !== undefined, { error: AGENT })),
      'who works in loop run: claude unless given; acp:COMMAND in your own config alone',
    ),
    notify: key(
      oneOf(NOTIFY),
      'when to tell you by title and notification of the terminal, in your own config alone (all unless given)',
    ),
    notifyCommand: key(command, 'a command of yours that tells you, in your own config alone'),
    guard: key(
      listOf(plainText('a pattern', 500), 'a list of patterns'),
      'files that must not be edited, such as "test/**"; the end names those that changed',
    ),
    guardStrict: key(
      z.boolean({ error: 'true or false' }),
      'a changed guarded file keeps the loop from ending as verified',
    ),
    provesChange: key(
      z.boolean({ error: 'true or false' }),
      'verified only if a check also fails on the files of the start',
    ),
  },
  'an object',
);
