export { disabledBy, hooksOffIn, settingsPaths } from './edge/client-settings.ts';
export { ownPrices } from './edge/own-prices.ts';
export { rememberAct } from './edge/session-files.ts';
export { passedChecks, readScopes, type ReadScopes } from './proof/read-scopes.ts';
export type { RunningCheck } from './proof/record-running.ts';
export { isClientGone, standingOf } from './proof/who-acts.ts';
