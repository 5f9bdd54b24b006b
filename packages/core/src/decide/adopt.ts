import type { CommandOf } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import { ADOPTED_FRAME } from '../model/defaults.ts';
import { isOpen } from '../model/state.ts';
import { createRun } from '../model/plans.ts';
import type { Frame, Run } from '../model/run.ts';
import { parseInstant } from '../views/instant.ts';
import { criteriaFrame } from '../views/criteria-state.ts';
import { stackFrames } from '../views/stack-state.ts';
import { workflowFrame } from '../views/workflow-state.ts';
import { accepted, type Decision, rejected } from './decision.ts';

/** Makes a run of a loop in another program's file, if it is in progress. */
export function adopt(run: Run | undefined, command: CommandOf<'adopt'>): Decision {
  if (isOpen(run)) return rejected('already-running', { subject: run.id });
  const { at, source } = command;
  if (source.format === 'corrupt') {
    const blank = createRun({ ...command, status: 'active' }, [], at);
    const { field, reason } = source;
    const ending = { kind: 'aborted', at, corrupt: { field, reason } } as const;
    return accepted([
      { type: 'opened', at, run: blank },
      { type: 'rested', at, status: 'aborted', ending },
    ]);
  }
  const found = foundIn(source, at);
  if (!found) return rejected('not-adoptable', { subject: source.format });
  // Names and limits stay as the file has them: it is the contract of the seeds.
  const adopted = createRun({ ...command, status: 'active' }, found.frames, at);
  // It keeps the age of the file, so an abandoned loop is stale and doesn't start again.
  const opened: LoopEvent = {
    type: 'opened',
    at: found.updatedAt,
    run: { ...adopted, updatedAt: found.updatedAt, extras: found.extras },
  };
  return accepted([opened]);
}

interface Found {
  readonly frames: readonly Frame[];
  readonly updatedAt: number;
  readonly extras: Run['extras'];
}

type Source = Exclude<CommandOf<'adopt'>['source'], { format: 'corrupt' }>;

function foundIn(source: Source, at: number): Found | undefined {
  switch (source.format) {
    case 'criteria': {
      if (source.state.status !== 'in_progress') return undefined;
      const { updatedAt } = source;
      return { frames: [criteriaFrame(source.state, ADOPTED_FRAME, updatedAt)], updatedAt, extras: {} };
    }
    case 'workflow': {
      const updatedAt = parseInstant(source.state.last_updated) ?? at;
      if (source.state.stage === 'complete') return undefined;
      return { frames: [workflowFrame(source.state, ADOPTED_FRAME, at)], updatedAt, extras: {} };
    }
    case 'stack': {
      const updatedAt = parseInstant(source.state.updated_at);
      if (source.state.event !== 'STATE' || source.state.stack.length === 0 || updatedAt === undefined)
        return undefined;
      const { frames, extras } = stackFrames(source.state, source.specs ?? [], updatedAt);
      return { frames, updatedAt, extras };
    }
  }
}
