import { sanitizeLine, type Run } from '@loopwright/core';
import type { Env } from '../program/context.ts';
import { ITERATION_MARK } from './run-client.ts';

/** How the person who runs the loop wants the client to be called. */
export interface ClientPlan {
  /** How Claude calls the loop command in its shell. */
  readonly command: string;
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  readonly pluginFolder: string | undefined;
  /** Handed on as it stands. */
  readonly extra: readonly string[];
}

/** Edits in the project need no question; everything else goes by the rules that the client has. */
const DEFAULT_MODE = 'acceptEdits';

/** The least that the client can be told to spend. */
const LEAST_USD = 0.000001;

/** Gives the arguments of a client that works on one iteration, in a context of its own. */
export function clientArguments(plan: ClientPlan, run: Run, sessionId: string): string[] {
  const { command, model, permissionMode, pluginFolder, extra } = plan;
  const isGiven = (...names: readonly string[]): boolean =>
    extra.some((one) => names.some((name) => one === name || one.startsWith(`${name}=`)));
  const mode =
    permissionMode ??
    (isGiven('--permission-mode', '--dangerously-skip-permissions') ? undefined : DEFAULT_MODE);
  const left = budgetLeft(run);
  return [
    '-p',
    '--output-format=stream-json',
    '--verbose',
    `--session-id=${sessionId}`,
    // Whoever runs a loop lets Claude keep its book; see the threat model.
    `--allowedTools=Bash(${command}:*)`,
    ...(mode === undefined ? [] : ['--permission-mode', mode]),
    ...(model === undefined ? [] : ['--model', model]),
    ...(pluginFolder === undefined ? [] : ['--plugin-dir', pluginFolder]),
    ...(left === undefined || isGiven('--max-budget-usd') ? [] : ['--max-budget-usd', amount(left)]),
    ...extra,
  ];
}

/** No single iteration is to spend more than what is left. */
function budgetLeft({ frames }: Run): number | undefined {
  const frame = frames.at(-1);
  if (!frame || frame.limits.budgetUsd === null) return undefined;
  return Math.max(LEAST_USD, frame.limits.budgetUsd - frame.spend.usd);
}

function amount(usd: number): string {
  return usd.toFixed(6);
}

/** What a client says of itself to its children; a client that we start is nobody's child. */
const CLIENT_VARIABLES = new Set([
  'AI_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ATTENDED',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_PID',
  'CLAUDE_PROJECT_DIR',
]);

/** Gives the environment of such a client: hooks of ours keep still in it, since the driver decides. */
export function clientEnvironment(env: Env, { command }: ClientPlan, sessionId: string): Env {
  const own = Object.entries(env).filter(([name]) => !CLIENT_VARIABLES.has(name));
  return {
    ...Object.fromEntries(own),
    LOOP_DISABLE: '1',
    LOOP_HEADLESS: '1',
    LOOP_COMMAND: sanitizeLine(command, 500),
    [ITERATION_MARK]: sessionId,
  };
}
