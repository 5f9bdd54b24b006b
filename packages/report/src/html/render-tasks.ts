import { countOf } from '@loopwright/core';
import type { TaskReport, WorkflowReport } from '../model/workflow-report.ts';
import { bullets, facts, fold, table, tag } from './blocks.ts';
import { instant } from './instant.ts';
import { html, type Markup, type Piece } from './markup.ts';

const PASSED = { sign: '✓', tone: 'good' } as const;
const FAILED = { sign: '✗', tone: 'bad' } as const;
const WARNED = { sign: '!', tone: 'rest' } as const;
const QUIET = { sign: '·', tone: 'quiet' } as const;
const ACTIVE = { sign: '→', tone: 'said' } as const;

type Review = NonNullable<WorkflowReport['waves'][number]['review']>;

/** The stages of a workflow, its tasks by waves, and the results of reviews and gate. */
export function renderTasks(workflow: WorkflowReport, id: string): Markup {
  const { stages, waves, question, recall, findings, mustNot, tasks, tasksDone, tasksLeft } = workflow;
  const rows = waves.flatMap(({ number = 'none', tasks: own, review }) => [
    ...own.map((task) => [number, ...taskCells(task)]),
    ...(review ? [[number, ...reviewCells(review)]] : []),
  ]);
  return html`${stages.length > 0 && stageTrack(workflow)}
  ${question !== undefined && html`<p class="quote">Asked the user: <bdi>${question}</bdi></p>`}
  ${reviewFacts(workflow)}
  ${
    rows.length > 0 &&
    html`<p class="about">
        ${tasksDone} of ${countOf(tasks, 'task')} done, by waves: everything that a task waits for stands in
        an earlier wave.
      </p>
      ${table({ label: 'Tasks by waves', names: ['Wave', 'Task', 'State', 'Owner', 'Waits for'] }, rows)}`
  }
  ${tasksLeft > 0 && html`<p class="cut">${countOf(tasksLeft, 'more task')} not shown.</p>`}
  ${bullets('Findings of the reviews', findings.map(findingText))}
  ${bullets(
    'What must not be done',
    mustNot.map((one, index) => `${index + 1}. ${one}`),
  )}
  ${recall.length > 0 && fold(`${id}-recall`, 'What recall brought up', bullets(undefined, recall))}`;
}

function stageTrack({ stages, stage, specScore, fitScore }: WorkflowReport): Markup {
  const now = stages.findIndex((name) => name === stage);
  return html`<ol class="stages" aria-label="Stages">
    ${stages.map((name, index) => {
      if (index === now) return html`<li class="now" aria-current="step">${name}</li>`;
      return index < now ? html`<li class="past">✓ ${name}</li>` : html`<li>${name}</li>`;
    })}${specScore !== null && html`<li>spec ${specScore}/10</li>`}${fitScore !== null && html`<li>fit ${fitScore}/75</li>`}
  </ol>`;
}

function reviewCells({ score, issues, blockers }: Review): readonly Piece[] {
  const counts = `${countOf(issues, 'issue')}, ${countOf(blockers, 'blocker')}`;
  return ['Light review', tag(blockers > 0 ? FAILED : PASSED, `${score}/10`), counts, ''];
}

function reviewFacts({ thorough, gate, verification }: WorkflowReport): Piece {
  const result = (isPassed: boolean, failure: string, failures: number): Markup =>
    isPassed
      ? tag(PASSED, 'passed')
      : tag(FAILED, `${failure}${failures > 1 ? `, ${failures} times in a row` : ''}`);
  const pairs: (readonly [string, Piece])[] = [];
  if (thorough) {
    const { passed, blockers, failures } = thorough;
    const left = `${countOf(blockers, 'blocker')} left`;
    pairs.push(['thorough review', result(passed && blockers === 0, left, failures)]);
  }
  if (gate) pairs.push(['gate', html`${result(gate.passed, 'failed', gate.failures)}, ${instant(gate.at)}`]);
  if (verification !== undefined) pairs.push(['verified by', verification]);
  return pairs.length > 0 && facts(pairs);
}

const SEVERITIES = {
  BLOCKER: tag(FAILED, 'blocker'),
  WARNING: tag(WARNED, 'warning'),
  SUGGESTION: tag(QUIET, 'suggestion'),
} as const;

function findingText({ severity, text, wave, mustNot }: WorkflowReport['findings'][number]): Markup {
  const where = wave === undefined ? 'thorough review' : `wave ${wave}`;
  const against = mustNot === undefined ? '' : `, against must-not ${mustNot}`;
  return html`${SEVERITIES[severity]} <span class="soft">${where}${against}:</span> <bdi>${text}</bdi>`;
}

const STATES = {
  completed: tag(PASSED, 'completed'),
  in_progress: tag(ACTIVE, 'in progress'),
  pending: tag(QUIET, 'pending'),
} as const;

function taskCells(task: TaskReport): readonly Piece[] {
  const { failures, lastFailure } = task;
  const failure =
    failures > 0 &&
    html`<br />${tag(FAILED, `failed ${failures === 1 ? 'once' : `${failures} times`}`)}
      <span class="soft text">${lastFailure}</span>`;
  return [
    html`<span class="soft">${task.id}</span> <bdi>${task.subject}</bdi>${failure}`,
    STATES[task.status],
    html`<bdi>${task.owner}</bdi>`,
    task.blockedBy.join(', '),
  ];
}
