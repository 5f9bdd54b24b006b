import {
  type Check,
  claimedChecks,
  type CommandOf,
  decideStop,
  isOver,
  type Run,
  scopeOf,
} from '@loopwright/core';
import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { FinalProof, StopPorts, Prove, SessionRun } from '../ports.ts';

type StopCommand = CommandOf<'stop'>;

/**
 * Answers a stop of the session: go on, or let go. Blocks only after the stop is on record. Before it answers a claim,
 * runs the checks that the user asked for; only then the answer comes later.
 */
export function handleStop(input: HookInput, ports: StopPorts, prove?: Prove): Answer | Promise<Answer> {
  if (ports.environment.isDisabled || input.agentId !== undefined) return handleFreeStop(input, ports);
  const own = ports.openRun();
  const adopted = own && !isOver(own.run) ? undefined : ports.adoptRun();
  const session = adopted?.session ?? own;
  if (!session) return stopWithoutRun(input, ports);
  if (adopted && isOver(session.run)) return aborted(session);
  const isEdited = session.importEdits();
  const facts = withAudit(session, stopFacts(session.run, input, ports));
  const answer = (proof?: FinalProof): Answer => {
    const stopped = answerStop(session, { ...facts, isEdited }, input, ports, proof);
    return adopted && stopped.kind === 'stop'
      ? { ...stopped, notices: [...adopted.notices, ...stopped.notices] }
      : stopped;
  };
  if (!prove) return answer();
  const mayProve = facts.mayClaim && session.place?.kind !== 'elsewhere';
  const checks = mayProve ? claimedChecks(session.run, facts.stop) : [];
  return checks.length === 0 ? answer(NOTHING_PROVED) : prove(session, checks).then(answer);
}

const NOTHING_PROVED: FinalProof = { unseen: [], outputs: [] };

function answerStop(
  session: SessionRun,
  { stop: facts, mayClaim, isEdited }: StopFacts & { readonly isEdited: boolean | void },
  input: HookInput,
  ports: StopPorts,
  proof: FinalProof | undefined,
): Answer {
  const usage = session.countUsage(input.transcriptPath);
  // A batch of tools wrote the views since the last stop, and the next one writes them again.
  const areShown =
    ports.environment.viewsByBatches && isEdited !== true && session.run.frames.at(-1)?.breaker.tools !== 0;
  const stop: StopCommand = {
    ...facts,
    at: ports.now(),
    ...(mayClaim && provedFacts(session, proof?.unreadable)),
    ...(proof && proof.unseen.length > 0 && { unseen: proof.unseen }),
  };
  session.forgetTree();
  const submission = session.submit({ ...stop, ...(usage && { spent: usage.spent }) });
  if (submission.status === 'unrecorded')
    throw new Error(`the stop could not be recorded: ${submission.reason}`);
  usage?.tidy(submission.run);
  const { verdict, notices } = submission.decision;
  if (areShown && verdict?.kind === 'block') session.writeReceipt?.();
  else session.project();
  // The user removed `.loop/` meanwhile and so left the loop: don't block.
  if (!verdict || (verdict.kind === 'block' && !session.isCurrent())) return SILENT;
  // The user reads Claude's plan: only news is worth a line.
  if (facts.isPlanning && verdict.rule === 'needs-user' && notices.length === 0) return SILENT;
  return {
    kind: 'stop',
    verdict,
    run: submission.run,
    notices,
    command: ports.environment.command,
    users: proof,
  };
}

/** Answers a stop that can't be held: the rules `disabled` and `not-main`. A disabled one opens nothing. */
function handleFreeStop(input: HookInput, ports: StopPorts): Answer {
  const { isDisabled } = ports.environment;
  const run = isDisabled ? undefined : ports.openRun()?.run;
  const isSubagent = input.agentId !== undefined;
  const { verdict, notices } = decideStop(run, { type: 'stop', at: ports.now(), isDisabled, isSubagent });
  return verdict ? { kind: 'stop', verdict, run, notices } : SILENT;
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
  const openTasks = openTasksOf(ports);
  if (input.isPlanning || openTasks === undefined || openTasks.length === 0) return SILENT;
  const stop: StopCommand = {
    type: 'stop',
    at: ports.now(),
    isContinuing: input.isContinuing,
    waitingFor: [...input.waitingFor],
    openTasks: [...openTasks],
  };
  const { verdict, notices } = decideStop(undefined, stop);
  return verdict?.kind === 'block' ? { kind: 'stop', verdict, run: undefined, notices } : SILENT;
}

/** Audits the records, the only basis of a claim, if this stop may claim. */
function withAudit(session: SessionRun, facts: StopFacts): StopFacts {
  const forged = facts.mayClaim ? session.audit() : undefined;
  return forged === undefined ? facts : { ...facts, stop: { ...facts.stop, forged } };
}

