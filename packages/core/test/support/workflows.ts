import type { CommandOf } from '../../src/model/command.ts';
import type { LoopEvent } from '../../src/model/event.ts';
import { happened } from './given.ts';

type TaskPlan = Pick<CommandOf<'task'>, 'subject' | 'blockedBy'>;

/** The history of a workflow that is being worked on, with these tasks. */
export function executing(
  tasks: readonly TaskPlan[] = [{ subject: 'Add ValidationError import' }],
  plan: Partial<CommandOf<'start'>> = {},
): readonly LoopEvent[] {
  return happened(
    { type: 'start', stage: 'decompose', ...plan },
    ...tasks.map((task) => ({ type: 'task', action: 'add', ...task }) as const),
    { type: 'stage', stage: 'executing' },
  );
}

/** The command that completes a task whose check passed. */
export function completed(id: string): Pick<CommandOf<'task'>, 'type' | 'action' | 'id' | 'metadata'> {
  const metadata = { check: 'npm test', passed: true, fingerprint: 'a tree' };
  return { type: 'task', action: 'complete', id, metadata };
}

/** The reviewers. */
export const REVIEWED = { reviewers: ['security'] };
