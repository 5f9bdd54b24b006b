import { stuckCountOf } from './decide/tasks.ts';
import type { Frame, Run, Task, Workflow } from './model/run.ts';
import {
  criterionState,
  isGatePassed,
  isPassed,
  missingProofs,
  openFindings,
  openTasks,
  staleCriteria,
  taskState,
  withStale,
  type WorkTree,
} from './proofs.ts';
import { resumeVerb } from './text/agent-name.ts';
import { resumeFlags, resumeText } from './text/endings.ts';
import { sanitizeLine } from './text/sanitize.ts';
import { nextStep } from './text/words.ts';

/** What to do next: a command of ours, and when to run it; or only what to do, where there is no command. */
export type Next =
  | { readonly words: readonly string[]; readonly when?: string | undefined }
  | { readonly advice: string };

/** The parts of a suggested command that its reader fills in. A suggestion never says how something turned out. */
export const PLACES = {
  subject: '<what the task is>',
  command: '<command that proves it>',
  basis: '<how it was seen>',
  note: '<what shows it>',
  score: '<0-10>',
  confidence: '<0-100>',
  reviewer: '<who reviewed>',
  finding: '<severity>: <what> at <place>',
  advice: '<what they recommend>',
  lesson: '<what was learned>',
} as const;

/** The flags of a suggested review. */
const REVIEWED = ['--reviewer', PLACES.reviewer, '--finding', PLACES.finding] as const;

/** Gives the next command for a run: the one answer for verbs and reports. A workflow goes by its stage. */
export function next(run: Run, tree?: WorkTree): Next {
  const frame = run.frames.at(-1);
  switch (run.status) {
    case 'draft':
      return { words: ['start'], when: 'with --criteria, --check and --steps' };
    case 'paused':
    case 'stuck': {
      const more = resumeFlags(run);
      const where = run.agent === undefined ? `, in a terminal or as ${resumeText(run)}` : '';
      const when = more.length === 0 ? 'when it is to go on' : `by the user${where}`;
      return { words: [...resumeVerb(run), ...more], when };
    }
    case 'active':
      return frame ? nextOf(frame, tree) : { advice: 'nothing; the loop is empty' };
    default:
      return { advice: `nothing; the loop is ${run.status}` };
  }
}

function nextOf(frame: Frame, tree: WorkTree | undefined): Next {
  if (frame.workflow) return nextInWorkflow(frame, frame.workflow, tree);
  const step = nextStep(frame);
  if (step) return { words: ['step', 'done'], when: `once this is done: ${sanitizeLine(step.name, 80)}` };
  const [task] = openTasks(frame);
  if (task) return completionOf(task);
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

/** The command that completes a task. One of Claude's own list may be completed there; after a clear it is out of reach. */
function completionOf({ id, subject, metadata }: Task): Next {
  const orThere = metadata['listed'] === undefined ? '' : " (or mark it completed in Claude's task list)";
  return {
    words: ['task', 'complete', id, ...(metadata['check'] ? [] : ['--note', PLACES.note])],
    when: `once this is done: ${sanitizeLine(subject, 80)}${orThere}`,
  };
}

/** The command that ticks a criterion by hand; what shows it is for its caller to say. */
function tickOf(name: string): Next {
  return {
    words: ['criterion', 'tick', name, '--basis', PLACES.basis, '--note', PLACES.note],
    when: 'once it is true',
  };
}

function nextInWorkflow(frame: Frame, workflow: Workflow, tree: WorkTree | undefined): Next {
  switch (workflow.stage) {
    case 'intent':
      return {
        words: ['task', 'shape', '--spec-file', '.loop/shape/SPEC.md'],
        when: workflow.question
          ? 'once the user has answered'
          : 'once the spec stands there with the answers',
      };
    case 'shape':
      return { words: ['task', 'plan'], when: 'once .loop/shape/SHAPE.md is written' };
    case 'decompose':
      return frame.tasks.length === 0
        ? {
            words: ['task', 'add', PLACES.subject, '--verify', PLACES.command],
            when: 'and so on for each task',
          }
        : { words: ['task', 'begin'], when: 'once every task is there' };
    case 'executing':
      return nextOfWave(frame, workflow);
    case 'review':
      return nextOfReview(frame, workflow, tree);
    case 'complete':
      return isGatePassed(workflow, tree) && missingProofs(frame, {}).length === 0
        ? { advice: 'end the turn with the <loop-complete> block; everything is proved' }
        : nextOfReview(frame, workflow, tree);
  }
}

const GATE: Next = { words: ['gate', '--confidence', PLACES.confidence], when: 'with how sure you are' };

function nextOfWave(frame: Frame, { wave, finishedWave = 0, waveReviews }: Workflow): Next {
  const failed = failureWithoutAdvice(frame);
  if (failed !== undefined) return { words: ['task', 'ask', failed], when: 'before it is tried again' };
  const open = openTasks(frame);
  if (wave > finishedWave) {
    const ids = open.filter(({ metadata }) => metadata['wave'] === wave).map(({ id }) => id);
    const when = ids.length > 0 ? `once these are done: ${ids.join(', ')}` : undefined;
    return { words: ['task', 'finish'], when };
  }
  if (finishedWave > 0 && !waveReviews.some((review) => review.wave === finishedWave)) {
    return {
      words: ['review', '--wave', String(finishedWave), '--score', PLACES.score, ...REVIEWED],
      when: 'with what two or three reviewers found; one --finding for each',
    };
  }
  return { words: open.length > 0 ? ['task', 'begin'] : ['review', 'begin'] };
}

/** A task's id or a criterion's name that failed and that no panel has advised on. */
function failureWithoutAdvice({ tasks, criteria, counsel = [] }: Frame): string | undefined {
  const isAdvised = (subject: unknown): boolean =>
    counsel.some((one) => one.subject === subject && one.recommendation !== undefined);
  const task = tasks.find(
    (one) =>
      one.status !== 'completed' &&
      stuckCountOf(one) > 0 &&
      !isAdvised(sanitizeLine(`${one.id} ${one.subject}`)) &&
      !isAdvised(one.metadata['criterion']),
  );
  if (task) return task.id;
  // One failure is the first run, which says how things stood before the work.
  return criteria.find(
    ({ name, evidence, failures, baseline }) =>
      evidence?.passed === false && (failures > 1 || baseline?.passed !== false) && !isAdvised(name),
  )?.name;
}

function nextOfReview(frame: Frame, { thorough }: Workflow, tree: WorkTree | undefined): Next {
  if (openTasks(frame).length > 0) return { words: ['task', 'begin'], when: 'to finish what is open' };
  if (!isPassed(thorough)) {
    return {
      words: ['review', 'thorough', ...REVIEWED],
      when: 'with every finding of three or four reviewers',
    };
  }
  const unproved = frame.tasks.find((one) => taskState(one) === 'open');
  if (unproved) return proofOf(unproved);
  const unticked = frame.criteria.find(
    (one) => !one.check && ['unmet', 'assumed'].includes(criterionState(one, tree)),
  );
  if (unticked) return tickOf(unticked.name);
  const [finding] = openFindings(frame);
  if (!finding) return GATE;
  return {
    words: ['review', 'settle', finding.text, '--as', 'fix|follow-up|accept'],
    when: 'as the user chooses; headless, the gate lists it for later',
  };
}

/** The command that proves a completed task: its check, or the note that it lacks. */
function proofOf({ id, metadata }: Task): Next {
  return {
    words: metadata['check']
      ? ['task', 'verify', id]
      : ['task', 'change', id, '--basis', PLACES.basis, '--note', PLACES.note],
  };
}
