import type { Run } from '../model/run.ts';
import { sanitizeLine } from './sanitize.ts';

/** The part of a run that names its agent. */
export type Driven = Pick<Run, 'agent'>;

/** What people call the agent of a run: `Claude`, unless a driver works with another one. */
export function agentName(run?: Driven): string {
  return run?.agent === undefined ? 'Claude' : sanitizeLine(run.agent, 40);
}

/** The verb that takes a run up again. Only a driver can start another agent than Claude. */
export function resumeVerb(run?: Driven): readonly string[] {
  return run?.agent === undefined ? ['continue'] : ['run', '--resume'];
}

/** The same with its flags, as the user types it: in the prompt of Claude Code, else in a terminal. */
export function resumeCommand(run: Driven | undefined, flags = ''): string {
  const [verb = '', ...more] = resumeVerb(run);
  return [run?.agent === undefined ? `/loop:${verb}` : `loop ${verb}`, ...more, flags].join(' ').trim();
}
