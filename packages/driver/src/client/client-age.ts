import { runProgram } from '@loopwright/checks';
import type { ClientEnd, Outcome } from '@loopwright/hooks';
import type { Env } from '../ports.ts';
import { clientEnvironment, type ClientPlan } from './client-call.ts';

export type Failure = Extract<Outcome, { readonly kind: 'failure' }>['failure'];

/** The first client with everything that the driver asks of it. */
const SINCE = '2.1.163';
const TIMEOUT_MS = 10_000;

/**
 * The failure of a client that is too old: it ends without a result, for a reason that doesn't say so. Undefined for any
 * other failure. Asks the client for its version.
 */
export async function oldClient(
  plan: ClientPlan,
  env: Env,
  { kind }: Failure,
  { result, signal, failure }: ClientEnd,
): Promise<Failure | undefined> {
  if (kind !== 'unknown' || result || signal !== null || failure !== undefined) return undefined;
  const call = { cwd: process.cwd(), env: clientEnvironment(env, plan), timeoutMs: TIMEOUT_MS };
  const { exitCode, stdout } = await runProgram({ command: [plan.program, '--version'], ...call });
  const version = exitCode === 0 ? /^(\d+\.\d+\.\d+) \(Claude Code\)/.exec(stdout)?.[1] : undefined;
  if (version === undefined || version.localeCompare(SINCE, 'en', { numeric: true }) >= 0) return undefined;
  const reason = `Claude Code ${version} is too old: update to ${SINCE} or later with claude update`;
  return { kind: 'blocking', reason };
}
