/** The Markdown parser, for the few messages that show a signal. It is as large as all that a stop loads. */
export { findPlacesWithRemark, findShownSignal } from '@loopwright/transcript/remark';
