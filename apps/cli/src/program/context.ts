import type { Next } from '@loopwright/core';
import type { ValuesOf, globalFlags } from '@loopwright/core/flags';
import type { Page } from '../terminal/page.ts';
import type { VerbName, verbs } from '../verbs.ts';
import type { ExitName } from './cli-error.ts';

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Where messages for people go while a verb works. */
export interface Messages {
  readonly isTerminal: boolean;
  readonly page: Page;
  write(text: string): void;
}

/** The world as a verb sees it. */
export interface Context {
  readonly env: Env;
  /** An absolute path. */
  readonly cwd: string;
  readonly flags: ValuesOf<typeof globalFlags>;
  readonly messages: Messages;
  /** The path of the script that runs. */
  readonly script: string;
  /** This command, as users can type it. */
  readonly commandName: string;
  now(): number;
  newId(): string;
  /** All of standard input. */
  readInput(): Uint8Array;
  /** The line that a person types as the answer; undefined without a terminal. */
  askPerson(question: string): string | undefined;
  /** Tells the program that started this one, such as the agent of a fleet; left out if none listens. */
  readonly tellStarter?: ((message: string) => void) | undefined;
}

/** Parsed and validated arguments of a verb. */
export interface Request<V extends VerbName> {
  readonly words: readonly string[];
  readonly flags: ValuesOf<(typeof verbs)[V]['flags']>;
  /** What stood after `--`, for a verb that hands it on to another program. */
  readonly handedOn: readonly string[];
}

/** The answer of a verb, for people and for programs. */
export interface Answer {
  /** `ok` if left out. */
  readonly exit?: ExitName | undefined;
  /** What `--json` prints, without `next`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Lines to print without `--json`. */
  readonly text: (page: Page) => readonly string[];
  readonly next?: Next | undefined;
}

/** Executes a verb and returns its answer. */
export type Handler<V extends VerbName> = (context: Context, request: Request<V>) => Answer | Promise<Answer>;
