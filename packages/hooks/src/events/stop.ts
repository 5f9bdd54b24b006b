import { decideStop, isOver } from '@loopwright/core';
import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { SessionRun, StopPorts } from '../ports.ts';
import { claimFacts } from './claim-facts.ts';
import { readTurn } from './read-turn.ts';
import { submitWithUsage } from './submit.ts';

/**
 * Answers a stop of the session: go on, or let go. Blocks only after the stop is on record. Before it answers a claim,
 * the checks that the user asked for run.
 */
export async function handleStop(input: HookInput, ports: StopPorts): Promise<Answer> {
  // 1. Open the session: its own run, or a hand-written loop.
  const own = ports.openRun();
  const adopted = own && !isOver(own.run) ? undefined : ports.adoptRun();
  const session = adopted?.session ?? own;
  if (!session) return stopWithoutRun(input, ports);
  if (adopted && isOver(session.run)) return aborted(session);

  // 2. Take over edits of its views, and Claude's own tasks.
  const isEdited = session.importEdits();

  // 3. Read what Claude said and what waits.
  const { stop, mayClaim } = readTurn(session.run, input, ports);

  // 4. Before a claim: audit the records, run the user's checks, read the work tree.
  const claim = mayClaim ? await claimFacts(session, stop) : undefined;
  const users = claim?.proof ?? (session.prove && { unseen: [], outputs: [] });

  // 5. Decide and record, with the usage up to now.
  const hasBatch = session.run.frames.at(-1)?.breaker.tools !== 0;
  const command = { ...stop, ...claim?.facts, at: ports.now() };
  const submission = submitWithUsage(session, command, input.transcriptPath);
  if (submission.status === 'unrecorded')
    throw new Error(`the stop could not be recorded: ${submission.reason}`);
  const { run, decision } = submission;
  const { verdict } = decision;

  // 6. Show it: where a batch of tools wrote the views since the last stop, the next one writes them again.
  const areShown = ports.environment.viewsByBatches && hasBatch && !isEdited;
  if (areShown && verdict?.kind === 'block') session.writeReceipt?.();
  else session.project();

  // 7. Answer. A user who removed `.loop/` meanwhile has left the loop.
  if (!verdict || (verdict.kind === 'block' && !session.isCurrent())) return SILENT;
  // The user typed a start that Claude dropped or that was refused, and now Claude claims an end.
  const isDropped = run?.status === 'draft' && (stop.signals ?? []).length > 0;
  const notices = [
    ...(adopted?.notices ?? []),
    ...decision.notices,
    ...(isDropped ? [{ code: 'not-started' } as const] : []),
  ];
  // The user reads Claude's plan: only news is worth a line.
  if (input.isPlanning && verdict.rule === 'needs-user' && decision.notices.length === 0) return SILENT;
  return { kind: 'stop', verdict, run, notices, command: ports.environment.command, users };
}

/** Seed 004: a hand-written loop whose counters are no numbers ends at its first stop. */
function aborted(session: SessionRun): Answer {
  const { run } = session;
  session.project();
  const verdict = { kind: 'allow', rule: 'corrupt', ...(run.ending && { ending: run.ending }) } as const;
  return { kind: 'stop', verdict, run, notices: [] };
}

/** Seed 002: open tasks of a list that the environment names block once, even without a loop. */
function stopWithoutRun(input: HookInput, ports: StopPorts): Answer {
  const openTasks = ports.openTasks() ?? [];
  if (input.isPlanning || openTasks.length === 0) return SILENT;
  const { isContinuing, waitingFor } = input;
  const facts = { isContinuing, waitingFor, openTasks: [...openTasks] };
  const { verdict, notices } = decideStop(undefined, { type: 'stop', at: ports.now(), ...facts });
  return verdict?.kind === 'block' ? { kind: 'stop', verdict, run: undefined, notices } : SILENT;
}
