import { announce } from '@loopwright/core';
import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { SessionPorts } from '../ports.ts';
import { settleUsage } from '../record-usage.ts';
import { missedFailure } from './failure-command.ts';
import { promptCommand } from './prompt-command.ts';
import {
  FOREIGN,
  handWrittenLine,
  OVERRIDDEN,
  PUT_AWAY,
  resumeLines,
  takeOverLines,
} from '../text/session-lines.ts';

/** Announces the session's own loop, or another session's loop in the project. */
export function handleSessionStart(input: HookInput, ports: SessionPorts): Answer {
  // A new session has no journal yet. A later one may continue a journal that its user put into git.
  if (input.source === 'startup' && ports.putAwayForeignRun()) {
    return { kind: 'tell', event: 'SessionStart', message: PUT_AWAY };
  }
  const session = ports.openRun();
  if (!session) {
    // A new session can't have a loop of its own, so it isn't told of one.
    if (input.source !== 'startup' && input.source !== 'compact' && ports.hasForeignRun()) {
      return { kind: 'tell', event: 'SessionStart', message: FOREIGN };
    }
    const written = ports.readHandWritten();
    if (written) {
      if (input.source === 'compact') return SILENT;
      const text = handWrittenLine(written);
      return { kind: 'tell', event: 'SessionStart', context: text, message: text };
    }
    const trace = ports.readTrace();
    if (!trace) return SILENT;
    const text = `${trace}\n${takeOverLines(input.source)}`;
    return { kind: 'tell', event: 'SessionStart', context: text, message: text };
  }
  // A compaction happens in the middle of a turn, so it shows no override.
  const isMidTurn = input.source === 'compact';
  if (!isMidTurn) settleUsage(session, input.transcriptPath, ports);
  const submission = isMidTurn
    ? undefined
    : session.submit(missedFailure(session, input, ports) ?? promptCommand(session, 'session', input, ports));
  const wasOverridden =
    submission?.status === 'recorded' &&
    submission.decision.notices.some(({ code }) => code === 'overridden');
  if (submission?.status === 'recorded') session.project();
  const { run } = session;
  if (run.status !== 'active' && run.status !== 'paused' && run.status !== 'stuck') return SILENT;
  const announcement = announce({ kind: 'resume', run });
  const text = [announcement, resumeLines(run), ...(wasOverridden ? [OVERRIDDEN] : [])].join('\n');
  return { kind: 'tell', event: 'SessionStart', context: text, message: isMidTurn ? undefined : text };
}
