import type { Notice, Run, UsersChecks, Verdict } from '@loopwright/core';

/** The events that the plugin listens to. */
export const HOOK_EVENTS = [
  'Stop',
  'SessionStart',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PostToolUse',
  'PostToolBatch',
  'StopFailure',
  'SessionEnd',
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** The answer of a handler. A dialect turns it into bytes for a host. */
export type Answer =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'stop';
      readonly verdict: Verdict;
      readonly run: Run | undefined;
      readonly notices: readonly Notice[];
      /** The name of the loop command for Claude; `loop` by default. */
      readonly command?: string;
      /** Left out where nothing runs the checks of the user at a claim. */
      readonly users?: UsersChecks | undefined;
    }
  /** Starts a new turn of Claude with this text. */
  | { readonly kind: 'wake'; readonly text: string }
  /** The hook answers a command of the user itself; the client starts no turn. */
  | { readonly kind: 'instead'; readonly text: string }
  | {
      readonly kind: 'tell';
      readonly event: HookEvent;
      /** For Claude. */
      readonly context?: string | undefined;
      /** For the user. */
      readonly message?: string | undefined;
    };

export const SILENT: Answer = { kind: 'silent' };

/** Tells Claude and the user the same. */
export function tellBoth(event: HookEvent, text: string): Answer {
  return { kind: 'tell', event, context: text, message: text };
}

/** The output and the exit code of the process. */
export interface Output {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: 0 | 2;
}
