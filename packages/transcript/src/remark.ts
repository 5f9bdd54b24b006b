export { judgeWithRemark } from './markdown/remark-judge.ts';
export { findShownSignal } from './signals/find-shown-signal.ts';
