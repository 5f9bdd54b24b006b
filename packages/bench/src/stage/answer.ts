import type { Ended } from '../process/run-process.ts';

interface Said {
  readonly decision?: unknown;
  readonly ok?: unknown;
  readonly hookSpecificOutput?: { readonly additionalContext?: unknown };
}

/** Whether what a hook answered keeps Claude going, in any of the ways in which a hook can say so. */
export function keepsGoing({ stdout, code }: Ended): boolean {
  if (code === 2) return true;
  if (code !== 0) return false;
  const said = parse(stdout);
  return (
    said?.decision === 'block' ||
    said?.ok === false ||
    typeof said?.hookSpecificOutput?.additionalContext === 'string'
  );
}

function parse(stdout: string): Said | undefined {
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
