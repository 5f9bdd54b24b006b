import { type Answer, type HookEvent, SILENT } from './answer.ts';
import { handlePostToolBatch } from './events/post-tool-batch.ts';
import { handleFreeStop, handleStop } from './events/stop.ts';
import type { HookInput } from './hook-input.ts';
import type { Ports, Prove } from './ports.ts';

/** Answers one event of the client. Touches the world through its ports alone. */
export interface Handle {
  (event: string, input: HookInput, ports: Ports): Answer;
  /** With `prove`, the checks of the user run before a claim is answered; only then the answer comes later. */
  (event: string, input: HookInput, ports: Ports, prove: Prove | undefined): Answer | Promise<Answer>;
}

type Handler = (input: HookInput, ports: Ports) => Answer;

/** The handlers of events that come seldom. */
export type SeldomHandlers = Readonly<Record<Exclude<HookEvent, 'Stop' | 'PostToolBatch'>, Handler>>;

/** Creates the function that answers an event. `seldom` is called only for an event that comes seldom. */
export function createHandle(seldom: () => SeldomHandlers): Handle {
  function handle(event: string, input: HookInput, ports: Ports): Answer;
  function handle(
    event: string,
    input: HookInput,
    ports: Ports,
    prove: Prove | undefined,
  ): Answer | Promise<Answer>;
  function handle(event: string, input: HookInput, ports: Ports, prove?: Prove): Answer | Promise<Answer> {
    // The tools that a subagent runs are work of its session. Its other events don't concern the loop.
    const isForeign = input.agentId !== undefined && event !== 'PostToolBatch';
    const isFree = ports.environment.isDisabled || isForeign;
    if (event === 'Stop') return isFree ? handleFreeStop(input, ports) : handleStop(input, ports, prove);
    if (isFree) return SILENT;
    if (event === 'PostToolBatch') return handlePostToolBatch(input, ports);
    const handlers = seldom();
    return Object.hasOwn(handlers, event) ? handlers[event as keyof SeldomHandlers](input, ports) : SILENT;
  }
  return handle;
}
