import type { Ended } from '../process/run-process.ts';

interface Said {
  readonly decision?: unknown;
  readonly hookSpecificOutput?: { readonly additionalContext?: unknown };
}

/**
 * Whether what a hook answered keeps Claude going, in any of the ways in which a command can say so. `ok: false` is
 * what a model answers to a hook of another type; from a command the client ignores it.
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
