export { seldomHandlers } from '../events/seldom-handlers.ts';
