import type { Handler } from '../../program/context.ts';
import { completionScript, type Shell } from './completion-script.ts';

/** Prints a completion script. */
export const completion: Handler<'completion'> = (_context, { words }) => {
  // The table lets nothing else through.
  const shell = words[0] as Shell;
  const script = completionScript(shell);
  return { exit: 'ok', json: { shell, script }, text: () => [script] };
};
