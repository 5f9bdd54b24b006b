import { type Arguments, meantText, parseArguments, type Usage } from '@loopwright/core/flags';
import { usageError } from './cli-error.ts';

/** Parses the arguments after a verb. Throws `CliError`, which names the command for its help. */
export function readArguments(verb: Usage, typed: readonly string[], help: readonly string[]): Arguments {
  const parsed = parseArguments(verb, typed);
  if (parsed.ok) return parsed.arguments;
  const { message, suggestion } = parsed.problem;
  throw usageError(`${message}${meantText(suggestion)}`, help);
}
