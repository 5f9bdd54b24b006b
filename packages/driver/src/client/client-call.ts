import { type Criterion, isJudged, sanitizeLine, type Run } from '@loopwright/core';
import { ownClientEnvironment } from '@loopwright/hooks';
import type { Env } from '../ports.ts';

/** Which client to start, and how. */
export interface ClientPlan {
  /** The path of the client, `claude`. */
  readonly program: string;
  /** How Claude calls the loop command in its shell. */
  readonly command: string;
  readonly model?: string | undefined;
  readonly permissionMode?: string | undefined;
  /** The folder of the plugin that the client loads. */
  readonly pluginFolder?: string | undefined;
  /** More arguments for the client, passed on unchanged. */
  readonly extra?: readonly string[] | undefined;
}

/** The client edits files of the project without asking; its own rules decide about everything else. */
const DEFAULT_MODE = 'acceptEdits';

/** The smallest budget that the client accepts. */
const LEAST_USD = 0.000001;

/**
 * The arguments of a client that works on one iteration in a fresh context. `checks` are those that the driver itself
 * runs: the client may run their commands, too.
 */
export function clientArguments(
  plan: ClientPlan,
  run: Run,
  sessionId: string,
  checks: readonly Criterion[] = [],
): string[] {
  const { command, model, permissionMode, pluginFolder, extra = [] } = plan;
  const isGiven = (name: string): boolean => extra.some((one) => one === name || one.startsWith(`${name}=`));
  const hasMode = isGiven('--permission-mode') || isGiven('--dangerously-skip-permissions');
  const left = isGiven('--max-budget-usd') ? undefined : budgetLeft(run);
  const options: readonly (readonly [string, string | undefined])[] = [
    ['--permission-mode', permissionMode ?? (hasMode ? undefined : DEFAULT_MODE)],
    ['--model', model],
    ['--plugin-dir', pluginFolder],
    ['--max-budget-usd', left === undefined ? undefined : Math.max(LEAST_USD, left).toFixed(6)],
  ];
  return [
    '-p',
    '--output-format=stream-json',
    '--verbose',
    `--session-id=${sessionId}`,
    // Starting a run allows Claude to call the loop command; see the threat model.
    `--allowedTools=Bash(${command}:*)`,
    ...checks.flatMap(ruleOf).map((rule) => `--allowedTools=${rule}`),
    // The driver proves the project and delivers its commits: work in another work tree would be lost.
    '--disallowedTools=EnterWorktree',
    ...options.flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
    ...extra,
  ];
}

/**
 * The permission rule for exactly the command of a check. The client reads `*` in a rule as a wildcard, which would
 * allow other commands, so such a command gets no rule: `loop verify` runs it without one.
 */
function ruleOf({ check }: Criterion): string[] {
  if (!check || isJudged(check)) return [];
  const { command } = check;
  const isPlain = typeof command === 'string' || command.every((word) => /^[\w./:=@%+,-]+$/.test(word));
  const text = typeof command === 'string' ? command : command.join(' ');
  return isPlain && !text.includes('*') ? [`Bash(${text})`] : [];
}

/** The rest of the budget, which one iteration may spend: its reservation. Undefined without a budget. */
export function budgetLeft({ frames }: Run): number | undefined {
  const frame = frames.at(-1);
  if (!frame || frame.limits.budgetUsd === null) return undefined;
  return Math.max(0, frame.limits.budgetUsd - frame.spend.usd);
}

/** The environment variable that marks every process of one iteration. */
export const ITERATION_MARK = 'LOOP_ITERATION';

/** One task list for all clients of a run, unless the environment names one. */
export function withTaskList(env: Env, { id }: Run): Env {
  return { ...env, CLAUDE_CODE_TASK_LIST_ID: env['CLAUDE_CODE_TASK_LIST_ID'] || `loop-${id}` };
}

/** The environment of such a client. Our own hooks are off in it, because the driver decides. */
export function clientEnvironment(env: Env, { command }: ClientPlan): Env {
  return {
    ...ownClientEnvironment(env),
    LOOP_HEADLESS: '1',
    LOOP_COMMAND: sanitizeLine(command, 500),
  };
}
