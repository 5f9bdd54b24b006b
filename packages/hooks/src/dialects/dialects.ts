import {
  announce,
  continuation,
  iterationLine,
  type Note,
  noteLine,
  noticeText,
  okReason,
  owesLastTurn,
  raisingFlag,
  trustLine,
  trustSummary,
  warningText,
} from '@loopwright/core';
import { type Answer, NO_OUTPUT, type Output } from '../answer.ts';
import { checkInLine } from '../text/session-lines.ts';

/** Turns an answer into the output for a host. */
export type Dialect = (answer: Answer) => Output;

/** All dialects, by name. */
export const dialects = { context, block, ok, 'exit-code': exitCode } as const satisfies Record<
  string,
  Dialect
>;
export type DialectName = keyof typeof dialects;

type StopAnswer = Extract<Answer, { kind: 'stop' }>;

/** The client from 2.1.163 on: more context lets Claude go on without calling it an error. */
function context(answer: Answer): Output {
  if (answer.kind !== 'stop' || answer.verdict.kind === 'allow') return common(answer);
  return json({
    hookSpecificOutput: {
      hookEventName: 'Stop',
      additionalContext: continuation(answer.run, answer.verdict, answer.command, answer.users),
    },
    systemMessage: progressLines(answer),
  });
}

/** Older clients: a block with its reason. */
function block(answer: Answer): Output {
  if (answer.kind !== 'stop' || answer.verdict.kind === 'allow') return common(answer);
  return json({
    decision: 'block',
    reason: continuation(answer.run, answer.verdict, answer.command, answer.users),
    systemMessage: progressLines(answer),
  });
}

/** Seeds 000 to 002, for other hosts and for prompt hooks; the real client ignores it from a command hook. */
function ok(answer: Answer): Output {
  if (answer.kind !== 'stop') return answer.kind === 'silent' ? json({ ok: true }) : common(answer);
  const { verdict } = answer;
  if (verdict.kind === 'block') return json({ ok: false, reason: okReason(verdict, answer.run) });
  return json(verdict.rule === 'done' ? { ok: true, reason: okReason(verdict) } : { ok: true });
}

/** Seed 004: exit 2 and exactly its JSON to go on; nothing and exit 0 to let go. It defines the stop alone. */
function exitCode(answer: Answer): Output {
  if (answer.kind !== 'stop') return common(answer);
  if (answer.verdict.kind === 'allow') return NO_OUTPUT;
  const { iteration } = answer.verdict;
  const limit = answer.run?.frames.at(-1)?.limits.iterations;
  const reason = iterationLine(iteration, limit === undefined ? 1 : limit);
  return { stdout: `${JSON.stringify({ decision: 'block', reason })}\n`, exitCode: 2 };
}

/** The part that `context` and `block` share: everything except the block. */
function common(answer: Answer): Output {
  if (answer.kind === 'silent') return NO_OUTPUT;
  if (answer.kind === 'wake') return { stdout: '', stderr: answer.text, exitCode: 2 };
  if (answer.kind === 'stop') {
    const lines = [endingMessage(answer) ?? [], warningLines(answer)].flat();
    return lines.length === 0 ? NO_OUTPUT : json({ systemMessage: lines.join('\n') });
  }
  const { event, context: additionalContext, message } = answer;
  return json({
    ...(additionalContext !== undefined && {
      hookSpecificOutput: { hookEventName: event, additionalContext },
    }),
    ...(message !== undefined && { systemMessage: message }),
  });
}

/** The reason in one line when a loop ended or waits for the user; undefined without a loop. */
function endingMessage({ verdict, run }: StopAnswer): string | undefined {
  if (!run || verdict.kind !== 'allow') return undefined;
  if (verdict.rule === 'needs-user') return checkInLine(run);
  const { ending, rule } = verdict;
  if (!ending) return undefined;
  // A command ended or paused it in this turn. What a stop ended was said then.
  const isNews = (ending.kind === 'cancelled' || ending.kind === 'paused') && owesLastTurn(run);
  if (rule === 'ended' && !isNews) return undefined;
  const lines = [announce({ kind: 'ended', run })];
  if (ending.kind === 'paused')
    lines[0] = announce({ kind: 'paused', run, reason: ending.detail ?? 'limit' });
  const isDone = ending.kind === 'verified' || ending.kind === 'claimed';
  const proof = isDone ? trustLine(trustSummary(run)) : '';
  if (proof !== '') lines.push(proof);
  if (ending.kind === 'stuck') lines.push('Resume: /loop:continue');
  if (rule !== 'ended') lines.push(...noteLines(run.frames.at(-1)?.notes ?? []));
  return lines.join('\n');
}

function progressLines(answer: StopAnswer): string {
  const { run, verdict } = answer;
  const line = run ? announce({ kind: 'iteration', run }) : '[LOOP] Open tasks hold this session once.';
  return [line, ...noteLines(verdict.kind === 'block' ? verdict.notes : []), ...warningLines(answer)].join(
    '\n',
  );
}

function noteLines(notes: readonly Note[]): string[] {
  return notes.flatMap((note) => (FOR_THE_USER.has(note.kind) ? `[LOOP] ${noteLine(note)}` : []));
}

/** The notes for Claude that the user reads too. */
const FOR_THE_USER = new Set(['edit-refused', 'popped', 'tick-undone']);

/** The warnings for the user at this stop, each with the command that raises the limit. */
function warningLines({ notices }: StopAnswer): string[] {
  return notices.flatMap((notice) => {
    if (notice.code === 'amended' || notice.code === 'clamped') return `[LOOP] ${noticeText(notice)}`;
    return notice.code === 'budget'
      ? `[LOOP] ${warningText(notice)} More: /loop:continue ${raisingFlag(notice.limit)}=N`
      : [];
  });
}

function json(value: object): Output {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode: 0 };
}
