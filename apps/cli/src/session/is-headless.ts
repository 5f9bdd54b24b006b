import type { Env } from '../program/context.ts';

/** True without a user who can answer: `claude -p`, the SDK, and CI with `LOOP_HEADLESS=1`. */
export function isHeadless(env: Env): boolean {
  return env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' || env['LOOP_HEADLESS'] === '1';
}
