import type { Command, CommandOf } from '@loopwright/core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command without its time, which the bench adds. */
export type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

/** Lines of a text; an object stands for a repeated string. */
export type Lines = readonly (string | { readonly repeat: string; readonly times: number })[];

/** The required outcome of a stop: the loop ends as done, Claude keeps going, or the session rests with the loop not done. */
export type Expected = 'end' | 'go on' | 'let go';

/** An event before the judged stop. */
export type EarlierEvent =
  | { readonly write: Readonly<Record<string, string>> }
  | { readonly remove: string }
  /** Results of checks. */
  | { readonly verify: Readonly<Record<string, 'pass' | 'fail'>> }
  | { readonly command: WithoutTime<Command> }
  /** An earlier stop through the hook. */
  | { readonly stop: { readonly message: Lines; readonly isContinuing?: boolean } }
  /** Claude edits a view: these fields replace the existing ones. */
  | { readonly edit: { readonly view: string; readonly fields: Readonly<Record<string, unknown>> } };

/** One or more lines of the transcript. */
export type TranscriptPart =
  | { readonly prompt: Lines }
  | { readonly reply: Lines }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly gave?: Lines }
  | { readonly compaction: Lines }
  | { readonly line: Readonly<Record<string, unknown>> };

/** One situation of a stop, and its required outcome. */
export interface Case {
  readonly name: string;
  /** The source of the expectation. */
  readonly why: string;
  readonly expect: Expected;
  /** Arguments of `loop start` beyond a spec; null if this session started no loop. */
  readonly loop?: Partial<WithoutTime<CommandOf<'start'>>> | null;
  readonly before?: readonly EarlierEvent[];
  /** Claude's last message; null if the client sends no message. */
  readonly message: Lines | null;
  /** The line ending of the message; a line feed unless given. */
  readonly lineEnd?: string;
  readonly transcript?: readonly TranscriptPart[];
  /** Fields of the stop's input that differ from the usual ones; null leaves a field out. */
  readonly stop?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Joins lines and expands repeated strings. */
export function textOf(lines: Lines, lineEnd = '\n'): string {
  return lines
    .map((line) => (typeof line === 'string' ? line : line.repeat.repeat(line.times)))
    .join(lineEnd);
}

/** A case with the name of its file. */
export interface FiledCase extends Case {
  readonly family: string;
}

const CORPUS = join(import.meta.dirname, '../../corpus');

/** Reads the corpus in the order of its files. Throws on a case without a unique name, a reason or an expectation. */
export function loadCorpus(): readonly FiledCase[] {
  const files = readdirSync(CORPUS).filter((name) => name.endsWith('.json'));
  const cases = files.sort().flatMap((file) => {
    const family = file.slice(0, -'.json'.length);
    return (JSON.parse(readFileSync(join(CORPUS, file), 'utf8')) as Case[]).map((one) => ({
      ...one,
      family,
    }));
  });
  const names = new Set<string>();
  for (const { family, name, why, expect } of cases) {
    const isWhole = name && why && ['end', 'go on', 'let go'].includes(expect);
    if (!isWhole || names.has(name)) throw new Error(`${family}: “${name}” is incomplete or there twice.`);
    names.add(name);
  }
  return cases;
}
