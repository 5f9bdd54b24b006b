import { acp } from './acp.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import type { Host, PermissionMode, RunPlan } from './host.ts';
import { opencode } from './opencode.ts';

/** Every agent with JSON lines of its own; the first is the default. */
export const HOSTS: readonly [Host, ...Host[]] = [claude, codex, gemini, copilot, opencode];

const ACP = 'acp:';

/** The agent of a name, or of `acp:COMMAND`; undefined for an unknown one. */
export function findHost(name: string): Host | undefined {
  const command = name.startsWith(ACP) ? name.slice(ACP.length).trim() : '';
  return command === '' ? HOSTS.find((host) => host.name === name) : acp(command);
}

/** What an agent may do unless the user says otherwise: edit the project's files. */
export const DEFAULT_MODE: PermissionMode = 'acceptEdits';

/** All arguments of an agent: its own, those of the mode, and the user's. The user's come last and replace the mode. */
export function agentArguments(host: Host, plan: RunPlan): readonly string[] {
  const { extra = [], permissionMode } = plan;
  const own = Object.values(host.modes).flatMap(([flag = '']) => flag.split('=', 1));
  const choosing = new Set([...own, ...(host.modeAliases ?? [])]);
  const isChosen = extra.some((one) => choosing.has(one.split('=', 1)[0] ?? ''));
  const mode = permissionMode ?? (isChosen ? undefined : DEFAULT_MODE);
  return [...host.argv(plan), ...((mode && host.modes[mode]) ?? []), ...extra];
}
