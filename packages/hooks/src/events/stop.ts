import { type Check, type CommandOf, decide, isOver, type Run, scopeOf } from '@loopwright/core';
import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { Ports, SessionRun } from '../ports.ts';

type StopCommand = CommandOf<'stop'>;

/** Answers a stop of the session: go on, or let go. Blocks only after the stop is on record. */
export function handleStop(input: HookInput, ports: Ports): Answer {
  const session = findSession(ports);
  if (!session) return stopWithoutRun(input, ports);
  session.importEdits();
  const usage = session.countUsage(input.transcriptPath);
  const stop = stopCommand(session.run, session, input, ports);
  const submission = session.submit({ ...stop, ...(usage && { spent: usage.spent }) });
  if (submission.status === 'unrecorded')
    throw new Error(`the stop could not be recorded: ${submission.reason}`);
  usage?.tidy(submission.run);
  session.project();
  const { verdict, notices } = submission.decision;
  // The user removed `.loop/` meanwhile and so left the loop: don't block.
  if (!verdict || (verdict.kind === 'block' && !session.isCurrent())) return SILENT;
  return { kind: 'stop', verdict, run: submission.run, notices, command: ports.environment.command };
}

/** Answers a stop that can't be held: the rules `disabled` and `not-main`. A disabled one opens nothing. */
export function handleFreeStop(input: HookInput, ports: Ports): Answer {
  const { isDisabled } = ports.environment;
  const run = isDisabled ? undefined : ports.openRun()?.run;
  const isSubagent = input.agentId !== undefined;
  const { verdict, notices } = decide(run, { type: 'stop', at: ports.now(), isDisabled, isSubagent });
  return verdict ? { kind: 'stop', verdict, run, notices } : SILENT;
}

/** The run of this session. Without one, or after its end, adopts a hand-written loop. */
function findSession(ports: Ports): SessionRun | undefined {
  const own = ports.openRun();
  return own && !isOver(own.run) ? own : (ports.adoptRun() ?? own);
}

/** Seed 002: open tasks of a list that the environment names block once, even without a loop. */
function stopWithoutRun(input: HookInput, ports: Ports): Answer {
  const openTasks = openTasksOf(ports);
  if (openTasks === undefined || openTasks.length === 0) return SILENT;
  const stop: StopCommand = {
    type: 'stop',
    at: ports.now(),
    isContinuing: input.isContinuing,
    waitingFor: [...input.waitingFor],
    openTasks: [...openTasks],
  };
  const { verdict, notices } = decide(undefined, stop);
  return verdict?.kind === 'block' ? { kind: 'stop', verdict, run: undefined, notices } : SILENT;
}

/** Gathers the facts of a stop. Slow ones only if the answer can depend on them. */
function stopCommand(run: Run, session: SessionRun, input: HookInput, ports: Ports): StopCommand {
  const frame = run.frames.at(-1);
  const message = input.lastMessage ?? ports.readLastMessage(input.transcriptPath);
  const signals = message && frame ? ports.detectSignals(message, frame.mode) : [];
  const block = message ? ports.parseStatusBlock(message) : undefined;
  const openTasks = openTasksOf(ports);
  const mayClaim = signals.length > 0 || block?.exitSignal === true || frame?.exitSignal || frame?.workflow;
  return {
    type: 'stop',
    at: ports.now(),
    isHeadless: ports.environment.isHeadless,
    isContinuing: input.isContinuing,
    waitingFor: [...input.waitingFor],
    signals: signals.slice(-8).map(({ kind, value, line }) => ({ kind, value: value.slice(0, 200), line })),
    ...(block && {
      statusBlock: {
        ...(block.exitSignal !== undefined && { exitSignal: block.exitSignal }),
        criteria: [...block.criteria].map(([name, isMet]) => ({ name, isMet })),
      },
    }),
    ...(message && { message: ports.digest(message) }),
    ...(mayClaim && treeFacts(run, session)),
    ...(openTasks && { openTasks: [...openTasks] }),
  };
}

/** Reads the work tree, if passed evidence rests on it. What can't be read is missing, with the reason. */
function treeFacts(run: Run, session: SessionRun): Pick<StopCommand, 'fingerprints' | 'unreadable'> {
  const scopes = new Map<string, Check>();
  for (const { check, evidence } of run.frames.at(-1)?.criteria ?? []) {
    if (check && evidence?.passed) scopes.set(scopeOf(check), check);
  }
  if (scopes.size === 0) return { fingerprints: [] };
  const read = session.readTree([...scopes.values()]);
  const fingerprints = [...scopes.keys()].flatMap((scope, index) => {
    const tree = read[index];
    return tree?.status === 'known' ? [{ scope, value: tree.identity }] : [];
  });
  const unknown = read.find((tree) => tree.status === 'unknown');
  return { fingerprints, ...(unknown && { unreadable: unknown.reason.slice(0, 300) }) };
}

function openTasksOf({ environment, readOpenTasks }: Ports): readonly string[] | undefined {
  return environment.taskListId === undefined ? undefined : readOpenTasks(environment.taskListId);
}
