import {
  asObject,
  objectField,
  objectsField,
  stringField,
  type UntrustedObject,
} from '@loopwright/transcript/quick';

/** The fields of the client's input that the handlers use. */
export type HookInput = Readonly<ReturnType<typeof parseFields>>;

/** One tool call of a batch. */
export interface ToolCall {
  readonly id?: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly response: unknown;
}

/** The input of an event that no client sent: what isn't given is empty. */
export function hookInput(given: Partial<HookInput>): HookInput {
  return { ...parseFields({}), ...given };
}

/** The tools that a subagent runs are work of its session. Its other events don't concern the loop. */
export function concernsLoop(event: string, { agentId }: HookInput): boolean {
  return agentId === undefined || event === 'PostToolBatch';
}

/** Longer texts are dropped. No field that decides anything is near this size. */
const MAX_TEXT = 4 * 1024 * 1024;
const MAX_ITEMS = 1000;
/** Only background work in these states wakes the session. */
const RUNNING = new Set(['running', 'pending', 'in_progress', '']);

/** Copies the known fields; undefined for anything but an object. Without a schema, because every stop would load it. */
export function parseHookInput(value: unknown): HookInput | undefined {
  const fields = asObject(value);
  return fields && parseFields(fields);
}

function parseFields(value: UntrustedObject) {
  const text = (key: string): string => textOf(value, key);
  return {
    eventName: text('hook_event_name'),
    sessionId: text('session_id'),
    cwd: text('cwd'),
    /** Empty where the client keeps no transcript. */
    transcriptPath: text('transcript_path'),
    /** Set only inside a subagent. */
    agentId: text('agent_id') || undefined,
    isContinuing: value['stop_hook_active'] === true,
    /** The client is in plan mode. */
    isPlanning: value['permission_mode'] === 'plan',
    lastMessage:
      typeof value['last_assistant_message'] === 'string' ? text('last_assistant_message') : undefined,
    /** Background work and wake-ups that will bring the session back by itself. */
    waitingFor: [
      ...listOf(value, 'background_tasks')
        .filter((task) => RUNNING.has(textOf(task, 'status')))
        .map((task) => textOf(task, 'description') || textOf(task, 'command') || textOf(task, 'type')),
      ...listOf(value, 'session_crons').map((cron) => `wake-up ${textOf(cron, 'schedule')}`.trim()),
    ],
    source: text('source'),
    prompt: text('prompt'),
    commandName: text('command_name'),
    commandArgs: text('command_args'),
    toolCalls: listOf(value, 'tool_calls').map((call): ToolCall => ({
      id: textOf(call, 'tool_use_id'),
      name: textOf(call, 'tool_name'),
      input: objectField(call, 'tool_input') ?? {},
      response: call['tool_response'],
    })),
    /** The result of a single tool, as the client reports it. */
    toolResponse: objectField(value, 'tool_response') ?? {},
    error: text('error'),
    errorDetails: text('error_details'),
  };
}

function textOf(fields: UntrustedObject, key: string): string {
  const text = stringField(fields, key) ?? '';
  return text.length <= MAX_TEXT ? text : '';
}

function listOf(fields: UntrustedObject, key: string): readonly UntrustedObject[] {
  return objectsField(fields, key).slice(0, MAX_ITEMS);
}
