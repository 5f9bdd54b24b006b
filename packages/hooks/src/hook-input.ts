import {
  asObject,
  objectField,
  objectsField,
  stringField,
  type UntrustedObject,
} from '@loopwright/transcript/quick';

/** The fields of the client's input that the handlers use. */
export interface HookInput {
  readonly eventName: string;
  readonly sessionId: string;
  readonly cwd: string;
  /** Empty where the client keeps no transcript. */
  readonly transcriptPath: string;
  /** Set only inside a subagent. */
  readonly agentId: string | undefined;
  readonly isContinuing: boolean;
  /** The client is in plan mode. */
  readonly isPlanning: boolean;
  readonly lastMessage: string | undefined;
  /** Background work and wake-ups that will bring the session back by itself. */
  readonly waitingFor: readonly string[];
  readonly source: string;
  readonly prompt: string;
  readonly commandName: string;
  readonly commandArgs: string;
  readonly toolCalls: readonly ToolCall[];
  readonly error: string;
  readonly errorDetails: string;
}

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

/** Longer texts are dropped. No field that decides anything is near this size. */
const MAX_TEXT = 4 * 1024 * 1024;
const MAX_ITEMS = 1000;

/** Only background work in these states wakes the session. */
const RUNNING = new Set(['running', 'pending', 'in_progress', '']);

/**
 * Copies the known fields from the client's input and checks their types; undefined for anything but an object. Uses no
 * schema, because every stop of every loop would load it.
 */
export function parseHookInput(value: unknown): HookInput | undefined {
  const fields = asObject(value);
  return fields && parseFields(fields);
}

function parseFields(value: UntrustedObject): HookInput {
  return {
    eventName: textOf(value, 'hook_event_name'),
    sessionId: textOf(value, 'session_id'),
    cwd: textOf(value, 'cwd'),
    transcriptPath: textOf(value, 'transcript_path'),
    agentId: textOf(value, 'agent_id') || undefined,
    isContinuing: value['stop_hook_active'] === true,
    isPlanning: value['permission_mode'] === 'plan',
    lastMessage:
      typeof value['last_assistant_message'] === 'string'
        ? textOf(value, 'last_assistant_message')
        : undefined,
    waitingFor: [...backgroundWork(value), ...wakeUps(value)],
    source: textOf(value, 'source'),
    prompt: textOf(value, 'prompt'),
    commandName: textOf(value, 'command_name'),
    commandArgs: textOf(value, 'command_args'),
    toolCalls: listOf(value, 'tool_calls').map((call) => ({
      id: textOf(call, 'tool_use_id'),
      name: textOf(call, 'tool_name'),
      input: objectField(call, 'tool_input') ?? {},
      response: call['tool_response'],
    })),
    error: textOf(value, 'error'),
    errorDetails: textOf(value, 'error_details'),
  };
}

function backgroundWork(value: UntrustedObject): string[] {
  return listOf(value, 'background_tasks')
    .filter((task) => RUNNING.has(textOf(task, 'status')))
    .map((task) => textOf(task, 'description') || textOf(task, 'command') || textOf(task, 'type'));
}

function wakeUps(value: UntrustedObject): string[] {
  return listOf(value, 'session_crons').map((cron) => `wake-up ${textOf(cron, 'schedule')}`.trim());
}

function textOf(fields: UntrustedObject, key: string): string {
  const text = stringField(fields, key) ?? '';
  return text.length <= MAX_TEXT ? text : '';
}

function listOf(fields: UntrustedObject, key: string): readonly UntrustedObject[] {
  return objectsField(fields, key).slice(0, MAX_ITEMS);
}
