import { runProgram } from '@loopwright/checks';
import type { AgentExit, AgentFailure } from '@loopwright/hosts';
import type { Env } from '../ports.ts';
import { clientEnvironment, type ClientPlan, hostOf } from './client-call.ts';

const TIMEOUT_MS = 10_000;

/**
 * The failure of an agent that is too old: it ends without a result, for a reason that doesn't say so. Undefined for any
 * other failure. Asks the agent for its version.
 */
export async function oldClient(
  client: ClientPlan,
  env: Env,
  { kind }: AgentFailure,
  { hasEnd, signal, failure }: Pick<AgentExit, 'signal' | 'failure'> & { readonly hasEnd: boolean },
): Promise<AgentFailure | undefined> {
  const { oldest } = hostOf(client);
  if (!oldest || kind !== 'unknown' || hasEnd || signal !== null || failure !== undefined) return undefined;
  const call = { cwd: process.cwd(), env: clientEnvironment(env, client, ''), timeoutMs: TIMEOUT_MS };
  const { exitCode, stdout } = await runProgram({ command: [client.program, '--version'], ...call });
  const version = exitCode === 0 ? oldest.pattern.exec(stdout)?.[1] : undefined;
  const isOld = version !== undefined && version.localeCompare(oldest.version, 'en', { numeric: true }) < 0;
  if (!isOld) return undefined;
  const { agent } = hostOf(client).words;
  return {
    kind: 'blocking',
    reason: `${agent} ${version} is too old: update to ${oldest.version} or later with ${oldest.update}`,
  };
}
