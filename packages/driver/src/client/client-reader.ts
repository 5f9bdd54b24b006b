import {
  type AnsweredCall,
  type ClientResult,
  parseClientResult,
  toolFacts,
  type ToolFacts,
} from '@loopwright/hooks';
import {
  type Entry,
  foldUsage,
  NO_USAGE,
  parseEntry,
  type PriceTable,
  priceUsage,
} from '@loopwright/transcript';
import { asObject, objectField, parseObject } from '@loopwright/transcript/quick';

/** One tool call of a client, for people who watch. */
export interface ClientAct {
  readonly tool: string;
  /** The file, command or pattern of the call. May contain any characters. */
  readonly target: string | undefined;
  /** The client's permission rules refused the call. */
  readonly isRefused: boolean;
}

/** Reads the output of a headless client, line by line. */
export interface ClientReader {
  /** Reads one line. Returns the finished batch when the line shows that a batch of tools is over. */
  take(line: string): ToolFacts | undefined;
  /** Returns the last, unreturned batch; undefined after the last one. */
  rest(): ToolFacts | undefined;
  /** The name of the last called tool. */
  readonly lastTool: string | undefined;
  /** How many tools were called. */
  readonly calls: number;
  readonly result: ClientResult | undefined;
  /** When the limit of the user's plan ends, in milliseconds since 1970, if the client said so. */
  readonly retryAt: number | undefined;
  /** The cost by our own prices. Less exact than the result: messages report fewer tokens. */
  priced(): { readonly usd: number; readonly tokens: number };
}

/** What a reader reports while it reads. */
export interface ClientWatch {
  onAct?(act: ClientAct): void;
  /** Called after each part of an answer of the model, which may have cost more. */
  onAnswer?(): void;
  /** Omitted: the list prices. */
  readonly prices?: PriceTable;
  /** The commands that prove the criteria. Omitted: none. */
  readonly checks?: readonly string[];
  /** The project's folder. Omitted: unknown. */
  readonly root?: string;
}

interface Call {
  readonly name: string;
  readonly input: unknown;
}

/** Creates a reader for one client. It skips lines that are no message of the client, and no line makes it throw. */
export function createClientReader({
  onAct,
  onAnswer,
  prices,
  checks = [],
  root = '',
}: ClientWatch = {}): ClientReader {
  const open = new Map<string, Call>();
  const denied = new Set<string>();
  let done: AnsweredCall[] = [];
  let failedBefore: string | undefined;
  let calls = 0;
  let lastTool: string | undefined;
  let result: ClientResult | undefined;
  let retryAt: number | undefined;
  let usage = NO_USAGE;

  function takeTools(entry: Entry): void {
    if (entry.type === 'assistant') {
      for (const { id, name, input } of entry.toolUses) {
        calls += 1;
        lastTool = name;
        onAct?.({ tool: name, target: targetOf(input), isRefused: false });
        if (id !== undefined) open.set(id, { name, input });
      }
    }
    if (entry.type !== 'user') return;
    for (const { toolUseId, isError, text } of entry.toolResults) {
      const call = toolUseId === undefined ? undefined : open.get(toolUseId);
      if (toolUseId === undefined || call === undefined) continue;
      open.delete(toolUseId);
      const isDenied = denied.delete(toolUseId);
      if (isDenied) onAct?.({ tool: call.name, target: targetOf(call.input), isRefused: true });
      done.push({ ...call, text, isError, isDenied });
    }
  }

  function flush(): ToolFacts | undefined {
    if (done.length === 0) return undefined;
    const facts = toolFacts(done, { failedBefore, checks, root });
    failedBefore = facts.failedCall ?? failedBefore;
    done = [];
    return facts;
  }

  return {
    take: (line) => {
      const message = parseObject(line);
      if (message === undefined) return undefined;
      switch (message['type']) {
        case 'result':
          result = parseClientResult(message);
          return undefined;
        case 'system':
          if (message['subtype'] === 'permission_denied') denied.add(String(message['tool_use_id']));
          return undefined;
        case 'rate_limit_event':
          retryAt = resetOf(message) ?? retryAt;
          return undefined;
        case 'assistant':
        case 'user': {
          const entry = parseEntry(line);
          if (entry === undefined) return undefined;
          usage = foldUsage(usage, [entry]);
          // Claude speaks again once every tool of the batch has answered.
          const batch = entry.type === 'assistant' && open.size === 0 ? flush() : undefined;
          takeTools(entry);
          if (entry.type === 'assistant') onAnswer?.();
          return batch;
        }
        default:
          return undefined;
      }
    },
    rest: flush,
    get lastTool() {
      return lastTool;
    },
    get calls() {
      return calls;
    },
    get result() {
      return result;
    },
    get retryAt() {
      return retryAt;
    },
    priced: () => {
      const { costUsd, totalTokens } = priceUsage(usage, prices);
      return { usd: costUsd, tokens: totalTokens };
    },
  };
}

/** The client gives the time in seconds since 1970. */
function resetOf(message: Readonly<Record<string, unknown>>): number | undefined {
  const { status, resetsAt } = objectField(message, 'rate_limit_info') ?? {};
  return status === 'rejected' && typeof resetsAt === 'number' ? resetsAt * 1000 : undefined;
}

/** The input fields that name a target, the most telling first. */
const TARGET_FIELDS = [
  'file_path',
  'notebook_path',
  'command',
  'pattern',
  'path',
  'url',
  'query',
  'skill',
  'description',
];

/** The target of a tool call, from its input; undefined for an input without one. */
function targetOf(input: unknown): string | undefined {
  const fields = asObject(input);
  return TARGET_FIELDS.map((name) => fields?.[name]).find((value) => typeof value === 'string');
}
