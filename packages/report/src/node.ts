export { serveReport, type LivePage, type Serving } from './node/serve-report.ts';
