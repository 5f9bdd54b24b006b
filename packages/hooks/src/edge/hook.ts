import { findRoot, hasRun, mayAdopt } from '@loopwright/store/presence';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HookEvent } from '../answer.ts';
import { type HookInput, parseHookInput } from '../hook-input.ts';
import { parseEvent, parseInvocation } from './invocation.ts';
import { readStdin } from './read-stdin.ts';
import { reportFailure } from './report-failure.ts';

/**
 * The entry of every hook. It finds out that this session has nothing to do with a loop before it loads
 * anything else, because every session of everybody who has the plugin pays for it.
 */
export function main(): void {
  const { env } = process;
  const { event: asked, dialect } = parseInvocation(process.argv.slice(2), env);
  readStdin((text) => {
    const input = text === undefined ? undefined : parseHookInput(text);
    const event = asked ?? parseEvent(input?.eventName ?? '');
    if (!event) return;
    if (!input) {
      reportFailure('its input is no JSON object of a sane size, or did not end', undefined, event);
      return;
    }
    try {
      if (dialect !== 'ok' && !concernsLoop(event, input)) return;
      (require('./loop.cjs') as typeof import('./loop-hook.ts')).runLoopHook({ event, dialect, input, env });
    } catch (error) {
      reportFailure(error, undefined, event);
    }
  });
}

/** Whether anything can come of this event. Looks at names of files and nothing else. */
function concernsLoop(event: HookEvent, input: HookInput): boolean {
  const { env } = process;
  if (env['LOOP_DISABLE'] === '1' || env['IDLE_LOOP_DISABLE'] === '1') return false;
  const root = findRoot(env, input.cwd, input.sessionId) ?? input.cwd;
  if (root !== '' && hasRun(root, input.sessionId)) return true;
  switch (event) {
    case 'Stop':
      return Boolean(env['CLAUDE_CODE_TASK_LIST_ID']) || mayAdopt(root);
    case 'SessionStart':
      return existsSync(join(root, '.loop'));
    case 'UserPromptExpansion':
      return input.commandName.startsWith('loop:');
    default:
      return false;
  }
}

main();
