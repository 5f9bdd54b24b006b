import { runProgram } from '@loopwright/checks';
import type { Env } from '../ports.ts';

/** The first client with everything that the driver asks of it. */
const SINCE = '2.1.163';
const TIMEOUT_MS = 10_000;

/**
 * Says that a client is too old, for one that ended without a result; undefined for a client that is new enough, or that
 * names no version. Asking costs a start of the client, so call this only after a failure.
 */
export async function tooOldText(program: string, env: Env): Promise<string | undefined> {
  const call = { command: [program, '--version'], cwd: process.cwd(), env, timeoutMs: TIMEOUT_MS };
  const { exitCode, stdout } = await runProgram(call);
  const version = exitCode === 0 ? /^(\d+\.\d+\.\d+) \(Claude Code\)/.exec(stdout)?.[1] : undefined;
  if (version === undefined || version.localeCompare(SINCE, 'en', { numeric: true }) >= 0) return undefined;
  return `Claude Code ${version} is too old: update to ${SINCE} or later with claude update`;
}
