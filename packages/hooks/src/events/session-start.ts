import { announce } from '@loopwright/core';
import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { Ports } from '../ports.ts';
import { settleUsage } from '../settle-usage.ts';
import { missedFailure } from './failure-command.ts';
import { overriddenLine, putAwayLine, resumeLines, takeOverLines } from '../text/session-lines.ts';

/** Tells a session of the loop that it has, or of one that another session left in the project. */
export function handleSessionStart(input: HookInput, ports: Ports): Answer {
  // A session that begins has made nothing yet. Later ones may go on with what their user put into git.
  if (input.source === 'startup' && ports.putAwayForeignRun()) {
    return { kind: 'tell', event: 'SessionStart', message: putAwayLine() };
  }
  const session = ports.openRun();
  if (!session) {
    const trace = ports.readTrace();
    if (!trace) return SILENT;
    const text = `${trace.announcement}\n${takeOverLines()}`;
    return { kind: 'tell', event: 'SessionStart', context: text, message: text };
  }
  // A compaction happens in the middle of a turn: nothing began anew, so nothing was overridden.
  const isMidTurn = input.source === 'compact';
  if (!isMidTurn) settleUsage(session, input.transcriptPath, ports);
  const submission = isMidTurn
    ? undefined
    : session.submit(
        missedFailure(session, input, ports) ?? { type: 'prompt', at: ports.now(), source: 'session' },
      );
  const wasOverridden =
    submission?.status === 'recorded' &&
    submission.decision.notices.some(({ code }) => code === 'overridden');
  if (submission?.status === 'recorded') session.project();
  const { run } = session;
  if (run.status !== 'active' && run.status !== 'paused' && run.status !== 'stuck') return SILENT;
  const announcement = announce({ kind: 'resume', run });
  const text = [announcement, resumeLines(run), ...(wasOverridden ? [overriddenLine()] : [])].join('\n');
  return { kind: 'tell', event: 'SessionStart', context: text, message: isMidTurn ? undefined : text };
}
