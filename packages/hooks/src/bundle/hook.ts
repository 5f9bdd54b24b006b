import { findRoot, hasRun, mayAdopt } from '@loopwright/store/presence';
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseHookInput } from '../hook-input.ts';
import type { HookCall } from '../edge/run-hook.ts';
import { parseEvent, parseInvocation } from '../edge/invocation.ts';
import { wasHeld } from '../edge/held-session.ts';
import { disabledBy } from '../edge/is-disabled.ts';
import { readStdin } from '../edge/read-stdin.ts';
import { reportFailure } from '../edge/report-failure.ts';

/**
 * The entry of every hook. In a session without a loop it exits before it loads anything else, because every session of
 * every user of the plugin runs it.
 */
export function main(): void {
  const { env } = process;
  const { event: asked, dialect } = parseInvocation(process.argv.slice(2), env);
  readStdin((result) => {
    const input = result.kind === 'json' ? parseHookInput(result.value) : undefined;
    const event = asked ?? parseEvent(input?.eventName ?? '');
    const pending = event && input ? answer({ event, dialect, input, env }) : undefined;
    if (event && !input)
      letGo(`its input is ${result.kind === 'json' ? 'no object' : result.kind}`, event, dialect);
    // All output is written. A pending read can't be cancelled, and `exit` would wait for it.
    const leave = (): void =>
      result.kind === 'endless' ? void process.kill(process.pid, 'SIGKILL') : process.exit();
    if (pending) void pending.then(leave);
    else leave();
  });
}

/** Answers the event; the promise is for an answer that comes later. */
function answer(call: HookCall): Promise<void> | undefined {
  try {
    if (call.dialect !== 'ok' && !concernsLoop(call)) return undefined;
    keepCompiled(call.env);
    const { answerEvent } = (
      call.event === 'Stop' ? require('./loop.cjs') : require('./rare.cjs')
    ) as typeof import('./loop.ts');
    return answerEvent(call);
  } catch (error) {
    letGo(error, call.event, call.dialect);
  }
  return undefined;
}

/** Lets Node (22.1 and later) keep the compiled code of the other files in the plugin's own data folder. */
function keepCompiled({ CLAUDE_PLUGIN_DATA: data = '' }: HookCall['env']): void {
  const { enableCompileCache } = process.getBuiltinModule('node:module');
  if (isAbsolute(data)) enableCompileCache?.(join(data, 'compiled'));
}

function letGo(reason: unknown, event: string, dialect: string | undefined): void {
  reportFailure(reason, undefined, event);
  // The hosts of seeds 000 to 002 take nothing but JSON.
  if (dialect === 'ok') process.stdout.write('{"ok":true}\n');
}

/** Whether this event can concern a loop. Checks only which files exist. */
function concernsLoop({ event, input, env }: HookCall): boolean {
  if (disabledBy(env) !== undefined) return false;
  const root = findRoot(env, input.cwd, input.sessionId) ?? input.cwd;
  if (root !== '' && hasRun(root, input.sessionId)) return true;
  switch (event) {
    case 'Stop':
      return Boolean(env['CLAUDE_CODE_TASK_LIST_ID']) || mayAdopt(root) || wasHeld(env, input.sessionId);
    case 'SessionStart':
      return existsSync(join(root, '.loop')) || mayAdopt(root);
    case 'UserPromptExpansion':
      return input.commandName.startsWith('loop:');
    default:
      return false;
  }
}

main();
