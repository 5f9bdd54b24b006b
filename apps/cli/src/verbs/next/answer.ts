/** What `loop next --json` answers: the same as `loop status --json`. */
export { answer } from '../status/answer.ts';
