import { escapeMarkdown, fitted, MARK, markdownTable } from '@loopwright/report/page';
import {
  failureTable,
  type FleetCell,
  fleetLine,
  type FleetReport,
  type FleetTable,
  jobTable,
  STATE_LOOKS,
  stateTable,
} from './fleet-report.ts';

const MAX_JOBS = 200;

/** Writes the report of a fleet as GitHub Flavored Markdown, for the summary of a CI job. */
export function renderFleetMarkdown(report: FleetReport): string {
  const { jobs, at } = report;
  const failures = failureTable(jobs);
  const blocks = [
    `### ${escapeMarkdown(fleetLine(report), 300)}`,
    ...[stateTable(jobs), ...(failures ? [failures] : []), jobTable(jobs.slice(0, MAX_JOBS), at)].map(
      tableOf,
    ),
    ...(jobs.length > MAX_JOBS ? [`${jobs.length - MAX_JOBS} further jobs are not shown.`] : []),
  ];
  return `${MARK}\n${fitted(blocks).join('\n\n')}\n`;
}

function tableOf({ names, rows }: FleetTable): string {
  const texts = rows.map((cells) => cells.map(textOf));
  return markdownTable(names, texts);
}

function textOf(cell: FleetCell): string {
  if (typeof cell !== 'object') return String(cell);
  return 'text' in cell ? escapeMarkdown(cell.text, 200) : `${STATE_LOOKS[cell.state].sign} ${cell.state}`;
}
