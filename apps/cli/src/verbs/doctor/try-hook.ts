import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../../program/cli-error.ts';
import type { Answer, Context, Request } from '../../program/context.ts';

/** Where the built hook lies beside this command: in the package, and in the plugin. */
const PLACES = ['hooks/hook.cjs', '../hooks/hook.cjs'];

/** Runs one of our hooks by hand on the object in standard input, and shows its answer. */
export function tryHook(context: Context, event: string, flags: Request<'doctor'>['flags']): Answer {
  const args = [
    findHook(context.script),
    event,
    flags.really ? '--really' : '--try',
    ...(flags.dialect === undefined ? [] : ['--dialect', flags.dialect]),
  ];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    input: readStdin(context),
    env: context.env,
    cwd: context.cwd,
    encoding: 'utf8',
  });
  const exitCode = status ?? 0;
  return {
    json: { event, stdout, stderr, exitCode },
    text: () => [
      ...[stdout, stderr].flatMap((output) => (output === '' ? [] : [output.trimEnd()])),
      `The hook exits with ${exitCode}${stdout === '' ? ' and says nothing: the stop is let go' : ''}.`,
    ],
    next: { words: ['explain'] },
  };
}

/** A terminal sends no object, so this makes one for the session and folder. */
function readStdin(context: Context): Uint8Array | string {
  const sessionId = context.flags.session ?? context.env['CLAUDE_CODE_SESSION_ID'] ?? '';
  return process.stdin.isTTY
    ? JSON.stringify({ session_id: sessionId, cwd: context.cwd })
    : context.readInput();
}

function findHook(script: string): string {
  const here = dirname(realpathSync(script));
  const found = PLACES.map((place) => join(here, place)).find(existsSync);
  if (found !== undefined) return found;
  throw new CliError({
    message: `There is no hook beside ${here}. Was the command copied without its folder?`,
    next: { words: ['doctor'] },
  });
}
