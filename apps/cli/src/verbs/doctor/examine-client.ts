import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Env } from '../../program/context.ts';
import { findProgram } from '../../program/find-program.ts';
import type { Finding } from './finding.ts';

const run = promisify(execFile);

/** From here on the client takes a continuation as context; older ones show it as an error. */
const CONTEXT_SINCE = '2.1.163';
const TIMEOUT_MS = 10_000;

/** Asks the client for its version. */
export async function examineClient(env: Env): Promise<readonly Finding[]> {
  const subject = 'claude';
  const path = findProgram(env, 'claude');
  if (path === undefined) {
    return [
      {
        subject,
        level: 'doubtful',
        found: 'PATH does not find claude',
        remedy: 'Install Claude Code: npm install -g @anthropic-ai/claude-code',
      },
    ];
  }
  try {
    const { stdout } = await run(path, ['--version'], {
      timeout: TIMEOUT_MS,
      env: { ...env },
      maxBuffer: 64 * 1024,
    });
    return [judgeClient(stdout)];
  } catch {
    return [
      { subject, level: 'doubtful', found: 'claude --version gave no answer', remedy: 'Run claude doctor.' },
    ];
  }
}

/** Judges what `claude --version` printed. */
export function judgeClient(printed: string): Finding {
  const subject = 'claude';
  const version = /\d+\.\d+\.\d+/.exec(printed)?.[0];
  if (version === undefined) {
    return {
      subject,
      level: 'doubtful',
      found: 'claude --version names no version',
      remedy: 'Run claude doctor.',
    };
  }
  return isBefore(version, CONTEXT_SINCE)
    ? {
        subject,
        level: 'doubtful',
        found: `${version}: shows every continuation as an error`,
        remedy: `Update to ${CONTEXT_SINCE} or later: claude update`,
      }
    : { subject, level: 'sound', found: version };
}

function isBefore(version: string, other: string): boolean {
  const [one, two] = [version, other].map((text) => text.split('.').map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (one?.[index] ?? 0) - (two?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
