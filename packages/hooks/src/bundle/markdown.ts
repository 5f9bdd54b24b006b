export { findShownSignal, judgeWithRemark } from '@loopwright/transcript/remark';
