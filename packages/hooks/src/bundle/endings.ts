export { endingLines, extraLines } from '../text/user-lines.ts';
