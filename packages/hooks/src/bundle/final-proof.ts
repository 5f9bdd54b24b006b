export { isAgreed } from '../proof/agreed-checks.ts';
export { approveTyped } from '../proof/approve-checks.ts';
export { proveClaim } from '../proof/prove-claim.ts';
export { rememberPrompt } from '../proof/named-agreement.ts';
