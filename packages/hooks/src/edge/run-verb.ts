import { join } from 'node:path';
import type { Env } from '@loopwright/checks';
import { ownClientEnvironment } from '@loopwright/hosts';
import type { RunAddress } from '@loopwright/store';

/** The client drops the answer of a hook after twenty seconds. */
const TIMEOUT_MS = 15_000;
/** The client moves a text of more than 10,000 characters to a file. */
const MAX_TEXT = 9000;
/** The client shows the answer with two columns of margin on each side. */
const MARGIN = 4;

/** Runs a verb of the plugin's own loop command; undefined outside of the plugin, and if it doesn't end in time. */
export function runVerb(
  args: readonly string[],
  { root, sessionId }: RunAddress,
  env: Env,
): string | undefined {
  const plugin = env['CLAUDE_PLUGIN_ROOT'];
  if (!plugin) return undefined;
  const { LOOP_DISABLE: _off, ...own } = ownClientEnvironment(env);
  const columns = Number(env['COLUMNS']) - MARGIN;
  const size = columns > 0 && { COLUMNS: String(columns) };
  const { status, stdout, stderr } = process
    .getBuiltinModule('node:child_process')
    .spawnSync(
      process.execPath,
      [join(plugin, 'bin', 'loop'), ...args, '--project', root, '--session', sessionId],
      {
        cwd: root,
        env: { ...own, LOOP_ASKED_IN: 'prompt', NO_COLOR: '1', ...size },
        encoding: 'utf8',
        timeout: TIMEOUT_MS,
        maxBuffer: 1024 * 1024,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  const text = `${stdout ?? ''}${status === 0 ? '' : (stderr ?? '')}`.trim().slice(0, MAX_TEXT);
  return status === null || text === '' ? undefined : text;
}
