export { runVerb } from '../edge/run-verb.ts';
export { seldomHandlers } from '../events/seldom-handlers.ts';