interface StopFacts {
  /** All facts but the work tree. */
  readonly stop: StopCommand;
  /** False if the stop surely claims nothing, so that the work tree doesn't matter. */
  readonly mayClaim: boolean;
}

/** Gathers the facts of a stop, except those that take long. */
function stopFacts(run: Run, input: HookInput, ports: StopPorts): StopFacts {
  const frame = run.frames.at(-1);
  const message = input.lastMessage ?? ports.readLastMessage(input.transcriptPath);
  const { signals, nearMiss } = message && frame ? ports.readSignals(message, frame.mode) : { signals: [] };
  const block = message ? ports.parseStatusBlock(message) : undefined;
  const openTasks = openTasksOf(ports);
  const mayClaim =
    !input.isPlanning &&
    (signals.length > 0 ||
      block?.exitSignal === true ||
      frame?.exitSignal === true ||
      frame?.workflow !== undefined);
  const stop: StopCommand = {
    type: 'stop',
    at: ports.now(),
    isHeadless: ports.environment.isHeadless,
    ...(ports.environment.leavesAtPop && { leavesAtPop: true }),
    isContinuing: input.isContinuing,
    ...(input.isPlanning && { isPlanning: true }),
    waitingFor: [...input.waitingFor],
    signals: signals.slice(-8).map(({ kind, value, line }) => ({ kind, value: value.slice(0, 200), line })),
    ...(nearMiss && { nearMiss }),
    ...(block && {
      statusBlock: {
        ...(block.exitSignal !== undefined && { exitSignal: block.exitSignal }),
        criteria: [...block.criteria].map(([name, isMet]) => ({ name, isMet })),
      },
    }),
    ...(message && { message: ports.digest(message), messageLength: message.length }),
    ...(ranUnreportedTools(run, input, ports) && { ranTools: true }),
    ...(openTasks && { openTasks: [...openTasks] }),
  };
  return { stop, mayClaim };
}

/** A host that calls only the stop hook, as in seeds 000 and 001, reports no tools: the transcript shows them. */
function ranUnreportedTools({ continuation, frames }: Run, input: HookInput, ports: StopPorts): boolean {
  const isReported = frames.at(-1)?.breaker.tools !== 0;
  return !isReported && continuation !== undefined && ports.ranTools(input.transcriptPath, continuation.at);
}

/** Reads the place of work. Nothing counts elsewhere. */
function provedFacts(
  session: SessionRun,
  unreadable: string | undefined,
): Pick<StopCommand, 'elsewhere' | 'fingerprints' | 'touched' | 'unreadable' | 'workTree'> {
  const { place } = session;
  if (place?.kind === 'elsewhere')
    return { fingerprints: [], elsewhere: { path: place.path, project: place.root } };
  return {
    ...treeFacts(session, unreadable),
    ...touchedFacts(session),
    ...(place?.kind === 'linked' && {
      workTree: { path: place.path, ...(place.branch !== undefined && { branch: place.branch }) },
    }),
  };
}

/** Reads the work tree, if passed evidence depends on it. Unreadable parts are missing, with the reason. */
function treeFacts(
  session: SessionRun,
  unreadable: string | undefined,
): Pick<StopCommand, 'fingerprints' | 'unreadable'> {
  const scopes = new Map<string, Check>();
  const frame = session.run.frames.at(-1);
  for (const { check, evidence } of frame?.criteria ?? []) {
    if (check && evidence?.passed) scopes.set(scopeOf(check), check);
  }
  // A gate on evidence of tasks holds for the whole work tree.
  if (frame?.workflow?.gate?.fingerprint) scopes.set('', { command: '' });
  if (scopes.size === 0) return { fingerprints: [], ...(unreadable !== undefined && { unreadable }) };
  const read = session.readTree([...scopes.values()]);
  const fingerprints = [...scopes.keys()].flatMap((scope, index) => {
    const tree = read[index];
    return tree?.status === 'known' ? [{ scope, value: tree.identity }] : [];
  });
  const reason = read.find((tree) => tree.status === 'unknown')?.reason ?? unreadable;
  return { fingerprints, ...(reason !== undefined && { unreadable: reason.slice(0, 300) }) };
}

/** Compares the work tree with that of the start, for a claim that may end the frame. */
function touchedFacts(session: SessionRun): Pick<StopCommand, 'touched'> {
  const { frames, startTree, guard } = session.run;
  const frame = frames.at(-1);
  if (!frame || !startTree || 'unknown' in startTree) return {};
  const checked = frame.criteria.filter(({ check }) => check);
  const isGated = frame.workflow === undefined || frame.workflow.gate?.passed === true;
  if (!isGated || checked.some(({ evidence }) => !evidence?.passed)) return {};
  return { touched: session.readTouched({ digest: startTree.digest, guard: guard?.patterns ?? [] }) };
}

function openTasksOf({ environment, readOpenTasks }: StopPorts): readonly string[] | undefined {
  return environment.taskListId === undefined ? undefined : readOpenTasks(environment.taskListId);
}
