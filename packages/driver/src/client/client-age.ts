import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Env } from '../ports.ts';

/** The first client with everything that the driver asks of it. */
const SINCE = '2.1.163';
const TIMEOUT_MS = 10_000;

const run = promisify(execFile);

/**
 * Says that a client is too old, for one that ended without a result; undefined for a client that is new enough, or that
 * names no version. Asking costs a start of the client, so call this only after a failure.
 */
export async function tooOldText(program: string, env: Env): Promise<string | undefined> {
  const asking = run(program, ['--version'], {
    env: { ...env },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024,
  });
  asking.child.stdin?.on('error', () => undefined).end();
  const printed = await asking.catch(() => undefined);
  const version = /^(\d+\.\d+\.\d+) \(Claude Code\)/.exec(printed?.stdout ?? '')?.[1];
  if (version === undefined || version.localeCompare(SINCE, 'en', { numeric: true }) >= 0) return undefined;
  return `Claude Code ${version} is too old: update to ${SINCE} or later with claude update`;
}
