export { notificationOf, notify } from '../edge/notify.ts';
export { endingLines, extraLines } from '../text/user-lines.ts';
