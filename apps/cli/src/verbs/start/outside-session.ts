import { type CliError, usageError } from '../../program/cli-error.ts';
import type { Request } from '../../program/context.ts';
import { shellQuote } from '../../program/command-name.ts';
import { typedFlags } from '../../flags/typed-flags.ts';
import { verbs } from '../../verbs.ts';

/** Says how a loop starts in a plain terminal: the same words for `loop run`, and for the prompt of Claude Code. */
export function outsideSession({ words, flags }: Request<'start'>): CliError {
  const typed = typedFlags(verbs.run.flags, flags);
  const spec = words.length > 0 ? words : typed.includes('--spec-file') ? [] : ['what is to be done'];
  const prompt = [...spec, ...typed.map((part) => (part.startsWith('--') ? part : shellQuote(part)))].join(
    ' ',
  );
  return usageError(
    '`loop start` needs a session of Claude Code, and this terminal has none.',
    ['run', ...spec, ...typed],
    [
      'Here, without a session: the command below. It works until the checks pass, with a fresh client each time.',
      `In Claude Code, at its prompt: /loop:start ${prompt}`,
      'For a session that is open elsewhere: --session ID.',
    ],
  );
}
