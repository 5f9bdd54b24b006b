import { continueFlags, startFlags } from '../flags/begin-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { parseArguments, parseFlag } from '../flags/parse-arguments.ts';
import { parseCommand, splitNamed } from '../flags/parse-check.ts';
import { splitWords } from '../flags/split-words.ts';
import type { TypedCheck, TypedCommand } from './contract.ts';

/** The words after a typed command of the loop, parsed. */
export interface ParsedWords extends Pick<TypedCommand, 'spec' | 'flags' | 'unclear' | 'problem'> {
  /** Every check and judge, also one whose flag is unclear. */
  readonly checks: TypedCheck[];
}

/** Parses the words that a user typed after `loop:start`, for example. */
export function parseTyped(command: string, text: string): ParsedWords {
  const known = command === 'loop:continue' ? continueFlags : startFlags;
  const { flags, spec, unclear, inside } = splitWords(text, known);
  const parsed = parseArguments({ words: '', count: [0, Number.POSITIVE_INFINITY], flags: known }, flags);
  return {
    spec,
    unclear: [...unclear],
    checks: checksIn([...flags, ...inside], known),
    ...(parsed.ok ? { flags: parsed.arguments.flags } : { flags: {}, problem: parsed.problem }),
  };
}

function checksIn(typed: readonly string[], known: readonly Flag[]): TypedCheck[] {
  return typed.flatMap((text, index) => {
    const step = parseFlag(known, text, typed[index + 1]);
    if ('message' in step || (step.flag.name !== 'check' && step.flag.name !== 'judge')) return [];
    const isJudge = step.flag.name === 'judge';
    // Both flags are `texts`.
    return (step.value as readonly string[]).map((value) => {
      const { name, text: asked } = splitNamed(value);
      return { typed: value, name, check: isJudge ? { judge: asked } : { command: parseCommand(asked) } };
    });
  });
}
