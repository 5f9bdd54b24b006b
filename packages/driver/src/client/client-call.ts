import { isJudged, type Criterion, type Run, sanitizeLine } from '@loopwright/core';
import {
  agentArguments,
  type Host,
  HOSTS,
  ITERATION_MARK,
  ownClientEnvironment,
  type PermissionMode,
  type RunPlan,
} from '@loopwright/hosts';
import type { Env } from '../ports.ts';

/** Which agent to start, and how. */
export interface ClientPlan {
  /** Left out: the first of `HOSTS`. */
  readonly host?: Host | undefined;
  /** The path of its program. */
  readonly program: string;
  /** How the agent calls the loop command in its shell. */
  readonly command: string;
  readonly model?: string | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  /** The folder of the plugin that the agent loads. */
  readonly pluginFolder?: string | undefined;
  /** More arguments for the agent, passed on unchanged. */
  readonly extra?: readonly string[] | undefined;
  /** How long it may print nothing while no tool runs; left out: as its host says. */
  readonly maxSilenceMs?: number | undefined;
}

/** The agent of a plan. */
export function hostOf({ host }: Pick<ClientPlan, 'host'>): Host {
  return host ?? HOSTS[0];
}

/** The agent as the journal names it; undefined for the one that it needn't name. */
export function recordedAgent(host: Host): string | undefined {
  return host === HOSTS[0] ? undefined : host.words.agent;
}

/** One iteration of an agent. `checks` are those that the driver itself runs: the agent may run their commands, too. */
export function runPlan(
  client: ClientPlan,
  run: Run,
  {
    checks,
    ...asked
  }: Pick<RunPlan, 'root' | 'prompt' | 'sessionId'> & { readonly checks: readonly Criterion[] },
): RunPlan {
  const { command, model, permissionMode, pluginFolder, extra } = client;
  const commands = checks.flatMap(({ check }) => (check && !isJudged(check) ? [check.command] : []));
  const own = { command, model, permissionMode, pluginFolder, extra };
  return { ...asked, ...own, checks: commands, budgetUsd: budgetLeft(run) };
}

/** The program and the arguments of an iteration. */
export function clientCommand(client: ClientPlan, plan: RunPlan): readonly string[] {
  return [client.program, ...agentArguments(hostOf(client), plan)];
}

/** The rest of the budget, which one iteration may spend: its reservation. Undefined without a budget. */
export function budgetLeft({ frames }: Run): number | undefined {
  const frame = frames.at(-1);
  if (!frame || frame.limits.budgetUsd === null) return undefined;
  return Math.max(0, frame.limits.budgetUsd - frame.spend.usd);
}

/** Every process of one iteration has it in its environment. */
export function markOf(sessionId: string): { readonly variable: string; readonly value: string } {
  return { variable: ITERATION_MARK, value: sessionId };
}

/** The environment with the variables that all iterations of a run share. */
export function withRunVariables(env: Env, client: Pick<ClientPlan, 'host'>, { id }: Run): Env {
  return { ...env, ...hostOf(client).env?.(env, id) };
}

/** The environment of such an agent. Our own hooks are off in it, because the driver decides. */
export function clientEnvironment(env: Env, { command }: ClientPlan, sessionId: string): Env {
  return {
    ...ownClientEnvironment(env),
    LOOP_HEADLESS: '1',
    LOOP_COMMAND: sanitizeLine(command, 500),
    LOOP_SESSION: sessionId,
  };
}
