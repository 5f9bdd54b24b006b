export { adoptAtStop, readHandWritten, readTrace } from '../edge/adoption.ts';
export { draftRun, putAwayForeignRun, takeOverForeignRun } from '../edge/begin-run.ts';
