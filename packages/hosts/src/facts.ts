import {
  asObject,
  countField,
  countMessages,
  NO_TOKENS,
  NO_USAGE,
  type UntrustedObject,
  type UsageState,
} from '@loopwright/transcript/quick';
import type { AgentFailure } from './agent-end.ts';

/** A tool call. `Bash` runs `command`, `Edit` and `Write` change `file_path`, whatever the agent calls them. */
export interface AgentCall {
  readonly name: string;
  readonly input: unknown;
}

/** A tool call with its answer. */
export interface AnsweredCall extends AgentCall {
  readonly text: string;
  readonly isError: boolean;
  /** The user or the agent's rules refused it. */
  readonly isDenied: boolean;
}

/** One tool call of an agent, for people who watch. */
export interface AgentAct {
  readonly tool: string;
  /** The file, command or pattern of the call. May contain any characters. */
  readonly target: string | undefined;
  /** The agent's permission rules refused the call. */
  readonly isRefused: boolean;
}

/** Who hears what an agent does, as it does it. */
export interface FactsListener {
  onAct?(act: AgentAct): void;
  /** Takes the calls of a batch when all of them have answered. */
  onBatch?(calls: readonly AnsweredCall[]): void;
  /** Called after each part of an answer of the model, which may have cost more. */
  onAnswer?(): void;
}

/** How an agent's turn ended, as it says: at its end, cut short by a limit of the user's, or with a failure. */
export type TurnEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'failed'; readonly failure: AgentFailure };

/** What an agent has told of its iteration so far. Each host writes it, line by line. */
export class Facts {
  /** The agent's own session. */
  session: string | undefined;
  /** The last message. */
  text: string | undefined;
  end: TurnEnd | undefined;
  /** The cost as the agent reports it. */
  usd: number | undefined;
  /** The tokens as the agent reports them; left out: those of `usage`. */
  tokens: number | undefined;
  /** The usage by model, for our own prices. */
  usage: UsageState = NO_USAGE;
  /** When the limit of the user's plan ends, in milliseconds since 1970. */
  retryAt: number | undefined;
  /** The name of the last called tool. */
  lastTool: string | undefined;
  /** How many tools were called. */
  calls = 0;
  readonly #listener: FactsListener;
  readonly #open = new Map<string, AgentCall>();
  readonly #denied = new Set<string>();
  #done: AnsweredCall[] = [];

  constructor(listener: FactsListener = {}) {
    this.#listener = listener;
  }

  /** True while a tool has not answered. */
  get isAtWork(): boolean {
    return this.#open.size > 0;
  }

  /** True for a call that has not answered. */
  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** The model speaks, which ends the batch of tools before. `text` replaces the last message, `more` adds to it. */
  say({ text, more }: { readonly text?: string | undefined; readonly more?: string | undefined } = {}): void {
    if (this.#open.size === 0) this.endBatch();
    if (more !== undefined) this.text = (this.text ?? '') + more;
    if (text !== undefined && text !== '') this.text = text;
    this.#listener.onAnswer?.();
  }

  /** A tool is called. A call that the agent reports twice counts once, as it was last reported. */
  call(id: string | undefined, call: AgentCall): void {
    const before = id === undefined ? undefined : this.#open.get(id);
    if (id !== undefined && before) {
      this.#open.set(id, call);
      if (targetOf(call.input) !== targetOf(before.input)) this.#report(call, false);
      return;
    }
    if (this.#open.size === 0) this.endBatch();
    this.calls += 1;
    this.lastTool = call.name;
    this.#report(call, false);
    if (id !== undefined) this.#open.set(id, call);
  }

  /** The agent's rules refuse a call, which is answered after. */
  deny(id: string): void {
    this.#denied.add(id);
  }

  /** A tool answers. An answer to an unknown call is left out. */
  answer(id: string, { text = '', isError, isDenied: wasDenied = false }: GivenAnswer): void {
    const call = this.#open.get(id);
    if (!call) return;
    this.#open.delete(id);
    const isDenied = this.#denied.delete(id) || wasDenied;
    if (isDenied) this.#report(call, true);
    this.#done.push({ ...call, text, isError, isDenied });
  }

  /** Reports the calls that have answered and are not reported yet. */
  endBatch(): void {
    const batch = this.#done;
    this.#done = [];
    if (batch.length > 0) this.#listener.onBatch?.(batch);
  }

  /** Counts the usage of a model. The fields have the tokens of its prompt, of these the cached ones, and of its answer. */
  count(
    model = 'unknown',
    usage: UntrustedObject | undefined,
    fields: readonly [string, string, string],
  ): void {
    const [prompt = 0, cached = 0, output = 0] = fields.map((name) => countField(usage, name));
    const tokens = { ...NO_TOKENS, input: Math.max(0, prompt - cached), cacheRead: cached, output };
    const message = { key: '', model, speed: 'standard', tokens } as const;
    this.usage = countMessages(this.usage, [message]);
  }

  fail(failure: AgentFailure): void {
    this.end = { kind: 'failed', failure };
  }

  #report({ name, input }: AgentCall, isRefused: boolean): void {
    this.#listener.onAct?.({ tool: name, target: targetOf(input), isRefused });
  }
}

/** The answer to a tool call, as far as the agent tells. */
export interface GivenAnswer {
  readonly text?: string | undefined;
  readonly isError: boolean;
  readonly isDenied?: boolean;
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

/** The fields that name the file of an edit. */
const FILE_FIELDS = ['file_path', 'filePath', 'path'];

/** A call in the words of a loop. `names` has the agent's tools that run commands and change files. */
export function namedCall(
  names: Readonly<Record<string, string>>,
  tool: string | undefined,
  input: unknown,
): AgentCall {
  const name = names[tool ?? ''];
  if (name === undefined || name === 'Bash') return { name: name ?? tool ?? '', input };
  const fields = asObject(input);
  const path = FILE_FIELDS.map((field) => fields?.[field]).find((value) => typeof value === 'string');
  return { name, input: { ...fields, file_path: path } };
}
