import { openAllPorts } from '../edge/open-all-ports.ts';
import { type HookCall, runHook } from '../edge/run-hook.ts';
import { handle } from '../handle.ts';

export { decide, endLines, textWidth } from '@loopwright/core';
export { importEdits, projectViews } from '@loopwright/store';
export { ownPrices } from '../edge/own-prices.ts';
export { notificationOf, notify } from '../edge/notify.ts';
export { adoptAtStop, toTrial } from '../edge/open-all-ports.ts';
export { rememberAct } from '../edge/session-files.ts';
export { callerOf } from '../proof/who-acts.ts';
export { endOfKilledStop, openClaim } from '../proof/open-claim.ts';
export { forgetContract } from '../proof/contract.ts';
export { rememberTyped } from '../proof/remember-typed.ts';
export { statusSegment } from '../edge/status-segment.ts';
export { asideLine, endingLines, extraLines, GONE, hooksOffLine } from '../text/user-lines.ts';

/** Answers every event but a stop. */
export function answerEvent(call: HookCall): Promise<void> {
  return runHook(call, openAllPorts, handle);
}
