import type { Frame, Run } from './model/run.ts';
import { missingProofs, openTasks, staleCriteria, withStale, type WorkTree } from './proofs.ts';
import { resumeFlags } from './text/endings.ts';
import { sanitizeLine } from './text/sanitize.ts';
import { nextStep } from './text/words.ts';

/** What to do next: a command of ours, and when to run it; or only what to do, where there is no command. */
export type Next =
  | { readonly words: readonly string[]; readonly when?: string | undefined }
  | { readonly advice: string };

/** The parts of a suggested tick that its reader fills in. */
export const TICK_PLACES = { basis: '<how it was seen>', note: '<what shows it>' } as const;

/** Gives the next command for a run: the one answer for verbs and reports. A workflow is asked for its stage. */
export function next(run: Run, tree?: WorkTree): Next {
  const frame = run.frames.at(-1);
  switch (run.status) {
    case 'draft':
      return { words: ['start'], when: 'with --criteria, --check and --steps' };
    case 'paused':
    case 'stuck': {
      const more = resumeFlags(run);
      const byUser = `by the user, in a terminal or as /loop:continue ${more.join('=')}`;
      return { words: ['continue', ...more], when: more.length === 0 ? 'when it is to go on' : byUser };
    }
    case 'active':
      return frame ? nextOf(frame, tree) : { advice: 'nothing; the loop is empty' };
    default:
      return { advice: `nothing; the loop is ${run.status}` };
  }
}

function nextOf(frame: Frame, tree: WorkTree | undefined): Next {
  if (frame.workflow) return { words: ['stage'], when: 'to see what comes next' };
  const step = nextStep(frame);
  if (step) return { words: ['step', 'done'], when: `once this is done: ${sanitizeLine(step.name, 80)}` };
  const [task] = openTasks(frame);
  if (task) return { advice: `finish task ${sanitizeLine(task.id, 80)}: ${sanitizeLine(task.subject, 80)}` };
  const now = tree ? withStale(frame, staleCriteria(frame, tree)) : frame;
  const open = missingProofs(now, {}).filter((one) => one.kind === 'criterion');
  const failed = open.find(({ why }) => why === 'failed');
  if (failed) return { words: ['verify'], when: `once this can pass: ${sanitizeLine(failed.name, 80)}` };
  if (open.some(({ why }) => why === 'stale' || why === 'unchecked')) return { words: ['verify'] };
  const [unticked] = open;
  if (unticked) return tickOf(unticked.name);
  if (frame.exitSignal) return { advice: 'end the turn; everything is proved and said' };
  const when = frame.criteria.length > 0 ? 'every proof holds' : 'once the work is done';
  return { words: ['signal', 'done'], when };
}

/** The command that ticks a criterion by hand; what shows it is for its caller to say. */
export function tickOf(name: string): Next {
  return {
    words: ['criterion', 'tick', name, '--basis', TICK_PLACES.basis, '--note', TICK_PLACES.note],
    when: 'once it is true',
  };
}
