import type { CommandOf, Run } from '@loopwright/core';
import { ranTools, readLastMessage, readRemark } from '../edge/transcript.ts';
import type { HookInput } from '../hook-input.ts';
import type { StopPorts } from '../ports.ts';
import { digest } from '../tool-facts.ts';

/**
 * Reads a turn: what Claude said, whether it worked, and what waits for it. Without `mayClaim` the stop surely claims
 * nothing, so that the work doesn't matter.
 */
export function readTurn(
  run: Run,
  input: HookInput,
  ports: StopPorts,
): { readonly stop: CommandOf<'stop'>; readonly mayClaim: boolean } {
  const frame = run.frames.at(-1);
  const { environment, reader } = ports;
  const { isContinuing, isPlanning, transcriptPath, sessionId } = input;
  const message = input.lastMessage ?? readLastMessage(transcriptPath, sessionId);
  const { signals, nearMiss } =
    message && frame ? reader.readSignals(message, { mode: frame.mode }) : { signals: [] };
  const block = message ? reader.parseStatusBlock(message) : undefined;
  // A host that calls only the stop hook, as in seeds 000 and 001, reports no tools: the transcript shows them.
  const isReported = frame?.breaker.tools !== 0;
  const hasWorked =
    !isReported && run.continuation !== undefined && ranTools(transcriptPath, sessionId, run.continuation.at);
  const saysDone = signals.length > 0 || block?.exitSignal === true || frame?.exitSignal === true;
  // A turn that a stop hook continued answers that hook. The user's prompt ends a continuation. A client that doesn't
  // name the last message is too old to tell who opened the turn.
  const isOpening = !isContinuing && run.continuation === undefined;
  const mayAnswer = isOpening && !environment.isHeadless && !isPlanning && !saysDone;
  const remark = mayAnswer && input.lastMessage ? readRemark(transcriptPath, input.lastMessage) : undefined;
  const stop: CommandOf<'stop'> = {
    type: 'stop',
    at: ports.now(),
    isHeadless: environment.isHeadless,
    ...(environment.leavesAtPop && { leavesAtPop: true }),
    isContinuing,
    ...(isPlanning && { isPlanning }),
    waitingFor: input.waitingFor,
    signals: signals.slice(-8).map(({ kind, value, line }) => ({ kind, value: value.slice(0, 200), line })),
    ...(nearMiss && { nearMiss }),
    ...(block && {
      statusBlock: {
        ...(block.exitSignal !== undefined && { exitSignal: block.exitSignal }),
        criteria: [...block.criteria].map(([name, isMet]) => ({ name, isMet })),
      },
    }),
    ...(message && { message: digest(message), messageLength: message.length }),
    ...(remark && { remark }),
    ...(hasWorked && { ranTools: true }),
  };
  return { stop, mayClaim: !isPlanning && (saysDone || frame?.workflow !== undefined) };
}
