import { type Flag, flagNamed, type FlagValue } from './flag.ts';
import { globalFlags } from './global-flags.ts';
import { readValue } from './read-value.ts';
import { suggest } from './suggest.ts';

/** What a verb takes. */
export interface Usage {
  /** The words that it takes, as help shows them: `<needed>`, `[left out at will]`, `…` for any number. */
  readonly words: string;
  /** The fewest and the most words that make sense. */
  readonly count: readonly [least: number, most: number];
  /** The possible first words, if they are limited. */
  readonly actions?: readonly string[];
  readonly flags: readonly Flag[];
  /** Arguments after `--` go to another program unchanged. */
  readonly handsOn?: boolean;
}

/** The arguments after a verb. */
export interface Arguments {
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, FlagValue>>;
  /** What stood after `--`, for a verb that hands it on. */
  readonly handedOn: readonly string[];
}

/** A usage error, with a suggestion. */
export interface UsageProblem {
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Parsed arguments, or a usage error. */
export type ParsedArguments =
  | { readonly ok: true; readonly arguments: Arguments }
  | { readonly ok: false; readonly problem: UsageProblem };

/**
 * Parses the arguments after a verb: flags before, between and after the words, as `--flag value` or
 * `--flag=value`. After `--` come only words. Returns the first problem that it meets.
 */
export function parseArguments(verb: Usage, typed: readonly string[]): ParsedArguments {
  const known: readonly Flag[] = [...verb.flags, ...globalFlags];
  const words: string[] = [];
  const flags: Record<string, FlagValue> = {};
  const handedOn: string[] = [];
  for (let index = 0; index < typed.length; index += 1) {
    const text = typed[index] ?? '';
    if (text === '--') {
      (verb.handsOn ? handedOn : words).push(...typed.slice(index + 1));
      break;
    }
    if (!text.startsWith('-') || text === '-') {
      words.push(text);
      continue;
    }
    const step = parseFlag(known, text, typed[index + 1]);
    if ('message' in step) return { ok: false, problem: step };
    const before = flags[step.flag.name];
    flags[step.flag.name] =
      step.flag.kind === 'texts' && Array.isArray(before)
        ? [...before, ...(step.value as readonly string[])]
        : step.value;
    if (step.usesNext) index += 1;
  }
  const problem =
    flags['help'] === true ? undefined : (countWords(verb, words) ?? strayFlag(verb, words, flags));
  return problem ? { ok: false, problem } : { ok: true, arguments: { words, flags, handedOn } };
}

interface FlagStep {
  readonly flag: Flag;
  readonly value: FlagValue;
  readonly usesNext: boolean;
}

/** Reads one flag, with the text after it where it needs one. */
export function parseFlag(
  known: readonly Flag[],
  text: string,
  next: string | undefined,
): FlagStep | UsageProblem {
  const name = text === '-h' ? 'help' : (text.slice(2).split('=', 1)[0] ?? '');
  const flag = text.startsWith('--') || text === '-h' ? flagNamed(known, name) : undefined;
  if (!flag) return unknownFlag(known, text);
  const inline = text.includes('=') ? text.slice(text.indexOf('=') + 1) : undefined;
  if (flag.kind === 'switch' && inline === undefined) return { flag, value: true, usesNext: false };
  if (flag.kind === 'name' && inline === undefined) return { flag, value: '', usesNext: false };
  const given = inline ?? next;
  if (given === undefined)
    return { message: `--${flag.name} needs a value: --${flag.name} ${flag.value ?? 'VALUE'}` };
  const read = readValue(flag, given);
  if (!read.ok) return { message: `--${flag.name} takes ${read.expected}, not "${given}"` };
  return { flag, value: read.value, usesNext: inline === undefined };
}

function unknownFlag(known: readonly Flag[], text: string): UsageProblem {
  const [typed = ''] = text.split('=', 1);
  const meant = suggest(
    typed.replace(/^-+/, ''),
    known.map(({ name }) => name),
  );
  return {
    message: `There is no flag ${typed}`,
    ...(meant !== undefined && { suggestion: `--${meant}` }),
  };
}

/** A flag of another action would do nothing, and its user would not know. */
function strayFlag(
  verb: Usage,
  [action = '']: readonly string[],
  given: Arguments['flags'],
): UsageProblem | undefined {
  const stray = verb.flags.find(({ name, actions }) => name in given && actions?.includes(action) === false);
  return stray && { message: `--${stray.name} belongs to ${stray.actions?.join(', ')}, not to ${action}` };
}

function countWords(verb: Usage, words: readonly string[]): UsageProblem | undefined {
  const [least, most] = verb.count;
  const [first] = words;
  if (verb.actions && first !== undefined && !verb.actions.includes(first)) {
    return {
      message: `"${first}" is not one of: ${verb.actions.join(', ')}`,
      suggestion: suggest(first, verb.actions),
    };
  }
  if (words.length < least) return { message: `Something is missing: ${verb.words}` };
  if (words.length > most) {
    return {
      message: most === 0 ? `It takes no words, but got "${words[0]}"` : `That is too much: "${words[most]}"`,
    };
  }
  return undefined;
}
