import { openPorts } from '../edge/open-ports.ts';
import { type HookCall, runHook } from '../edge/run-hook.ts';
import { handleStop } from '../events/stop.ts';

/** Answers a stop of a session with a loop. What a stop that holds Claude doesn't need is in `rare.cjs`. */
export function answerEvent(call: HookCall): Promise<void> {
  return runHook(call, openPorts, (_event, input, ports) => handleStop(input, ports));
}
