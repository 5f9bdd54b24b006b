import { isOwnQuestion } from '@loopwright/core/questions';
import { findRoot, hasRun, isSessionId, mayAdopt } from '@loopwright/store/presence';
import { objectsField } from '@loopwright/transcript/quick';
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { HOOK_EVENTS, type HookEvent } from '../answer.ts';
import { disabledBy } from '../edge/client-settings.ts';
import { readStdin } from '../edge/read-stdin.ts';
import { reportFailure } from '../edge/report-failure.ts';
import type { HookCall } from '../edge/run-hook.ts';
import { unansweredStop } from '../edge/session-files.ts';
import { concernsLoop, parseHookInput } from '../hook-input.ts';

/** The entry of every hook in every session of every user: without a loop it exits before it loads anything else. */
function main(): void {
  const { env } = process;
  // `<event> [--dialect D]`; without an event, the input names it.
  const words = process.argv.slice(2).flatMap((word) => word.split(/(?<=^--dialect)=/));
  const at = words.indexOf('--dialect');
  const dialect = at < 0 ? env['LOOP_DIALECT'] : words[at + 1];
  const [name = ''] = at < 0 ? words : words.toSpliced(at, 2);
  readStdin((result) => {
    const input = result.kind === 'json' ? parseHookInput(result.value) : undefined;
    const event = parseEvent(name) ?? parseEvent(input?.eventName ?? '');
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

/** Finds an event by its name, as the client writes it or in kebab-case. */
function parseEvent(name: string): HookEvent | undefined {
  const plain = name.replaceAll('-', '').toLowerCase();
  return HOOK_EVENTS.find((event) => event.toLowerCase() === plain);
}

/** The event as a call; undefined if it can't concern a loop. Checks only which files exist. */
function openCall(event: Pick<HookCall, 'event' | 'dialect' | 'input' | 'env'>): HookCall | undefined {
  const { input, env } = event;
  const { cwd, sessionId } = input;
  if (disabledBy(env) !== undefined || !isSessionId(sessionId)) return undefined;
  if (!concernsLoop(event.event, input)) return undefined;
  const root = findRoot(env, cwd, sessionId) ?? cwd;
  if (root === '') return undefined;
  const unanswered = unansweredStop(env, sessionId);
  const call = { ...event, root, hasRun: hasRun(root, sessionId), unanswered };
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
    case 'PostToolUse':
      return asksOwn(input);
    default:
      return false;
  }
}

/** True for a dialog with a question of the plugin. */
function asksOwn({ toolResponse }: HookCall['input']): boolean {
  return objectsField(toolResponse, 'questions').some(({ question }) => isOwnQuestion(question));
}

function answer(call: HookCall): Promise<void> {
  const { enableCompileCache } = process.getBuiltinModule('node:module');
  const { CLAUDE_PLUGIN_DATA: data = '' } = call.env;
  // Node 22.1 and later keep the compiled code of the other files in the plugin's own data folder.
  if (isAbsolute(data)) enableCompileCache?.(join(data, 'compiled'));
  const file = call.event === 'Stop' ? require('./loop.cjs') : require('./rare.cjs');
  return (file as typeof import('./loop.ts')).answerEvent(call);
}

main();
