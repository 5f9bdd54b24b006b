import type { Command, CommandOf } from '@loopwright/core';

/** A command as a case states it: the clock is the bench's. */
export type Stated<T> = Omit<T, 'at'>;

/** Lines of a text; one that repeats stands for many. */
export type Lines = readonly (string | { readonly repeat: string; readonly times: number })[];

/** What a stop must lead to: the loop is over as done, Claude is held, or the session may rest with the loop not done. */
export type Expected = 'end' | 'go on' | 'let go';

/** Something that happened before the stop that is judged. */
export type Happening =
  | { readonly write: Readonly<Record<string, string>> }
  | { readonly remove: string }
  /** Checks were run and ended so. */
  | { readonly verify: Readonly<Record<string, 'pass' | 'fail'>> }
  | { readonly command: Stated<Command> }
  /** A stop that came before, through the hook. */
  | { readonly stop: { readonly message: Lines; readonly isContinuing?: boolean } }
  /** Claude edits a view: these fields replace those that are there. */
  | { readonly edit: { readonly view: string; readonly fields: Readonly<Record<string, unknown>> } };

/** A line of the transcript, or several. */
export type Said =
  | { readonly prompt: Lines }
  | { readonly reply: Lines }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly gave?: Lines }
  | { readonly compaction: Lines }
  | { readonly line: Readonly<Record<string, unknown>> };

/** One situation in which Claude stops, and what must come of it. */
export interface Case {
  readonly name: string;
  /** Where the expectation comes from. */
  readonly why: string;
  readonly expect: Expected;
  /** Why the hook is known to answer otherwise; whoever mends that takes the mark away. */
  readonly open?: string;
  /** What `loop start` was given beyond a spec; null where this session started none. */
  readonly loop?: Partial<Stated<CommandOf<'start'>>> | null;
  readonly before?: readonly Happening[];
  /** Claude's last message; null where the client sends none. */
  readonly message: Lines | null;
  /** How the lines of the message end; a line feed if not said. */
  readonly lineEnd?: string;
  readonly transcript?: readonly Said[];
  /** What the stop's input says otherwise than usual; null leaves a field out. */
  readonly stop?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Joins lines, with what repeats written out. */
export function textOf(lines: Lines, lineEnd = '\n'): string {
  return lines
    .map((line) => (typeof line === 'string' ? line : line.repeat.repeat(line.times)))
    .join(lineEnd);
}
