import { countOf } from '@loopwright/core';
import { instant } from './instant.ts';
import { html, type Markup } from './markup.ts';
import { nameAt, type Anchor } from './anchor.ts';
import type { FindingReport, TaskReport, WaveReport, WorkflowReport } from '../model/report-model.ts';

/** The stages of a workflow, its tasks by waves, and the results of reviews and gate. */
export function renderTasks(workflow: WorkflowReport, anchor: Anchor): Markup {
  const { stages, waves, thorough, gate, question, recall, findings, mustNot, verification } = workflow;
  return html`${stages.length > 0 && stageTrack(workflow)}
  ${question !== undefined && html`<p class="quote">Asked the user: <bdi>${question}</bdi></p>`}
  ${
    (thorough ?? gate ?? verification) !== undefined &&
    html`<dl class="facts">
      ${
        thorough &&
        html`<div>
          <dt>thorough review</dt>
          <dd>${reviewText(thorough)}</dd>
        </div>`
      }${
        gate &&
        html`<div>
          <dt>gate</dt>
          <dd>
            ${gate.passed ? '✓ passed' : `✗ failed ${gate.failures} times in a row`}, ${instant(gate.at)}
          </dd>
        </div>`
      }${
        verification !== undefined &&
        html`<div>
          <dt>verified by</dt>
          <dd class="text">${verification}</dd>
        </div>`
      }
    </dl>`
  }
  ${
    waves.length > 0 &&
    html`<section class="scroll" tabindex="0" aria-label="${nameAt(anchor, 'Tasks by waves')}">
      <table class="grid">
        <caption>
          ${workflow.tasksDone} of ${countOf(workflow.tasks, 'task')} done, by waves: everything that a task
          waits for stands in an earlier wave
        </caption>
        <thead>
          <tr>
            <th scope="col">Wave</th>
            <th scope="col">Task</th>
            <th scope="col">State</th>
            <th scope="col">Owner</th>
            <th scope="col">Waits for</th>
          </tr>
        </thead>
        ${waves.map(waveBody)}
      </table>
    </section>`
  }
  ${workflow.tasksLeft > 0 && html`<p class="cut">${workflow.tasksLeft} more tasks are not shown.</p>`}
  ${
    findings.length > 0 &&
    html`<p class="sub">Findings of the reviews</p>
      <ul class="bullets">
        ${findings.map(findingItem)}
      </ul>`
  }
  ${
    mustNot.length > 0 &&
    html`<p class="sub">What must not be done</p>
      <ol class="bullets numbers">
        ${mustNot.map((one) => html`<li>${one}</li>`)}
      </ol>`
  }
  ${
    recall.length > 0 &&
    html`<details class="fold" id="${anchor.id}-recall">
      <summary>What recall brought up</summary>
      <ul class="bullets">
        ${recall.map((one) => html`<li class="text">${one}</li>`)}
      </ul>
    </details>`
  }`;
}

const SEVERITIES: Readonly<Record<FindingReport['severity'], Markup>> = {
  BLOCKER: html`<span class="tag fail">✗ blocker</span>`,
  WARNING: html`<span class="tag rest">! warning</span>`,
  SUGGESTION: html`<span class="tag quiet">• suggestion</span>`,
};

function findingItem({ severity, text, wave, mustNot }: FindingReport): Markup {
  return html`<li>
    ${SEVERITIES[severity]}
    <span class="soft"
      >${wave === undefined ? 'thorough review' : `wave ${wave}`}${mustNot !== undefined && `, against must-not ${mustNot}`}:</span
    >
    <bdi>${text}</bdi>
  </li>`;
}

function stageTrack({ stages, stage, specScore, fitScore }: WorkflowReport): Markup {
  const now = stages.indexOf(stage);
  const scores = [
    ...(specScore === null ? [] : [`spec ${specScore}/10`]),
    ...(fitScore === null ? [] : [`fit ${fitScore}/75`]),
  ].join(', ');
  return html`<ol class="stages" aria-label="Stages">
      ${stages.map((name, index) => {
        if (index === now) return html`<li class="now" aria-current="step">${name}</li>`;
        return index < now ? html`<li class="past">✓ ${name}</li>` : html`<li>${name}</li>`;
      })}
    </ol>
    ${scores !== '' && html`<p class="about">Scores: ${scores}.</p>`}`;
}

function reviewText({ passed, blockers, failures }: NonNullable<WorkflowReport['thorough']>): string {
  if (passed && blockers === 0) return '✓ passed';
  return `✗ ${countOf(blockers, 'blocker')} left${failures > 1 ? `, not passed ${failures} times in a row` : ''}`;
}

function waveBody({ number, tasks, review }: WaveReport): Markup {
  const name = number === undefined ? 'none' : String(number);
  const rows = tasks.map(
    (task) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${taskCells(task)}
      </tr> `,
  );
  return html`<tbody>
    ${rows}${
      review &&
      html`<tr>
        <th scope="row">${name}</th>
        <td colspan="4">
          <span class="tag ${review.blockers > 0 ? 'fail' : 'pass'}"
            >${review.blockers > 0 ? '✗' : '✓'} light review</span
          >
          ${review.score}/10, ${countOf(review.issues, 'issue')}, ${countOf(review.blockers, 'blocker')}
        </td>
      </tr>`
    }
  </tbody> `;
}

const STATES: Readonly<Record<TaskReport['status'], Markup>> = {
  completed: html`<span class="tag pass">✓ completed</span>`,
  in_progress: html`<span class="tag work">→ in progress</span>`,
  pending: html`<span class="tag quiet">· pending</span>`,
};

function taskCells({ id, subject, status, owner, blockedBy, failures, lastFailure }: TaskReport): Markup {
  return html`<td>
      <span class="soft mono">${id}</span> <bdi>${subject}</bdi>${
        failures > 0 &&
        html`<br /><span class="tag fail">✗ failed ${failures === 1 ? 'once' : `${failures} times`}</span
          >${lastFailure !== undefined && html` <span class="soft text">${lastFailure}</span>`}`
      }
    </td>
    <td>${STATES[status]}</td>
    <td><bdi>${owner}</bdi></td>
    <td class="mono">${blockedBy.join(', ')}</td>`;
}
