export { statusSegment, textWidth } from '../statusline/status-segment.ts';
