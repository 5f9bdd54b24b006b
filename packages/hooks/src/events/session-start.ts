import { announce } from '@loopwright/core';
import { type Answer, SILENT, tellBoth } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { SessionPorts } from '../ports.ts';
import { FOREIGN, PUT_AWAY, resumeLines, takeOverLine } from '../text/user-lines.ts';
import { countLastTurn, missedFailure, promptCommand } from './submit.ts';

/** Announces the session's own loop, or another session's loop in the project. */
export function handleSessionStart(input: HookInput, ports: SessionPorts): Answer {
  // A new session has no journal yet. A later one may continue a journal that its user put into git.
  if (input.source === 'startup' && ports.putAwayForeignRun()) {
    return { kind: 'tell', event: 'SessionStart', message: PUT_AWAY };
  }
  const session = ports.openRun();
  if (!session) return announceOther(input.source, ports);
  // A compaction happens in the middle of a turn, so it shows no override.
  const isMidTurn = input.source === 'compact';
  const hasNews = session.importEdits();
  if (!isMidTurn) countLastTurn(session, input.transcriptPath, ports);
  const command = missedFailure(session, input, ports) ?? promptCommand(session, 'session', input, ports);
  const isHeard = !isMidTurn && session.submit(command).status === 'recorded';
  if (hasNews || isHeard) session.project();
  const { run } = session;
  if (run.status !== 'active' && run.status !== 'paused' && run.status !== 'stuck') return SILENT;
  const text = `${announce({ kind: 'resume', run })}\n${resumeLines(run)}`;
  return isMidTurn ? { kind: 'tell', event: 'SessionStart', context: text } : tellBoth('SessionStart', text);
}

/** Announces a loop of the project that doesn't hold this session. */
function announceOther(source: string, ports: SessionPorts): Answer {
  // A new session can't have a loop of its own, so it isn't told of one.
  if (source !== 'startup' && source !== 'compact' && ports.hasForeignRun()) {
    return { kind: 'tell', event: 'SessionStart', message: FOREIGN };
  }
  const written = ports.readHandWritten();
  if (written !== undefined) return source === 'compact' ? SILENT : tellBoth('SessionStart', written);
  const trace = ports.readTrace();
  return trace ? tellBoth('SessionStart', `${trace}\n${takeOverLine(source)}`) : SILENT;
}
