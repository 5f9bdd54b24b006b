import { createAllPorts } from '../edge/create-all-ports.ts';
import { type HookCall, runHook } from '../edge/run-hook.ts';
import { handle } from '../handle.ts';

export { decide } from '@loopwright/core';
export { readTreeOnce, touchedSince } from '@loopwright/checks';
export { checkFolder, importEdits, placeOfWork, projectViews } from '@loopwright/store';
export { findShownSignal, findPlacesWithRemark } from '@loopwright/transcript/remark';
export { adoptAtStop } from '../edge/adoption.ts';
export { notificationOf, notify } from '../edge/notify.ts';
export { ownPrices } from '../edge/own-prices.ts';
export { toTrial } from '../edge/trial.ts';
export { isHandMade } from '../proof/hand-made.ts';
export { auditRun, hooksProof } from '../proof/hooks-proof.ts';
export { settleContract } from '../proof/contract.ts';
export { rememberTyped } from '../proof/remember-typed.ts';
export { statusSegment, textWidth } from '../statusline/status-segment.ts';
export { asideLine, endingLines, endLines, extraLines, goneLine, hooksOffLine } from '../text/user-lines.ts';

/** Answers every event but a stop. */
export function answerEvent(call: HookCall): Promise<void> | undefined {
  return runHook(call, { createPorts: createAllPorts, handle });
}
