import { continuation, heldLine, iterationLine, okReason } from '@loopwright/core';
import { type Answer, NO_OUTPUT, type Output } from '../answer.ts';
import type { endingLines, extraLines } from '../text/user-lines.ts';

/** Turns an answer into the output for a host. */
export type Dialect = (answer: Answer) => Output;

/** The names of all dialects. */
export const DIALECT_NAMES = ['context', 'block', 'ok', 'exit-code'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** The texts for the user that a plain stop doesn't need. */
export interface UserLines {
  readonly endingLines: typeof endingLines;
  readonly extraLines: typeof extraLines;
}

type StopAnswer = Extract<Answer, { kind: 'stop' }>;
type Held = Extract<StopAnswer['verdict'], { kind: 'block' }>;

/** Creates the dialects. `lines` is called only for a stop that tells the user more than why it was held. */
export function createDialects(lines: () => UserLines): Readonly<Record<DialectName, Dialect>> {
  return {
    context: (answer) => {
      if (answer.kind !== 'stop' || answer.verdict.kind === 'allow') return common(answer, lines);
      return json({
        hookSpecificOutput: {
          hookEventName: 'Stop',
          additionalContext: textForClaude(answer, answer.verdict),
        },
        systemMessage: heldMessage(answer, answer.verdict, lines),
      });
    },
    block: (answer) => {
      if (answer.kind !== 'stop' || answer.verdict.kind === 'allow') return common(answer, lines);
      return json({
        decision: 'block',
        reason: textForClaude(answer, answer.verdict),
        systemMessage: heldMessage(answer, answer.verdict, lines),
      });
    },
    ok: (answer) => ok(answer, lines),
    'exit-code': (answer) => exitCode(answer, lines),
  };
}

/** Seeds 000 to 002, for other hosts and for prompt hooks; the real client ignores it from a command hook. */
function ok(answer: Answer, lines: () => UserLines): Output {
  if (answer.kind !== 'stop') return answer.kind === 'silent' ? json({ ok: true }) : common(answer, lines);
  const { verdict } = answer;
  if (verdict.kind === 'block') return json({ ok: false, reason: okReason(verdict, answer.run) });
  return json(verdict.rule === 'done' ? { ok: true, reason: okReason(verdict) } : { ok: true });
}

/** Seed 004: exit 2 and exactly its JSON to go on; nothing and exit 0 to let go. It defines the stop alone. */
function exitCode(answer: Answer, lines: () => UserLines): Output {
  if (answer.kind !== 'stop') return common(answer, lines);
  if (answer.verdict.kind === 'allow') return NO_OUTPUT;
  const { iteration } = answer.verdict;
  const limit = answer.run?.frames.at(-1)?.limits.iterations;
  const reason = iterationLine(iteration, limit === undefined ? 1 : limit);
  return { stdout: `${JSON.stringify({ decision: 'block', reason })}\n`, exitCode: 2 };
}

/** The part that `context` and `block` share: everything except the block. */
function common(answer: Answer, lines: () => UserLines): Output {
  if (answer.kind === 'silent') return NO_OUTPUT;
  if (answer.kind === 'wake') return { stdout: '', stderr: answer.text, exitCode: 2 };
  if (answer.kind === 'stop') {
    const { verdict, run, notices } = answer;
    if (!hasEnded(verdict) && notices.length === 0) return NO_OUTPUT;
    const { endingLines, extraLines } = lines();
    const said = [...endingLines(verdict, run), ...extraLines([], notices)];
    return said.length === 0 ? NO_OUTPUT : json({ systemMessage: said.join('\n') });
  }
  if (answer.kind === 'instead') return json({ continue: false, stopReason: answer.text });
  const { event, context: additionalContext, message } = answer;
  return json({
    ...(additionalContext !== undefined && {
      hookSpecificOutput: { hookEventName: event, additionalContext },
    }),
    ...(message !== undefined && { systemMessage: message }),
  });
}

function hasEnded(verdict: StopAnswer['verdict']): boolean {
  return verdict.rule === 'needs-user' || (verdict.kind === 'allow' && verdict.ending !== undefined);
}

function textForClaude({ run, command, users }: StopAnswer, verdict: Held): string {
  return continuation(run, verdict, command, users);
}

function heldMessage({ run, notices }: StopAnswer, verdict: Held, lines: () => UserLines): string {
  const line = heldLine(run, verdict);
  const isPlain = verdict.notes.length === 0 && notices.length === 0;
  return isPlain ? line : [line, ...lines().extraLines(verdict.notes, notices)].join('\n');
}

function json(value: object): Output {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode: 0 };
}
