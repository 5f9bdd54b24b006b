import type { Run } from './run.ts';

/** A run that can still change. */
export type OpenRun = Run & { readonly status: 'active' | 'paused' | 'stuck' };

/** True for a run that can still change: active, or paused or stuck and resumable. A draft is not open. */
export function isOpen(run: Run | undefined): run is OpenRun {
  return run !== undefined && run.status !== 'draft' && !isOver(run);
}

/** True for a run that ended for good. A stuck or paused run can be resumed. */
export function isOver({ status }: Run): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'aborted';
}
