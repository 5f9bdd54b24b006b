import type { Ended } from '../process/run-process.ts';

interface Said {
  readonly decision?: unknown;
  readonly hookSpecificOutput?: { readonly additionalContext?: unknown };
}

/**
 * Whether a hook's answer keeps Claude going, in any form that a command can use. `ok: false` is the answer of a
 * prompt hook's model; the client ignores it from a command.
 */
export function keepsGoing({ stdout, code }: Ended): boolean {
  if (code === 2) return true;
  if (code !== 0) return false;
  const said = parse(stdout);
  return said?.decision === 'block' || typeof said?.hookSpecificOutput?.additionalContext === 'string';
}

function parse(stdout: string): Said | undefined {
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
