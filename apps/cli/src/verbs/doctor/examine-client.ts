import { findProgram, runProgram } from '@loopwright/checks';
import type { Env } from '../../program/context.ts';
import { doubtful, type Finding, sound } from './finding.ts';

/** From here on the client takes a continuation as context; older ones show it as an error. */
const CONTEXT_SINCE = '2.1.163';
const TIMEOUT_MS = 10_000;

/** Asks the client for its version. */
export async function examineClient(env: Env): Promise<Finding> {
  const subject = 'claude';
  const path = findProgram(env, 'claude');
  if (path === undefined) {
    return doubtful(
      subject,
      'PATH does not find claude',
      'Install Claude Code: npm install -g @anthropic-ai/claude-code',
    );
  }
  const call = { command: [path, '--version'], cwd: process.cwd(), env, timeoutMs: TIMEOUT_MS };
  const { exitCode, stdout } = await runProgram(call);
  if (exitCode === 0) return judgeClient(stdout);
  return doubtful(subject, 'claude --version gave no answer', 'Run claude doctor.');
}

/** Judges what `claude --version` printed. */
export function judgeClient(printed: string): Finding {
  const subject = 'claude';
  const version = /\d+\.\d+\.\d+/.exec(printed)?.[0];
  if (version === undefined) {
    return doubtful(subject, 'claude --version names no version', 'Run claude doctor.');
  }
  return version.localeCompare(CONTEXT_SINCE, 'en', { numeric: true }) < 0
    ? doubtful(
        subject,
        `${version}: shows every continuation as an error`,
        `Update to ${CONTEXT_SINCE} or later: claude update`,
      )
    : sound(subject, version);
}
