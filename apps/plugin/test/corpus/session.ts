/** One thing that happens in a session. */
export type Step =
  /** Claude stops, or another event of the client arrives; `input` adds fields to what the client sends. */
  | {
      readonly hook: string;
      readonly input?: Readonly<Record<string, unknown>>;
      readonly dialect?: string;
      readonly env?: Env;
    }
  /** Somebody types a command. */
  | { readonly loop: readonly string[]; readonly stdin?: string; readonly env?: Env }
  /** A file of the project changes; `null` removes it. */
  | { readonly write: string; readonly text: string | null }
  /** The recording shows a file of the project as it is now. */
  | { readonly show: string };

type Env = Readonly<Record<string, string>>;

/** A list of steps that are played in one new project. */
export interface Session {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Claude stops with these words. */
export function stop(words = 'Working.', input: Readonly<Record<string, unknown>> = {}): Step {
  return { hook: 'Stop', input: { last_assistant_message: words, ...input } };
}

/** Any other event of the client. */
export function hook(event: string, input: Readonly<Record<string, unknown>> = {}): Step {
  return { hook: event, input };
}

/** Tools ran: one call for each answer. */
export function tools(...calls: readonly (readonly [name: string, input: object, response: string])[]): Step {
  return hook('PostToolBatch', {
    tool_calls: calls.map(([name, input, response]) => ({
      tool_name: name,
      tool_input: input,
      tool_response: response,
    })),
  });
}

/** Runs `loop` with these words. */
export function loop(...words: readonly string[]): Step {
  return { loop: words };
}

/** Writes a file of the project. */
export function write(path: string, text: string | null): Step {
  return { write: path, text };
}

/** Shows a file of the project in the recording. */
export function show(path: string): Step {
  return { show: path };
}

/** The same steps, so many times. */
export function times(count: number, ...steps: readonly Step[]): Step[] {
  return Array.from({ length: count }, () => steps).flat();
}
