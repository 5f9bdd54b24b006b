import {
  breakerRules,
  command,
  DEFAULT_LIMITS,
  type LimitRule,
  limitRules,
  loopEvent,
  MAX_LIMITS,
  stopRules,
} from '@loopwright/core';
import { type Flag, globalFlags } from '@loopwright/core/flags';
import * as z from 'zod';
import { exitCodes } from '../../apps/cli/src/program/cli-error.ts';
import { type Verb, verbs } from '../../apps/cli/src/verbs.ts';
import { breakerMeanings, commandMeanings, eventMeanings, ruleMeanings } from './meanings.ts';

/** The generated parts of the reference, by name. */
export const parts: Readonly<Record<string, () => string>> = {
  verbs: () =>
    Object.entries<Verb>(verbs)
      .map(([name, verb]) => verbText(name, verb))
      .join('\n\n'),
  'global-flags': () => flagTable(globalFlags),
  'exit-codes': () =>
    table(
      ['code', 'meaning'],
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
  rules: () =>
    table(
      ['#', 'rule', 'reason', 'answer', 'remedy'],
      stopRules.map(({ name, reason }, index) => [
        String(index + 1),
        `\`${name}\``,
        reason,
        ruleMeanings[name].answer,
        ruleMeanings[name].remedy,
      ]),
    ),
  breakers: () =>
    table(
      ['breaker', 'opens after', 'effect'],
      breakerRules.map(({ name, threshold, effect }) => [
        `\`${name}\``,
        `${threshold} ${breakerMeanings[name]}`,
        effect,
      ]),
    ),
  limits: () =>
    table(
      ['limit', 'default', 'maximum'],
      limitRules.map(({ name, key, unit }) => [
        `\`${name}\``,
        DEFAULT_LIMITS[key] === null ? 'none' : amount(unit, DEFAULT_LIMITS[key]),
        key in MAX_LIMITS ? amount(unit, MAX_LIMITS[key as keyof typeof MAX_LIMITS]) : 'any',
      ]),
    ),
  events: () => kindTable('event', loopEvent, eventMeanings),
  commands: () => kindTable('command', command, commandMeanings),
};

function verbText(name: string, { summary, words, flags, examples, notes = [] }: Verb): string {
  const usage = `loop ${name}${words === '' ? '' : ` ${words}`}${flags.length > 0 ? ' [--flags]' : ''}`;
  return [
    `### ${name}`,
    `${summary}.`,
    `\`\`\`text\n${usage}\n\`\`\``,
    ...(flags.length > 0 ? [flagTable(flags)] : []),
    ...notes,
    examples.map(([example, meaning]) => `- ${code(example)}: ${meaning}`).join('\n'),
  ].join('\n\n');
}

function flagTable(flags: readonly Flag[]): string {
  return table(
    ['flag', 'meaning'],
    flags.map(({ name, value, values, summary }) => [
      code(`--${name}${value === undefined ? '' : ` ${value}`}`),
      values ? `${summary}: ${values.map(code).join(', ')}` : summary,
    ]),
  );
}

/** Fields that the page explains once, above its tables. */
const COMMON_FIELDS = ['type', 'at', 'isByHand'];

/** One row for each kind of a union: name, meaning and fields of its own. A `?` marks an optional field. */
function kindTable(
  title: string,
  union: z.core.$ZodType,
  meanings: Readonly<Record<string, string>>,
): string {
  const { oneOf = [], anyOf = oneOf } = z.toJSONSchema(union, { unrepresentable: 'any' });
  return table(
    [title, 'meaning', 'fields'],
    anyOf.map(({ properties = {}, required = [] }) => {
      const name = String((properties['type'] as { readonly const?: unknown }).const);
      const fields = Object.keys(properties).filter((field) => !COMMON_FIELDS.includes(field));
      return [
        `\`${name}\``,
        meanings[name] ?? '',
        fields.map((field) => `\`${field}${required.includes(field) ? '' : '?'}\``).join(', '),
      ];
    }),
  );
}

function amount(unit: LimitRule['unit'], value: number): string {
  return unit === 'usd' ? `$${value}` : String(value);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
