export { notificationOf, notify, tellHooksOff } from '../edge/notify.ts';
export { endingLines, extraLines } from '../text/user-lines.ts';
