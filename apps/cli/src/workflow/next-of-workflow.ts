import { openTasks, type Frame, type Workflow, criterionState, type WorkTree } from '@loopwright/core';
import { LEAST_POINTS } from '../plan/least-points.ts';
import type { Next } from '../program/answer.ts';
import { failuresOf, nameOf, waveOf } from './tasks.ts';

/** Returns the next command of a workflow, by its stage. */
export function nextOfWorkflow(frame: Frame, workflow: Workflow, now: WorkTree): Next {
  switch (workflow.stage) {
    case 'intent':
      return nextOfIntent(workflow);
    case 'shape':
      return { words: ['stage', 'decompose'], when: 'once .loop/shape/SHAPE.md is written' };
    case 'decompose':
      return frame.tasks.length === 0
        ? { words: ['task', 'add', 'the first task', '--verify', 'command'], when: 'and so on for each task' }
        : { words: ['stage', 'executing'], when: 'once every task is there' };
    case 'executing':
      return nextOfExecution(frame, workflow);
    case 'review':
      return nextOfReview(frame, workflow, now);
    case 'complete':
      return workflow.gate?.passed
        ? { advice: 'end the turn with the <loop-complete> block; everything is proved' }
        : { words: ['gate', '--confidence', '90'], when: 'with how sure you are' };
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
      words: ['review', '--wave', String(finishedWave), '--score', '8', '--issues', '0', '--blockers', '0'],
      when: 'with what the reviewer found',
    };
  }
  return open.length > 0 ? { words: ['wave', 'begin'] } : { words: ['stage', 'review'] };
}

/** The open failure without a panel: a task's id or a criterion's name. */
function failedOf({ tasks, criteria, counsel = [] }: Frame): string | undefined {
  const isAsked = (subject: string): boolean =>
    counsel.some((one) => one.subject === subject && one.recommendation !== undefined);
  const task = tasks.find(
    (one) => one.status !== 'completed' && failuresOf(one) > 0 && !isAsked(nameOf(one)),
  );
  if (task) return task.id;
  return criteria.find(({ name, evidence }) => evidence?.passed === false && !isAsked(name))?.name;
}

function nextOfReview(frame: Frame, { thorough }: Workflow, now: WorkTree): Next {
  const open = openTasks(frame);
  if (open.length > 0) return { words: ['stage', 'executing'], when: 'to finish what is open' };
  if (thorough?.passed !== true || thorough.blockersRemaining > 0) {
    return {
      words: ['review', 'thorough', '--blockers', '0'],
      when: 'with every --finding of the reviewers',
    };
  }
  const unticked = frame.criteria.find(
    (one) => !one.check && ['unmet', 'assumed'].includes(criterionState(one, now)),
  );
  if (unticked) return { words: ['criterion', 'tick', unticked.name], when: 'once it is true' };
  return { words: ['gate', '--confidence', '90'], when: 'with how sure you are' };
}
