/** What `loop watch --json` answers: the same as `loop list --json`. */
export { answer } from '../list/answer.ts';
