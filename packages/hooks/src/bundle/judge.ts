export { askJudge } from '../judge/ask-judge.ts';
export { findJudgeClient } from '../judge/find-client.ts';
