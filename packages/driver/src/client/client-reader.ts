import {
  type AnsweredCall,
  type ClientResult,
  parseClientResult,
  type ToolContext,
  toolFacts,
  type ToolFacts,
} from '@loopwright/hooks';
import {
  asObject,
  type Entry,
  foldUsage,
  NO_USAGE,
  objectField,
  parseEntry,
  parseObject,
  type PriceTable,
  type ToolResult,
  type ToolUse,
  type UntrustedObject,
} from '@loopwright/transcript';
import { type Bill, pricedBill } from '../run/bill.ts';

/** One tool call of a client, for people who watch. */
export interface ClientAct {
  readonly tool: string;
  /** The file, command or pattern of the call. May contain any characters. */
  readonly target: string | undefined;
  /** The client's permission rules refused the call. */
  readonly isRefused: boolean;
}

/** What a reader reports while it reads, and what it knows of the run: without, no checks, and an unknown folder. */
export interface ClientWatch extends Partial<Omit<ToolContext, 'failedBefore'>> {
  onAct?(act: ClientAct): void;
  /** Called after each part of an answer of the model, which may have cost more. */
  onAnswer?(): void;
  /** Omitted: the list prices. */
  readonly prices?: PriceTable;
}

/** Reads the output of a client, line by line. It skips lines that are no message, and no line makes it throw. */
export class ClientReader {
  /** The name of the last called tool. */
  lastTool: string | undefined;
  /** How many tools were called. */
  calls = 0;
  result: ClientResult | undefined;
  /** When the limit of the user's plan ends, in milliseconds since 1970, if the client said so. */
  retryAt: number | undefined;
  readonly #watch: ClientWatch;
  readonly #open = new Map<string, ToolUse>();
  readonly #denied = new Set<string>();
  #done: AnsweredCall[] = [];
  #failedBefore: string | undefined;
  #usage = NO_USAGE;

  constructor(watch: ClientWatch = {}) {
    this.#watch = watch;
  }

  /** Reads one line. Returns the finished batch when the line shows that a batch of tools is over. */
  take(line: string): ToolFacts | undefined {
    const message = parseObject(line);
    switch (message?.['type']) {
      case 'result':
        this.result = parseClientResult(message);
        return undefined;
      case 'system':
        if (message['subtype'] === 'permission_denied') this.#denied.add(String(message['tool_use_id']));
        return undefined;
      case 'rate_limit_event':
        this.retryAt = resetOf(message) ?? this.retryAt;
        return undefined;
      default:
        return this.#takeEntry(parseEntry(line));
    }
  }

  /** Returns the last, unreturned batch; undefined after the last one. */
  rest(): ToolFacts | undefined {
    if (this.#done.length === 0) return undefined;
    const { checks = [], root = '' } = this.#watch;
    const facts = toolFacts(this.#done, { failedBefore: this.#failedBefore, checks, root });
    this.#failedBefore = facts.failedCall ?? this.#failedBefore;
    this.#done = [];
    return facts;
  }

  /** The cost by our own prices. Less exact than the result: messages report fewer tokens. */
  priced(): Bill {
    return pricedBill(this.#usage, this.#watch.prices);
  }

  #takeEntry(entry: Entry | undefined): ToolFacts | undefined {
    if (!entry) return undefined;
    this.#usage = foldUsage(this.#usage, [entry]);
    if (entry.type === 'user') entry.toolResults.forEach((result) => this.#takeResult(result));
    if (entry.type !== 'assistant') return undefined;
    // Claude speaks again once every tool of the batch has answered.
    const batch = this.#open.size === 0 ? this.rest() : undefined;
    for (const call of entry.toolUses) {
      this.calls += 1;
      this.lastTool = call.name;
      this.#report(call, false);
      if (call.id !== undefined) this.#open.set(call.id, call);
    }
    this.#watch.onAnswer?.();
    return batch;
  }

  #takeResult({ toolUseId = '', isError, text }: ToolResult): void {
    const call = this.#open.get(toolUseId);
    if (!call) return;
    this.#open.delete(toolUseId);
    const isDenied = this.#denied.delete(toolUseId);
    if (isDenied) this.#report(call, true);
    this.#done.push({ ...call, text, isError, isDenied });
  }

  #report({ name, input }: ToolUse, isRefused: boolean): void {
    this.#watch.onAct?.({ tool: name, target: targetOf(input), isRefused });
  }
}

/** The client gives the time in seconds since 1970. */
function resetOf(message: UntrustedObject): number | undefined {
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
