import { CliError } from '../../../program/cli-error.ts';
import type { Request } from '../../../program/context.ts';
import { typedFlags } from '../../../flags/typed-flags.ts';
import { verbs } from '../../../verbs.ts';

/** Flags of the batch itself. No run gets them. */
export const OWN_FLAGS = new Set([
  'specs',
  'jobs',
  'budget',
  'worktree',
  'base',
  'resume',
  'retry',
  'take-over',
  'spec-file',
]);
/** These may be given again with `--resume`. */
export const CLIENT_FLAGS = new Set([
  'agent',
  'claude',
  'model',
  'permission-mode',
  'plugin',
  'progress',
  'max-silence',
  'max-wait',
  'iteration-timeout',
]);

/** With `--retry` these raise the limits of the specs that run again. */
export const LIMIT_FLAGS = new Set(['iterations', 'minutes', 'tokens']);

/** The wanted flags as they were typed. */
export function flagsFor(flags: Request<'run'>['flags'], isWanted: (name: string) => boolean): string[] {
  const wanted = verbs.run.flags.filter(({ name }) => isWanted(name));
  return [...typedFlags(wanted, flags)];
}

/** A batch that starts nothing, for a reason outside of the command line. */
export function failed(message: string): CliError {
  return new CliError({ exit: 'error', message: `${message} Nothing was started.` });
}

/** A command line that makes no batch. */
export function usage(message: string): CliError {
  return new CliError({ exit: 'usage', message, next: { words: ['help', 'run'] } });
}
