import { isOpen } from '../model/is-over.ts';
import type { Frame, Run } from '../model/run.ts';
import { type Decision, rejected } from './decision.ts';

/** The frame that records work; undefined for a run that is not open. */
export function topOf(run: Run | undefined): Frame | undefined {
  return isOpen(run) ? run.frames.at(-1) : undefined;
}

/** Why a run that isn't open refuses. */
export function refuse(run: Run | undefined): Decision {
  return run === undefined || run.status === 'draft'
    ? rejected('no-run')
    : rejected('ended', { subject: run.status });
}
