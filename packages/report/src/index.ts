export { shownEvidence, toReports } from './model/to-report.ts';
export type {
  ChangeHistory,
  CommitStat,
  FileStat,
  HistoryStep,
  LineCounts,
  RunHistory,
} from './model/history.ts';
export type { Cut } from './model/keep-ends.ts';
export type {
  Cell,
  CellState,
  ChangedFile,
  CounselReport,
  CriteriaMap,
  CriterionRow,
  DecisionReport,
  DiffReport,
  EvidenceReport,
  Fact,
  Figures,
  FindingReport,
  FrameReport,
  IterationReport,
  MissingProof,
  Moment,
  MomentKind,
  Outcome,
  Report,
  RunReport,
  TaskReport,
  TimeShare,
  Unread,
  WaveReport,
  WorkflowReport,
} from './model/report-model.ts';

export type { PreviewPlace } from './html/render-page.ts';
export { renderReport } from './html/render-report.ts';
export { renderFleet } from './html/render-fleet.ts';
export { renderFleetMarkdown } from './markdown/render-fleet-markdown.ts';
export type { FleetAgent, FleetJob, FleetJobState, FleetReport } from './model/fleet-report.ts';
export { renderJson } from './json/render-json.ts';
export { renderMarkdown } from './markdown/render-markdown.ts';
export { renderHeatMapSvg } from './svg/render-heat-map-svg.ts';
export { type Owner, withoutOwner } from './model/without-owner.ts';
