export { proveClaim } from '../proof/prove-claim.ts';
