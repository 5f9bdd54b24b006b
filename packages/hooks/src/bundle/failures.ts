export { retryTime } from '../text/retry-time.ts';
