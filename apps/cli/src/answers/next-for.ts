import { next, type Next, type Run, type WorkTree } from '@loopwright/core';
import { nextOfWorkflow } from '../workflow/next-of-workflow.ts';

/** Returns the next command for a run, the same for every verb; of a workflow, by its stage. */
export function nextFor(run: Run, now: WorkTree): Next {
  const frame = run.frames.at(-1);
  return run.status === 'active' && frame?.workflow
    ? nextOfWorkflow(frame, frame.workflow, now)
    : next(run, now);
}
