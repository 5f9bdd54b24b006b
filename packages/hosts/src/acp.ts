import {
  asObject,
  countField,
  objectField,
  objectsField,
  stringField,
  type UntrustedObject,
} from '@loopwright/transcript/quick';
import { apiFailure } from './agent-end.ts';
import type { AgentCall, Facts, TurnEnd } from './facts.ts';
import type { Host, RunPlan, Send } from './host.ts';

/** Our requests, in this order. Each answer leads to the next. */
const IDS = { initialize: 1, open: 2, prompt: 3 } as const;

/** An agent that speaks the Agent Client Protocol, version 1, on its standard streams. */
export function acp(command: string): Host {
  const [program = '', ...words] = command.split(/\s+/);
  return {
    name: `acp:${command}`,
    words: { agent: program, program, install: `Its command is "${command}"` },
    marks: [],
    tells: 'nothing',
    maxSilenceMs: 900_000,
    tested: 'protocol 1',
    modes: { acceptEdits: [], bypassPermissions: [], default: [], dontAsk: [], plan: [] },
    argv: () => words,
    begin: (_, send) => {
      const fs = { readTextFile: false, writeTextFile: false };
      send(request('initialize', { protocolVersion: 1, clientCapabilities: { fs, terminal: false } }));
    },
    cancel: ({ end, session }, send) => {
      const isAtWork = end === undefined && session !== undefined;
      if (isAtWork) send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: session } });
      return isAtWork;
    },
    read,
  };
}

function read(line: UntrustedObject, facts: Facts, plan: RunPlan, send: Send): void {
  const { id, method } = line;
  if (typeof method !== 'string') return takeAnswer(line, facts, plan, send);
  const params = objectField(line, 'params');
  if (method === 'session/update') return takeUpdate(objectField(params, 'update'), facts);
  if (id === undefined) return;
  if (method === 'session/request_permission') {
    const outcome = answerPermission(params, facts, plan);
    return send({ jsonrpc: '2.0', id, result: { outcome } });
  }
  send({ jsonrpc: '2.0', id, error: { code: -32_601, message: `${method} is not offered` } });
}

function takeAnswer(line: UntrustedObject, facts: Facts, { prompt, root }: RunPlan, send: Send): void {
  const result = objectField(line, 'result');
  const error = objectField(line, 'error');
  if (error) {
    const more = stringField(objectField(error, 'data'), 'details') ?? stringField(error, 'data') ?? '';
    facts.fail(apiFailure(`${stringField(error, 'message') ?? 'the agent refused'} ${more}`.trim()));
    return send(undefined);
  }
  switch (line['id']) {
    case IDS.initialize:
      return send(request('open', { cwd: root, mcpServers: [] }));
    case IDS.open:
      facts.session = stringField(result, 'sessionId') ?? '';
      return send(request('prompt', { sessionId: facts.session, prompt: [{ type: 'text', text: prompt }] }));
    case IDS.prompt: {
      const usage = objectField(result, 'usage');
      const total = countField(usage, 'totalTokens') || quotaTokens(objectField(result, '_meta'));
      if (total > 0) facts.tokens = total;
      facts.end = ENDS[stringField(result, 'stopReason') ?? ''] ?? CUT;
      send(undefined);
    }
  }
}

const CUT: TurnEnd = { kind: 'cut' };
const REFUSAL = { kind: 'unknown', reason: 'the model refused to go on' } as const;
const ENDS: Readonly<Record<string, TurnEnd>> = {
  end_turn: { kind: 'done' },
  refusal: { kind: 'failed', failure: REFUSAL },
};

/** Gemini's own field: tokens of the prompt and of the answer. */
function quotaTokens(meta: UntrustedObject | undefined): number {
  const counts = objectField(objectField(meta, 'quota'), 'token_count');
  return countField(counts, 'input_tokens') + countField(counts, 'output_tokens');
}

function takeUpdate(update: UntrustedObject | undefined, facts: Facts): void {
  const id = stringField(update, 'toolCallId') ?? '';
  switch (update?.['sessionUpdate']) {
    case 'agent_message_chunk':
      return facts.say({ more: stringField(objectField(update, 'content'), 'text') });
    case 'tool_call':
    case 'tool_call_update': {
      const { kind, status } = update;
      // Words before a tool are no last message.
      facts.text = undefined;
      // Some agents tell only in an update what they call.
      if (kind !== undefined) facts.call(id, callOf(update));
      if (status !== 'completed' && status !== 'failed') return;
      return facts.answer(id, { text: outputOf(update), isError: status === 'failed' });
    }
    case 'usage_update': {
      const cost = objectField(update, 'cost');
      const { amount } = cost ?? {};
      // Zero is also what an agent says that knows no price.
      if (typeof amount === 'number' && amount > 0 && cost?.['currency'] === 'USD') facts.usd = amount;
    }
  }
}

function outputOf(update: UntrustedObject): string {
  const texts = objectsField(update, 'content').flatMap(
    (one) => stringField(objectField(one, 'content'), 'text') ?? [],
  );
  return texts.join('\n');
}

function callOf(update: UntrustedObject): AgentCall {
  const input = objectField(update, 'rawInput');
  const title = stringField(update, 'title') ?? '';
  const kind = stringField(update, 'kind') ?? 'other';
  if (kind === 'execute') {
    // A call that waits may not have its command yet.
    const known = update['status'] === 'pending' ? undefined : title;
    return { name: 'Bash', input: { command: stringField(input, 'command') ?? known } };
  }
  const [place] = objectsField(update, 'locations');
  const path = stringField(place, 'path');
  return kind === 'edit' && path !== undefined
    ? { name: 'Edit', input: { file_path: path } }
    : { name: kind, input: { description: title } };
}

/** What `acceptEdits` lets an agent do: change files, and what changes nothing. */
const HARMLESS: ReadonlySet<unknown> = new Set(['edit', 'read', 'search', 'think']);

/** Words of a command that start no other command. */
const PLAIN = /^[\w ./"'=:,@-]*$/;

/** Answers as the user's mode says; nobody else is there to be asked. A refusal is put on record. */
function answerPermission(params: UntrustedObject | undefined, facts: Facts, plan: RunPlan): object {
  const call = objectField(params, 'toolCall') ?? {};
  const isAllowed = allows(plan, call);
  const id = stringField(call, 'toolCallId') ?? '';
  // Some agents tell of a call only when they ask for it.
  if (!facts.isOpen(id)) facts.call(id, callOf(call));
  if (!isAllowed) facts.deny(id);
  const wanted = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const options = objectsField(params, 'options');
  const [option] = wanted.flatMap((kind) => options.filter((one) => one['kind'] === kind));
  return option ? { outcome: 'selected', optionId: option['optionId'] } : { outcome: 'cancelled' };
}

function allows(
  { checks, command, permissionMode = 'acceptEdits' }: RunPlan,
  call: UntrustedObject,
): boolean {
  if (permissionMode === 'bypassPermissions') return true;
  if (permissionMode !== 'acceptEdits') return false;
  const { name, input } = callOf(call);
  const asked = stringField(asObject(input), 'command') ?? '';
  if (name !== 'Bash') return HARMLESS.has(call['kind']);
  return (
    checks.includes(asked) || (asked.startsWith(`${command} `) && PLAIN.test(asked.slice(command.length)))
  );
}

function request(step: keyof typeof IDS, params: object): object {
  const method = { initialize: 'initialize', open: 'session/new', prompt: 'session/prompt' }[step];
  return { jsonrpc: '2.0', id: IDS[step], method, params };
}
