import { NOTIFY } from '@loopwright/checks';
import { MAX_LIMITS, sanitizeLine, type Limits, limitRules } from '@loopwright/core';
import { readValue, shapeFlag } from '@loopwright/core/flags';
import * as z from 'zod/mini';

/** The address of the published JSON Schema, for `$schema`. */
export const CONFIG_SCHEMA_ID = 'https://github.com/loopwright/loopwright/apps/cli/config.schema.json';

/** The form of a check's name. It has no equals sign, which tells `--check NAME` from `--check NAME=COMMAND`. */
export const CHECK_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._:/@+-]{0,79}$/u;

const MAX_COMMAND = 1000;
const MAX_TEXTS = 200;

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

function listOf<T extends z.ZodMiniType>(item: T, expected: string) {
  return z
    .array(item, { error: expected })
    .check(z.maxLength(MAX_TEXTS, { error: `${expected}, at most ${MAX_TEXTS}` }));
}

function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  z.globalRegistry.add(schema, { description });
  return schema;
}

const command = z.union(
  [
    plainText('a command', MAX_COMMAND),
    listOf(z.string({ error: 'text' }), 'a program and its arguments').check(
      z.refine(
        (texts) =>
          texts.length > 0 &&
          texts[0] !== '' &&
          texts.every((text) => text === '' || sanitizeLine(text, MAX_COMMAND) === text.trim()),
        { error: 'a program and its arguments, without control or invisible characters' },
      ),
    ),
  ],
  { error: 'a command for the shell, or a list of a program and its arguments' },
);

const duration = z.string({ error: 'a time such as "90s", "10m" or "1h"' }).check(
  z.regex(/^\d{1,9}(\.\d{1,3})?(ms|s|m|h)$/, {
    error: 'a time such as "90s", "10m" or "1h"',
    abort: true,
  }),
  z.refine((text) => readValue({ name: 'timeout', kind: 'duration', summary: '' }, text).ok, {
    error: 'a time such as "90s", "10m" or "1h"',
  }),
);

/** The keys that a named check can have beside its command or judge. */
const scope = {
  timeout: z.optional(described(duration, 'how long it may take: 90s, 10m, 1h (10m unless given)')),
  folder: z.optional(described(innerPath('a folder'), 'where it runs, relative to the folder of this file')),
  paths: z.optional(
    described(
      listOf(innerPath('a path'), 'a list of paths'),
      'the files and folders that its result depends on; everything unless given',
    ),
  ),
};

const EXPECTED = 'a command, or an object with "command" or "judge"';

/** A named check in full. */
const fullCheck = z.strictObject(
  { command: described(command, 'a command for the shell, or a program and its arguments'), ...scope },
  { error: expectedOf(EXPECTED) },
);

const MOST_ROUNDS = 100;
const roundsText = `a whole number from 1 to ${MOST_ROUNDS}`;

/** A named statement that a fresh model judges. */
const judgeCheck = z.strictObject(
  {
    judge: described(plainText('a statement', MAX_COMMAND), 'a statement that a fresh model judges'),
    model: z.optional(
      described(
        plainText('a model', 100).check(
          z.regex(/^[A-Za-z0-9][\w.:/@[\]-]*$/, { error: 'the name of a model, such as "haiku"' }),
        ),
        'who judges; a cheap model unless given',
      ),
    ),
    rounds: z.optional(
      described(
        z
          .number({ error: roundsText })
          .check(
            z.int({ error: roundsText }),
            z.gte(1, { error: roundsText }),
            z.lte(MOST_ROUNDS, { error: roundsText }),
          ),
        'how often it may be asked',
      ),
    ),
    ...scope,
  },
  { error: expectedOf(EXPECTED) },
);

const check = z.union([command, fullCheck, judgeCheck], { error: EXPECTED });

const limits = z.strictObject(
  Object.fromEntries(
    limitRules.map(({ flagName, key, unit, lifted, noun }) => {
      const most = (MAX_LIMITS as Partial<Limits>)[key] ?? undefined;
      const expected = `${unit === 'count' ? 'a whole number' : 'a number'} above 0${most === undefined ? '' : `, at most ${most}`}, or "${lifted}"`;
      const amount = z
        .number({ error: expected })
        .check(
          z.positive({ error: expected }),
          z.lte(most ?? 1_000_000_000, { error: expected }),
          ...(unit === 'count' ? [z.int({ error: expected })] : []),
        );
      const value = z.union([amount, z.literal(lifted)], { error: expected });
      return [flagName, z.optional(described(value, `most ${noun}`))];
    }),
  ),
  { error: expectedOf('an object with limits') },
);

/** A `loop.config.json`, and the user's own `config.json`. */
export const configSchema = z.strictObject(
  {
    $schema: z.optional(described(z.string({ error: 'text' }), 'the address of this schema, for editors')),
    checks: z.optional(
      described(
        z.record(z.string().check(z.regex(CHECK_NAME)), check, { error: 'an object of checks by name' }),
        'checks by name, for --check NAME',
      ),
    ),
    limits: z.optional(described(limits, 'limits of a loop for which no flag says otherwise')),
    shape: z.optional(
      described(
        z.enum(shapeFlag.values, { error: `one of ${shapeFlag.values.join(', ')}` }),
        'how often the loop asks the user; by the score unless given',
      ),
    ),
    notify: z.optional(
      described(
        z.enum(NOTIFY, { error: `one of ${NOTIFY.join(', ')}` }),
        'when to tell you by title and notification of the terminal, in your own config alone (all unless given)',
      ),
    ),
    notifyCommand: z.optional(
      described(command, 'a command of yours that tells you, in your own config alone'),
    ),
    guard: z.optional(
      described(
        listOf(plainText('a pattern', 500), 'a list of patterns'),
        'files that must not be edited, such as "test/**"; the end names those that changed',
      ),
    ),
    guardStrict: z.optional(
      described(
        z.boolean({ error: 'true or false' }),
        'a changed guarded file keeps the loop from ending as verified',
      ),
    ),
  },
  { error: expectedOf('an object') },
);

/** The config as it stands in the file. */
export type ConfigJson = z.infer<typeof configSchema>;

/** An error of this text for a wrong type, and zod's own for an unknown key. */
function expectedOf(expected: string) {
  return (issue: { readonly code?: string | undefined }): string | undefined =>
    issue.code === 'unrecognized_keys' ? undefined : expected;
}
