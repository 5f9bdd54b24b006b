import { spawnSync } from 'node:child_process';
import type { Answer, Context, Request } from '../../program/context.ts';
import { hookFile } from '../../session/place.ts';

/** Runs one of our hooks by hand on the object in standard input, and shows its answer. */
export function tryHook(context: Context, event: string, flags: Request<'doctor'>['flags']): Answer {
  const args = [
    hookFile(context.script, 'hook.cjs'),
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
