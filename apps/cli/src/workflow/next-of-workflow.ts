import {
  criterionState,
  type Frame,
  isGatePassed,
  type Next,
  openTasks,
  type Task,
  taskState,
  tickOf,
  type Workflow,
  type WorkTree,
} from '@loopwright/core';
import { LEAST_POINTS } from '../plan/least-points.ts';
import { openFindings } from './findings.ts';
import { PLACEHOLDERS, REVIEWED } from './placeholders.ts';
import { failuresOf, nameOf, waveOf } from './tasks.ts';

/** Suggestions say what to do and never how it turned out. */
const GATE: Next = {
  words: ['gate', '--confidence', PLACEHOLDERS.confidence],
  when: 'with how sure you are',
};

/** Returns the next command of a workflow, by its stage. */
export function nextOfWorkflow(frame: Frame, workflow: Workflow, now: WorkTree): Next {
  switch (workflow.stage) {
    case 'intent':
      return nextOfIntent(workflow);
    case 'shape':
      return { words: ['stage', 'decompose'], when: 'once .loop/shape/SHAPE.md is written' };
    case 'decompose':
      return frame.tasks.length === 0
        ? {
            words: ['task', 'add', PLACEHOLDERS.subject, '--verify', PLACEHOLDERS.command],
            when: 'and so on for each task',
          }
        : { words: ['stage', 'executing'], when: 'once every task is there' };
    case 'executing':
      return nextOfExecution(frame, workflow);
    case 'review':
      return nextOfReview(frame, workflow, now);
    case 'complete':
      return isGatePassed(workflow, now)
        ? { advice: 'end the turn with the <loop-complete> block; everything is proved' }
        : GATE;
  }
}

function nextOfIntent({ question, specScore }: Workflow): Next {
  if ((specScore ?? 0) >= LEAST_POINTS) return { words: ['stage', 'shape'] };
  const answered = ['stage', 'shape', '--spec-file', '.loop/shape/SPEC.md'];
  return {
    words: answered,
    when:
      question === undefined ? 'once the spec stands there with the answers' : 'once the user has answered',
  };
}

function nextOfExecution(frame: Frame, workflow: Workflow): Next {
  const { wave, finishedWave = 0 } = workflow;
  const open = openTasks(frame);
  const failed = failedOf(frame);
  if (failed !== undefined) return { words: ['panel', failed], when: 'before it is tried again' };
  if (wave > finishedWave) {
    const mine = open.filter((task) => waveOf(task) === wave);
    if (mine.length > 0) {
      return {
        words: ['wave', 'finish'],
        when: `once these are done: ${mine.map(({ id }) => id).join(', ')}`,
      };
    }
    return { words: ['wave', 'finish'] };
  }
  const isReviewed = workflow.waveReviews.some((review) => review.wave === finishedWave);
  if (finishedWave > 0 && !isReviewed) {
    return {
      words: ['review', '--wave', String(finishedWave), '--score', PLACEHOLDERS.score, ...REVIEWED],
      when: 'with what two or three reviewers found; one --finding for each',
    };
  }
  return open.length > 0 ? { words: ['wave', 'begin'] } : { words: ['stage', 'review'] };
}

/** The open failure without a panel: a task's id or a criterion's name. */
function failedOf({ tasks, criteria, counsel = [] }: Frame): string | undefined {
  const isAsked = (subject: string): boolean =>
    counsel.some((one) => one.subject === subject && one.recommendation !== undefined);
  const task = tasks.find((one) => {
    const { criterion } = one.metadata;
    const isCovered = isAsked(nameOf(one)) || (typeof criterion === 'string' && isAsked(criterion));
    return one.status !== 'completed' && failuresOf(one) > 0 && !isCovered;
  });
  if (task) return task.id;
  // One failure is the first run, which says how things stood before the work.
  return criteria.find(
    ({ name, evidence, failures, baseline }) =>
      evidence?.passed === false && (failures > 1 || baseline?.passed !== false) && !isAsked(name),
  )?.name;
}

/** The command that gives a task the note that it lacks. */
export function noteOf({ id }: Task): readonly string[] {
  return ['task', 'change', id, '--basis', PLACEHOLDERS.basis, '--note', PLACEHOLDERS.note];
}

function nextOfReview(frame: Frame, { thorough }: Workflow, now: WorkTree): Next {
  const open = openTasks(frame);
  if (open.length > 0) return { words: ['stage', 'executing'], when: 'to finish what is open' };
  if (thorough?.passed !== true || thorough.blockersRemaining > 0) {
    return {
      words: ['review', 'thorough', ...REVIEWED],
      when: 'with every finding of three or four reviewers',
    };
  }
  const unproved = frame.tasks.find((one) => taskState(one) === 'open');
  if (unproved) {
    const { check } = unproved.metadata;
    return check ? { words: ['task', 'verify', unproved.id] } : { words: noteOf(unproved) };
  }
  const unticked = frame.criteria.find(
    (one) => !one.check && ['unmet', 'assumed'].includes(criterionState(one, now)),
  );
  if (unticked) return tickOf(unticked.name);
  const finding = openFindings(frame)[0];
  if (finding) {
    return {
      words: ['review', 'settle', finding.text, '--as', 'fix|follow-up|accept'],
      when: 'as the user chooses; headless, the gate lists it for later',
    };
  }
  return GATE;
}
