export { judgeWithRemark } from './markdown/remark-judge.ts';
export { findShownSignal } from './signals/find-shown-signal.ts';
export {
  type LoopSignalsOptions,
  remarkLoopSignals,
  remarkLoopSignals as default,
} from './remark-loop-signals.ts';
