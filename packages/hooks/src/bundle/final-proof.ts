export { proveClaim } from '../proof/prove-claim.ts';
export { rememberTyped, wasTyped } from '../proof/typed-checks.ts';
