import type { Writable } from 'node:stream';
import { runProgram } from '@loopwright/checks';
import type { Spend } from '@loopwright/core';
import { type AgentExit, type Facts, INTERRUPT_CLIENT, type Send } from '@loopwright/hosts';
import { checkCommands, ownPrices, type ToolFacts } from '@loopwright/hooks';
import { transcriptPathOf } from '@loopwright/store';
import type { Drive } from '../drive.ts';
import { billOf } from '../run/bill.ts';
import {
  clientCommand,
  clientEnvironment,
  hostOf,
  markOf,
  runPlan,
  withRunVariables,
} from './client-call.ts';
import { ClientReader } from './client-reader.ts';
import { type Findings, iterationPrompt, numberOf } from './iteration-prompt.ts';
import { watchSilence } from './watch-silence.ts';

/** The work of one agent. */
export interface Worked {
  readonly exit: AgentExit;
  readonly facts: Facts;
  readonly bill: Spend;
  readonly timeMs: number;
}

const MINUTE_MS = 60_000;

/** How long an agent may take to leave after the end of a conversation. */
const LEAVE_MS = 5000;

/** Runs an agent for one iteration and records its tool calls while it works. */
export async function runClient(drive: Drive, findings: Findings): Promise<Worked> {
  const { ports, driven, client, signal, watch } = drive;
  const { run, root, sessionId } = driven;
  const host = hostOf(client);
  const number = numberOf(run);
  const prices = ownPrices(root, ports.env);
  const prompt = iterationPrompt(run, findings, client.command);
  const plan = runPlan(client, run, { root, prompt, sessionId, checks: drive.prover.checks });
  const startedAt = ports.now();
  const passedMs = (): number => ports.now() - startedAt;
  // Records are made one after the other, however fast the agent works.
  let recorded: Promise<unknown> = Promise.resolve();
  const recordFailed = new AbortController();
  const onTools = (batch: ToolFacts): void => {
    recorded = recorded.then(async () => driven.record({ type: 'observe', at: ports.now(), ...batch }));
    // Ends the agent when its work can't be recorded; the error itself surfaces at the await below.
    recorded.catch(() => recordFailed.abort());
  };
  const reader = new ClientReader(host, plan, {
    prices,
    checks: checkCommands(run.frames.at(-1)),
    root,
    onAct: (act) => ports.onProgress({ kind: 'act', number, ...act, bill: reader.priced() }),
    onAnswer: () => drive.ledger.note(reader.priced()),
    onTools,
  });
  const { facts } = reader;
  ports.onProgress({ kind: 'begun', run, sessionId });
  const reporting = setInterval(() => {
    const { calls, lastTool } = facts;
    ports.onProgress({ kind: 'working', number, passedMs: passedMs(), calls, lastTool });
  }, MINUTE_MS).unref();
  const silence = watchSilence(client.maxSilenceMs ?? host.maxSilenceMs, () => facts.isAtWork);
  const talk = conversation(() => host.begin?.(plan, talk.send));
  try {
    const { stdout: _, ...exit } = await runProgram({
      command: clientCommand(client, plan),
      cwd: root,
      env: withRunVariables(clientEnvironment(ports.env, client, sessionId), client, run),
      input: host.begin ? talk.begin : prompt,
      mark: markOf(sessionId),
      timeoutMs: drive.iterationTimeoutMs,
      signal: AbortSignal.any([signal, recordFailed.signal, silence.signal, talk.left]),
      atOnce: drive.atOnce,
      askToEnd: { ...INTERRUPT_CLIENT, say: () => host.cancel?.(facts, talk.send) === true },
      onStart: (group) => watch.tell([group]),
      onLine: (line) => {
        silence.heard();
        reader.take(line, talk.send);
      },
    });
    watch.tell([]);
    facts.endBatch();
    await recorded;
    driven.refresh();
    const bill = billOf(reader, transcriptPathOf(ports.env, root, sessionId), prices);
    return { exit: { ...exit, isSilent: silence.signal.aborted }, facts, bill, timeMs: passedMs() };
  } finally {
    clearInterval(reporting);
    silence.end();
    talk.end();
  }
}

/** The input of an agent that is talked to, message by message. `left` is aborted if it stays after the end. */
function conversation(begin: () => void) {
  const left = new AbortController();
  let stdin: Writable | undefined;
  let leaving: NodeJS.Timeout | undefined;
  const send: Send = (message) => {
    if (message) return void stdin?.write(`${JSON.stringify(message)}\n`);
    stdin?.end();
    leaving ??= setTimeout(() => left.abort(), LEAVE_MS);
  };
  return {
    begin: (input: Writable): void => {
      stdin = input;
      begin();
    },
    send,
    left: left.signal,
    end: () => clearTimeout(leaving),
  };
}
