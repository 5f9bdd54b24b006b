export { notificationOf, notify } from '../edge/notify.ts';
export { asideLine, endingLines, endLines, extraLines, hooksOffLine } from '../text/user-lines.ts';
