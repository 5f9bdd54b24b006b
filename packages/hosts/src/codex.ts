import { countField, objectField, objectsField, stringField } from '@loopwright/transcript/quick';
import type { UntrustedObject } from '@loopwright/transcript/quick';
import { apiFailure } from './agent-end.ts';
import type { AgentCall, Facts } from './facts.ts';
import type { Host } from './host.ts';

/** Codex, `codex exec`. It never asks: its sandbox decides what a command may do. */
export const codex: Host = {
  name: 'codex',
  words: { agent: 'Codex', program: 'codex', install: 'npm install -g @openai/codex' },
  marks: ['CODEX_CI', 'CODEX_SESSION_ID', 'CODEX_THREAD_ID', 'CODEX_TOOL_CALL_ID'],
  tells: 'tokens',
  tested: '0.166.0',
  modes: {
    acceptEdits: ['--sandbox', 'workspace-write'],
    auto: ['--approve-for-me'],
    bypassPermissions: ['--dangerously-bypass-approvals-and-sandbox'],
    default: [],
    dontAsk: ['--sandbox', 'workspace-write'],
    plan: ['--sandbox', 'read-only'],
  },
  argv: ({ model }) => ['exec', '--json', '--skip-git-repo-check', ...(model ? ['--model', model] : [])],
  read(line, facts, { model }) {
    const { type } = line;
    if (type === 'thread.started') facts.session = stringField(line, 'thread_id');
    if (type === 'item.started' || type === 'item.completed')
      readItem(objectField(line, 'item') ?? {}, facts);
    if (type === 'turn.failed')
      facts.fail(apiFailure(stringField(objectField(line, 'error'), 'message') ?? 'the turn failed'));
    if (type !== 'turn.completed') return;
    facts.end = { kind: 'done' };
    facts.count(model, objectField(line, 'usage'), ['input_tokens', 'cached_input_tokens', 'output_tokens']);
  },
};

function readItem(item: UntrustedObject, facts: Facts): void {
  if (item['type'] === 'agent_message') return facts.say({ text: stringField(item, 'text') });
  const calls = callsOf(item).map((call, index) => [`${String(item['id'])}.${index}`, call] as const);
  for (const [id, call] of calls) facts.call(id, call);
  if (item['status'] === 'in_progress') return;
  const isError = item['status'] === 'failed' || countField(item, 'exit_code') > 0;
  for (const [id] of calls) facts.answer(id, { text: stringField(item, 'aggregated_output'), isError });
}

function callsOf(item: UntrustedObject): readonly AgentCall[] {
  const type = stringField(item, 'type') ?? '';
  if (type === 'command_execution') return [{ name: 'Bash', input: { command: item['command'] } }];
  if (type === 'mcp_tool_call' || type === 'web_search') return [{ name: type, input: item }];
  return objectsField(item, 'changes').map(({ path }) => ({ name: 'Edit', input: { file_path: path } }));
}
