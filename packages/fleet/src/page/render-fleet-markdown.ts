import { durationText, money } from '@loopwright/core';
import { escapeMarkdown, fitted, MARK, markdownTable as table } from '@loopwright/report/page';
import {
  countStates,
  failureKinds,
  fleetLine,
  type FleetReport,
  jobMs,
  STATE_LOOKS,
} from './fleet-report.ts';

const MAX_JOBS = 200;
const MAX_KEYS = 8;

/** Writes the report of a fleet as GitHub Flavored Markdown, for the summary of a CI job. */
export function renderFleetMarkdown(report: FleetReport): string {
  const { jobs, at } = report;
  const failures = failureKinds(jobs);
  const blocks = [
    `### ${escapeMarkdown(fleetLine(report), 300)}`,
    table(
      ['State', 'Jobs', 'Cost'],
      countStates(jobs).map(({ state, jobs: count, usd }) => [
        `${STATE_LOOKS[state].sign} ${state}`,
        String(count),
        money(usd),
      ]),
    ),
    ...(failures.length === 0
      ? []
      : [
          table(
            ['Failure', 'Times', 'Jobs'],
            failures.map(({ kind, times, keys }) => [
              escapeMarkdown(kind, 200),
              String(times),
              keys
                .slice(0, MAX_KEYS)
                .map((key) => escapeMarkdown(key, 60))
                .join(', '),
            ]),
          ),
        ]),
    table(
      ['Job', 'State', 'Iterations', 'Attempts', 'Cost', 'Time', 'Result'],
      jobs.slice(0, MAX_JOBS).map((job) => {
        const ms = jobMs(job, at);
        return [
          escapeMarkdown(job.key, 80),
          `${STATE_LOOKS[job.state].sign} ${job.state}`,
          job.run === undefined ? '' : String(job.run.figures.iterations),
          String(job.attempts),
          money(job.spentUsd),
          ms === undefined ? '' : durationText(ms),
          escapeMarkdown(job.reason || (job.pullRequest ?? job.branch ?? ''), 200),
        ];
      }),
    ),
    ...(jobs.length > MAX_JOBS ? [`${jobs.length - MAX_JOBS} further jobs are not shown.`] : []),
  ];
  return `${MARK}\n${fitted(blocks).join('\n\n')}\n`;
}
