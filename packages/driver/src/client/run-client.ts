import { runProgram } from '@loopwright/checks';
import {
  checkCommands,
  type ClientEnd,
  INTERRUPT_CLIENT,
  ownPrices,
  type ToolFacts,
} from '@loopwright/hooks';
import { transcriptPathOf } from '@loopwright/store';
import type { Drive } from '../drive.ts';
import { type Bill, billOf } from '../run/bill.ts';
import { clientArguments, clientEnvironment, ITERATION_MARK, withTaskList } from './client-call.ts';
import { ClientReader } from './client-reader.ts';
import { type Findings, iterationPrompt, numberOf } from './iteration-prompt.ts';

/** The work of one client. */
export interface Worked {
  readonly end: ClientEnd;
  readonly bill: Bill;
  readonly timeMs: number;
}

const MINUTE_MS = 60_000;

/** Runs a client for one iteration and records its tool calls while it works. */
export async function runClient(drive: Drive, findings: Findings): Promise<Worked> {
  const { ports, driven, client, signal, watch } = drive;
  const { run, root, sessionId } = driven;
  const number = numberOf(run);
  const prices = ownPrices(root, ports.env);
  const reader = new ClientReader({
    prices,
    checks: checkCommands(run.frames.at(-1)),
    root,
    onAct: (act) => ports.onProgress({ kind: 'act', number, ...act, usd: reader.priced().usd }),
    onAnswer: () => drive.ledger.note(reader.priced()),
  });
  const startedAt = ports.now();
  const passedMs = (): number => ports.now() - startedAt;
  ports.onProgress({ kind: 'begun', run, sessionId });
  const reporting = setInterval(() => {
    const { calls, lastTool } = reader;
    ports.onProgress({ kind: 'working', number, passedMs: passedMs(), calls, lastTool });
  }, MINUTE_MS).unref();
  // Records are made one after the other, however fast the client works.
  let recorded: Promise<unknown> = Promise.resolve();
  const recordFailed = new AbortController();
  const onTools = (batch: ToolFacts | undefined): void => {
    if (!batch) return;
    recorded = recorded.then(async () => driven.record({ type: 'observe', at: ports.now(), ...batch }));
    // Ends the client when its work can't be recorded; the error itself surfaces at the await below.
    recorded.catch(() => recordFailed.abort());
  };
  try {
    const exit = await runProgram({
      command: [client.program, ...clientArguments(client, run, sessionId, drive.prover.checks)],
      cwd: root,
      env: withTaskList(clientEnvironment(ports.env, client), run),
      input: iterationPrompt(run, findings, client.command),
      mark: { variable: ITERATION_MARK, value: sessionId },
      timeoutMs: drive.iterationTimeoutMs,
      signal: AbortSignal.any([signal, recordFailed.signal]),
      atOnce: drive.atOnce,
      askToEnd: INTERRUPT_CLIENT,
      onStart: (group) => watch.tell([group]),
      onLine: (line) => onTools(reader.take(line)),
    });
    watch.tell([]);
    onTools(reader.rest());
    await recorded;
    driven.refresh();
    const bill = billOf(reader, transcriptPathOf(ports.env, root, sessionId), prices);
    return { end: { ...exit, result: reader.result, retryAt: reader.retryAt }, bill, timeMs: passedMs() };
  } finally {
    clearInterval(reporting);
  }
}
