import { type Arguments, globalFlags, meantText, parseArguments } from '@loopwright/core/flags';
import { type CliError, usageError } from './cli-error.ts';
import { readArguments } from './read-arguments.ts';
import { droppedFor, findVerb, meantVerb, verbs, verbsOfAction, type VerbName } from '../verbs.ts';

/** Parses the arguments after the command's name. Throws `CliError` for usage errors. */
export function readRequest(typed: readonly string[]): Arguments & { readonly verb: VerbName } {
  const { verb: name, rest } = splitVerb(typed);
  if (name === undefined) return readHelp(rest);
  const verb = findVerb(name);
  if (!verb) throw droppedVerb(name, rest) ?? unknownVerb(name);
  const { words, flags, handedOn } = readArguments(verb, rest, ['help', name]);
  if (flags['help'] === true) return { verb: 'help', words: [name], flags, handedOn: [] };
  return { verb: name as VerbName, words, flags, handedOn };
}

/** Without a verb there is only help, and flags that would have to belong to a verb make no sense. */
function readHelp(rest: readonly string[]): Arguments & { readonly verb: VerbName } {
  const parsed = parseArguments(verbs.help, rest);
  if (!parsed.ok) throw usageError(`${parsed.problem.message}, and there is no verb.`, ['help']);
  return { verb: 'help', words: [], flags: parsed.arguments.flags, handedOn: [] };
}

/** The error for a verb of an older version, which names the command of today. */
function droppedVerb(name: string, rest: readonly string[]): CliError | undefined {
  const action = rest.find((word) => droppedFor(`${name} ${word}`) !== undefined);
  const old = action === undefined ? name : `${name} ${action}`;
  const words = droppedFor(old);
  if (words === undefined) return undefined;
  if (words.length === 0) return usageError(`The verb "${name}" is gone.`, ['help']);
  const others = rest.filter((word) => word !== action);
  return usageError(`"loop ${old}" is now "loop ${words.join(' ')}".`, [...words, ...others]);
}

function unknownVerb(name: string): CliError {
  const meant = meantVerb(name);
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  const actions = verbsOfAction(name);
  if (meant === undefined && actions.length > 0)
    return usageError(
      `There is no verb "${shown}". Did you mean: ${actions.map((verb) => `loop ${verb} ${name}`).join(', ')}?`,
      ['help', actions[0] ?? ''],
    );
  const details = [`To start a loop with these words: loop start "${shown}"`];
  return usageError(`There is no verb "${shown}"${meantText(meant)}`, ['help'], details);
}

/** Finds the verb: the first word that is neither a global flag nor its value. `rest` keeps the order of the others. */
export function splitVerb(typed: readonly string[]): {
  readonly verb: string | undefined;
  readonly rest: readonly string[];
} {
  let index = 0;
  while (index < typed.length) {
    const text = typed[index] ?? '';
    if (!text.startsWith('-'))
      return { verb: text, rest: [...typed.slice(0, index), ...typed.slice(index + 1)] };
    index += takesNext(text) ? 2 : 1;
  }
  return { verb: undefined, rest: typed };
}

function takesNext(text: string): boolean {
  return globalFlags.some(({ name, kind }) => kind !== 'switch' && text === `--${name}`);
}
