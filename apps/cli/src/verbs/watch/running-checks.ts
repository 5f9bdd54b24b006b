import type { RunningCheck } from '@loopwright/hooks/facts';
import { readWorkFile } from '@loopwright/store';
import * as z from 'zod/mini';

const file = z.object({
  pid: z.number(),
  checks: z.array(
    z.object({ name: z.string(), command: z.string(), since: z.number(), lines: z.array(z.string()) }),
  ),
});

/** Reads the checks of a run that run now; none if the process that ran them is gone. */
export function runningChecks(root: string, runId: string): readonly RunningCheck[] {
  const read = z.safeParse(file, readWorkFile({ root, runId, kind: 'checks' }));
  return read.success && isAlive(read.data.pid) ? read.data.checks : [];
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // Another user's process lives, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
