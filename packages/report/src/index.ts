export { type Report, type RunReport, toReports, type Unread } from './model/to-report.ts';
export type { CommitStat, FileStat, HistoryStep, RunHistory } from './model/history.ts';
export type { Cut } from './model/keep-ends.ts';
export type { ChangeReport } from './model/changes.ts';
export type { DecisionReport } from './model/decisions.ts';
export type { EvidenceReport } from './model/evidence.ts';
export type { CriterionRow, FrameReport, IterationReport } from './model/frames.ts';
export type { Outcome } from './model/headline.ts';
export type { Moment } from './model/walk-journal.ts';
export type { WorkflowReport } from './model/workflow-report.ts';
export { type Owner, withoutOwner } from './model/without-owner.ts';

export type { PageOptions } from './html/render-page.ts';
export { renderReport } from './html/render-report.ts';
export { renderJson } from './json/render-json.ts';
export { renderMarkdown } from './markdown/render-markdown.ts';
