import { sanitizeLine } from '@loopwright/core';
import {
  type Entry,
  foldUsage,
  objectField,
  stringField,
  toEntry,
  type UntrustedObject,
} from '@loopwright/transcript/quick';
import { parseClientResult } from './claude-result.ts';
import type { Facts } from './facts.ts';
import { type Host, PERMISSION_MODES, type RunPlan } from './host.ts';

const TASK_LIST = 'CLAUDE_CODE_TASK_LIST_ID';

/** The smallest budget that the client accepts. */
const LEAST_USD = 0.000001;

/** Claude Code, `claude -p`. */
export const claude: Host = {
  name: 'claude',
  words: {
    agent: 'Claude Code',
    program: 'claude',
    install: 'npm install -g @anthropic-ai/claude-code',
  },
  marks: [
    'AI_AGENT',
    'CLAUDECODE',
    'CLAUDE_CODE_CHILD_SESSION',
    'CLAUDE_CODE_ENTRYPOINT',
    'CLAUDE_CODE_EXECPATH',
    'CLAUDE_CODE_MESSAGING_SOCKET',
    'CLAUDE_CODE_MESSAGING_TOKEN',
    'CLAUDE_CODE_SESSION_ATTENDED',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_EFFORT',
    'CLAUDE_ENV_FILE',
    'CLAUDE_PID',
    'CLAUDE_PROJECT_DIR',
  ],
  tells: 'dollars',
  tested: '2.1.326',
  modes: modesOf(),
  modeAliases: ['--dangerously-skip-permissions'],
  oldest: { version: '2.1.163', pattern: /^(\d+\.\d+\.\d+) \(Claude Code\)/, update: 'claude update' },
  argv,
  read,
  // One task list for all clients of a run, unless the environment names one.
  env: (env, runId) => ({ [TASK_LIST]: env[TASK_LIST] || `loop-${runId}` }),
  allow: (tool, target) => ['--allowedTools', allowingRule(tool, target)],
};

function modesOf(): Host['modes'] {
  return Object.fromEntries(PERMISSION_MODES.map((name) => [name, ['--permission-mode', name]]));
}

/** A client that works in a fresh context. `plan.checks` are run by the driver; the client may run them, too. */
function argv(plan: RunPlan): readonly string[] {
  const { budgetUsd, checks, command, extra = [], model, pluginFolder, sessionId } = plan;
  const hasBudget = extra.some((one) => one.split('=', 1)[0] === '--max-budget-usd');
  const left =
    hasBudget || budgetUsd === undefined
      ? []
      : ['--max-budget-usd', Math.max(LEAST_USD, budgetUsd).toFixed(6)];
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
    ...(model === undefined ? [] : ['--model', model]),
    ...(pluginFolder === undefined ? [] : ['--plugin-dir', pluginFolder]),
    ...left,
  ];
}

/**
 * The permission rule for exactly the command of a check. The client reads `*` in a rule as a wildcard, which would
 * allow other commands, so such a command gets no rule: `loop verify` runs it without one.
 */
function ruleOf(command: string | readonly string[]): string[] {
  const isPlain = typeof command === 'string' || command.every((word) => /^[\w./:=@%+,-]+$/.test(word));
  const text = typeof command === 'string' ? command : command.join(' ');
  return isPlain && !text.includes('*') ? [`Bash(${text})`] : [];
}

function read(line: UntrustedObject, facts: Facts): void {
  switch (line['type']) {
    case 'result':
      return readResult(line, facts);
    case 'system':
      if (line['subtype'] === 'permission_denied') facts.deny(String(line['tool_use_id']));
      return;
    case 'rate_limit_event':
      facts.retryAt = resetOf(line) ?? facts.retryAt;
      return;
    default:
      readEntry(toEntry(line), facts);
  }
}

function readResult(line: UntrustedObject, facts: Facts): void {
  const { text, end, usd, tokens } = parseClientResult(line);
  const session = stringField(line, 'session_id');
  Object.assign(facts, { session, text, end, usd, tokens });
}

function readEntry(entry: Entry, facts: Facts): void {
  if (entry.type === 'user') {
    for (const { toolUseId = '', isError, text } of entry.toolResults)
      facts.answer(toolUseId, { isError, text });
  }
  if (entry.type !== 'assistant') return;
  facts.usage = foldUsage(facts.usage, [entry]);
  // Claude speaks again once every tool of the batch has answered.
  facts.say();
  for (const { id, name, input } of entry.toolUses) facts.call(id, { name, input });
}

/** The client gives the time in seconds since 1970. */
function resetOf(line: UntrustedObject): number | undefined {
  const { status, resetsAt } = objectField(line, 'rate_limit_info') ?? {};
  return status === 'rejected' && typeof resetsAt === 'number' ? resetsAt * 1000 : undefined;
}

/**
 * The permission rule that would allow a call. Where a line can't show the command as it is, and where `*` would make
 * a pattern of it, the rule names the program alone.
 */
function allowingRule(tool: string, target: string | undefined): string {
  const name = sanitizeLine(tool, 40);
  if (name !== 'Bash' || target === undefined || target === '') return name;
  if (sanitizeLine(target, MAX_TARGET) === target && !target.includes('*')) return `Bash(${target})`;
  const program = /^\s*([\w./-]+)(?=\s|$)/.exec(target)?.[1];
  return program === undefined ? name : `Bash(${program}:*)`;
}

/** The longest command that a line shows. */
const MAX_TARGET = 200;
