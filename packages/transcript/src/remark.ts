export { findPlacesWithRemark } from './markdown/find-places.ts';
export { findShownSignal } from './signals/find-shown-signal.ts';
export { type LoopSignalsOptions, remarkLoopSignals } from './remark-loop-signals.ts';
