export { writeReport, type Written } from './node/write-report.ts';
