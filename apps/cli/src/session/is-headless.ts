import type { Env } from '../program/context.ts';

/** True where nobody is there to answer: `claude -p`, the SDK, and CI that says so with `LOOP_HEADLESS=1`. */
export function isHeadless(env: Env): boolean {
  return env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' || env['LOOP_HEADLESS'] === '1';
}
