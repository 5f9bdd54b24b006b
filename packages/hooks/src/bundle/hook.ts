import { findRoot, hasRun, isSessionId, mayAdopt } from '@loopwright/store/presence';
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseHookInput } from '../hook-input.ts';
import type { HookCall } from '../edge/run-hook.ts';
import { parseEvent, parseInvocation } from '../edge/invocation.ts';
import { unansweredStop } from '../edge/held-session.ts';
import { disabledBy } from '../edge/switched-off.ts';
import { readStdin } from '../edge/read-stdin.ts';
import { reportFailure } from '../edge/report-failure.ts';

/**
 * The entry of every hook. In a session without a loop it exits before it loads anything else, because every session of
 * every user of the plugin runs it.
 */
function main(): void {
  const { env } = process;
  const { event: asked, dialect } = parseInvocation(process.argv.slice(2), env);
  readStdin((result) => {
    const input = result.kind === 'json' ? parseHookInput(result.value) : undefined;
    const event = asked ?? parseEvent(input?.eventName ?? '');
    const letGo = (reason?: unknown): void => {
      if (reason !== undefined) reportFailure(reason, undefined, event ?? '');
      // The hosts of seeds 000 to 002 take nothing but JSON.
      if (event && dialect === 'ok') process.stdout.write('{"ok":true}\n');
    };
    // All output is written. A pending read can't be cancelled, and `exit` would wait for it.
    const leave = (): void =>
      result.kind === 'endless' ? void process.kill(process.pid, 'SIGKILL') : process.exit();
    if (event && !input) letGo(`its input is ${result.kind === 'json' ? 'no object' : result.kind}`);
    try {
      const call = event && input && openCall({ event, dialect, input, env });
      if (call) return void answer(call).catch(letGo).then(leave);
      if (input) letGo();
    } catch (error) {
      letGo(error);
    }
    leave();
  });
}

/** The event as a call; undefined if it can't concern a loop. Checks only which files exist. */
function openCall(event: Pick<HookCall, 'event' | 'dialect' | 'input' | 'env'>): HookCall | undefined {
  const { input, env } = event;
  const { cwd, sessionId, agentId } = input;
  if (disabledBy(env) !== undefined || !isSessionId(sessionId)) return undefined;
  // The tools that a subagent runs are work of its session. Its other events don't concern the loop.
  if (agentId !== undefined && event.event !== 'PostToolBatch') return undefined;
  const root = findRoot(env, cwd, sessionId) ?? cwd;
  if (root === '') return undefined;
  const call = {
    ...event,
    root,
    hasRun: hasRun(root, sessionId),
    unanswered: unansweredStop(env, sessionId),
  };
  return call.hasRun || mayConcernLoop(call) ? call : undefined;
}

/** Whether this event of a session without a journal can concern a loop. */
function mayConcernLoop({ event, input, env, root, unanswered }: HookCall): boolean {
  switch (event) {
    case 'Stop':
      return Boolean(env['CLAUDE_CODE_TASK_LIST_ID']) || mayAdopt(root) || unanswered !== undefined;
    case 'SessionStart':
      return existsSync(join(root, '.loop')) || mayAdopt(root);
    case 'UserPromptExpansion':
      return input.commandName.startsWith('loop:');
    default:
      return false;
  }
}

function answer(call: HookCall): Promise<void> {
  const { enableCompileCache } = process.getBuiltinModule('node:module');
  const { CLAUDE_PLUGIN_DATA: data = '' } = call.env;
  // Node 22.1 and later keep the compiled code of the other files in the plugin's own data folder.
  if (isAbsolute(data)) enableCompileCache?.(join(data, 'compiled'));
  const { answerEvent } = (
    call.event === 'Stop' ? require('./loop.cjs') : require('./rare.cjs')
  ) as typeof import('./loop.ts');
  return answerEvent(call);
}

main();
