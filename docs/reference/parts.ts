import { isDeepStrictEqual } from 'node:util';
import {
  breakerRules,
  DEFAULT_LIMITS,
  type LimitRule,
  limitRules,
  MAX_LIMITS,
  stopRules,
} from '@loopwright/core';
import { type Flag, globalFlags } from '@loopwright/core/flags';
import { exitCodes } from '../../apps/cli/src/program/cli-error.ts';
import { type Verb, verbs } from '../../apps/cli/src/verbs.ts';
import { usage } from '../../packages/fleet/src/verbs/usage.ts';
import { breakerMeanings, ruleMeanings } from './meanings.ts';

type Described = Omit<Verb, 'load'>;
/** The verbs, and the command of the fleet with all that it takes. */
const described: Readonly<Record<string, Described>> = { ...verbs, fleet: usage };

/** The generated parts of the reference, by name. */
export const parts: Readonly<Record<string, () => string>> = {
  verbs: () => Object.entries(described).map(verbText).join('\n\n'),
  'global-flags': () => flagList(globalFlags),
  'exit-codes': () =>
    Object.values(exitCodes)
      .map(({ code, meaning }) => `- **${code}**: ${meaning}`)
      .join('\n'),
  rules: () =>
    stopRules
      .map(({ name, reason }, index) => {
        const { answer, remedy } = ruleMeanings[name];
        return `${index + 1}. \`${name}\` (${answer}): ${reason} ${remedy}`.trimEnd();
      })
      .join('\n'),
  breakers: () =>
    breakerRules
      .map(
        ({ name, threshold, effect }) => `- \`${name}\` (${effect}): ${threshold} ${breakerMeanings[name]}`,
      )
      .join('\n'),
  limits: () =>
    table(
      ['limit', 'default', 'maximum'],
      limitRules.map(({ name, key, unit }) => [
        `\`${name}\``,
        DEFAULT_LIMITS[key] === null ? 'none' : amount(unit, DEFAULT_LIMITS[key]),
        key in MAX_LIMITS ? amount(unit, MAX_LIMITS[key as keyof typeof MAX_LIMITS]) : 'any',
      ]),
    ),
};

/** From so many on, flags of an earlier verb are only named, with a link. */
const MANY = 4;

/** Verbs that people rarely type: the page names their flags, and the help explains them. */
const CALLED_BY_CLAUDE = new Set(['push', 'pop', 'verify', 'criterion', 'review', 'gate', 'task', 'learn']);

function verbText([name, { summary, words, flags }]: readonly [string, Described]): string {
  const [first, shared] = sharedFlags(name, flags);
  const own = flags.filter((flag) => !shared.includes(flag));
  return [
    `### ${name}`,
    `${summary}.`,
    ...(words === '' ? [] : [code(`loop ${name} ${words}`)]),
    ...(own.length === 0 ? [] : [CALLED_BY_CLAUDE.has(name) ? `${flagNames(own)}.` : flagList(own)]),
    ...(shared.length === 0 ? [] : [`As with [${first}](#${first}): ${flagNames(shared)}.`]),
  ].join('\n\n');
}

/** The first verb above with many of the same flags, and these. */
function sharedFlags(name: string, flags: readonly Flag[]): readonly [string, readonly Flag[]] {
  for (const [other, verb] of Object.entries(described)) {
    if (other === name) break;
    const shared = flags.filter((flag) => verb.flags.some((one) => isDeepStrictEqual(one, flag)));
    if (shared.length >= MANY) return [other, shared];
  }
  return ['', []];
}

function flagNames(flags: readonly Flag[]): string {
  return flags.map(({ name }) => code(`--${name}`)).join(', ');
}

function flagList(flags: readonly Flag[]): string {
  return flags
    .map(({ name, value, values, summary }) => {
      const shown = code(`--${name}${value === undefined ? '' : ` ${value}`}`);
      return `- ${shown}: ${values ? `${summary}: ${values.map(code).join(', ')}` : summary}`;
    })
    .join('\n');
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
