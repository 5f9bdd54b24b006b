import type { LoopbackService } from '../loopback/serve-loopback.ts';
import type { ScriptedModel } from '../model/scripted-model.ts';
import type { Project } from '../sandbox/create-project.ts';
import type { Sandbox } from '../sandbox/create-sandbox.ts';

/** How the client is started, headless or in a terminal. */
export interface ClaudeOptions {
  readonly sandbox: Sandbox;
  readonly model: ScriptedModel;
  /** The sandbox's own project unless given. */
  readonly project?: Project;
  /** Plugin folders, for this run only. */
  readonly plugins?: readonly string[];
  /** The session to resume. */
  readonly resume?: string;
  /** The session to fork: continues a copy under a new id. */
  readonly fork?: string;
  /** The id of a new session; the client makes one up unless given. */
  readonly sessionId?: string;
  /** Extra variables, e.g. one that disables the thing under test. */
  readonly env?: Readonly<Record<string, string>>;
  /** `bypass` unless given: scripted tool calls run without a prompt. */
  readonly permissions?: 'bypass' | 'default' | 'acceptEdits' | 'plan' | 'dontAsk';
  readonly maxTurns?: number;
  /** The model asked for, by name or alias. */
  readonly modelName?: string;
  /** Further reachable services, e.g. a registry. */
  readonly services?: readonly LoopbackService[];
  /** The timeout after which the run rejects with the output so far. 60 s unless given. */
  readonly timeoutMs?: number;
}

/** The arguments that both ways of running the client share. */
export function commonArguments(options: ClaudeOptions): readonly string[] {
  const permissions = options.permissions ?? 'bypass';
  return [
    ...(options.plugins ?? []).flatMap((folder) => ['--plugin-dir', folder]),
    ...(options.resume === undefined ? [] : ['--resume', options.resume]),
    ...(options.fork === undefined ? [] : ['--resume', options.fork, '--fork-session']),
    ...(options.sessionId === undefined ? [] : ['--session-id', options.sessionId]),
    ...(permissions === 'bypass' ? ['--dangerously-skip-permissions'] : ['--permission-mode', permissions]),
    ...(options.maxTurns === undefined ? [] : ['--max-turns', String(options.maxTurns)]),
    ...(options.modelName === undefined ? [] : ['--model', options.modelName]),
  ];
}
