export { writeReport, type Written } from './node/write-report.ts';
export { renderPreview } from './node/render-preview.ts';
export { serveReport, type LivePage, type Serving } from './node/serve-report.ts';
