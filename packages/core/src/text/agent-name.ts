import type { Run } from '../model/run.ts';
import { sanitizeLine } from './sanitize.ts';

/** What people call the agent of a run: `Claude`, unless a driver works with another one. */
export function agentName(run?: Pick<Run, 'agent'>): string {
  return run?.agent === undefined ? 'Claude' : sanitizeLine(run.agent, 40);
}
