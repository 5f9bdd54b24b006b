import { openAllPorts } from '../edge/open-all-ports.ts';
import { type HookCall, runHook } from '../edge/run-hook.ts';
import { handle } from '../handle.ts';

export { decide } from '@loopwright/core';
export { importEdits, projectViews } from '@loopwright/store';
export { findShownSignal, findPlacesWithRemark } from '@loopwright/transcript/remark';
export { adoptAtStop } from '../edge/adoption.ts';
export { notify } from '../edge/notify.ts';
export { rememberAct } from '../edge/terminal-acts.ts';
export { ownPrices } from '../edge/own-prices.ts';
export { toTrial } from '../edge/trial.ts';
export { callerOf } from '../proof/hand-made.ts';
export { endOfKilledStop, openClaim } from '../proof/open-claim.ts';
export { settleContract } from '../proof/contract.ts';
export { rememberTyped } from '../proof/remember-typed.ts';
export { statusSegment, textWidth } from '../statusline/status-segment.ts';
export { asideLine, endingLines, endLines, extraLines, GONE, hooksOffLine } from '../text/user-lines.ts';

/** Answers every event but a stop. */
export function answerEvent(call: HookCall): Promise<void> {
  return runHook(call, { open: openAllPorts, handle });
}
