import { continuation, heldLine, iterationLine, okReason } from '@loopwright/core';
import { type Answer, NO_OUTPUT, type Output } from '../answer.ts';
import type { endingLines, extraLines } from '../text/user-lines.ts';

/** What comes to the user of the client with any answer. */
export interface MoreForUser {
  readonly lines?: readonly string[];
  /** Only with a message. */
  readonly terminalSequence?: string | undefined;
}

/** Turns an answer into the output for a host. */
export type Dialect = (answer: Answer, more?: MoreForUser) => Output;

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

/** Creates the dialects. `texts` is called only for a stop that tells the user more than why it was held. */
export function createDialects(texts: () => UserLines): Readonly<Record<DialectName, Dialect>> {
  return {
    context: (answer, more) => {
      if (answer.kind !== 'stop' || answer.verdict.kind === 'allow') return common(answer, texts, more);
      const additionalContext = textForClaude(answer, answer.verdict);
      const systemMessage = heldMessage(answer, answer.verdict, texts);
      return say({ hookSpecificOutput: { hookEventName: 'Stop', additionalContext }, systemMessage }, more);
    },
    block: (answer, more) => {
      if (answer.kind !== 'stop' || answer.verdict.kind === 'allow') return common(answer, texts, more);
      const reason = textForClaude(answer, answer.verdict);
      return say(
        { decision: 'block', reason, systemMessage: heldMessage(answer, answer.verdict, texts) },
        more,
      );
    },
    ok: (answer, { terminalSequence } = {}) => ok(answer, texts, { terminalSequence }),
    'exit-code': (answer, { terminalSequence } = {}) => exitCode(answer, texts, { terminalSequence }),
  };
}

/** Seeds 000 to 002, for other hosts and for prompt hooks; the real client ignores it from a command hook. */
function ok(answer: Answer, texts: () => UserLines, more: MoreForUser): Output {
  if (answer.kind !== 'stop')
    return answer.kind === 'silent' ? json({ ok: true }) : common(answer, texts, more);
  const { verdict } = answer;
  if (verdict.kind === 'block') return json({ ok: false, reason: okReason(verdict, answer.run) });
  return json(verdict.rule === 'done' ? { ok: true, reason: okReason(verdict) } : { ok: true });
}

/** Seed 004: exit 2 and exactly its JSON to go on; nothing and exit 0 to let go. It defines the stop alone. */
function exitCode(answer: Answer, texts: () => UserLines, more: MoreForUser): Output {
  if (answer.kind !== 'stop') return common(answer, texts, more);
  if (answer.verdict.kind === 'allow') return NO_OUTPUT;
  const { iteration } = answer.verdict;
  const limit = answer.run?.frames.at(-1)?.limits.iterations;
  const reason = iterationLine(iteration, limit === undefined ? 1 : limit);
  return { stdout: `${JSON.stringify({ decision: 'block', reason })}\n`, exitCode: 2 };
}

/** The part that `context` and `block` share: everything except the block. */
function common(answer: Answer, texts: () => UserLines, more?: MoreForUser): Output {
  switch (answer.kind) {
    case 'silent':
      return say({}, more);
    case 'wake':
      return { stdout: '', stderr: answer.text, exitCode: 2 };
    case 'instead':
      return say({ continue: false, stopReason: answer.text }, more);
    case 'stop':
      return say({ systemMessage: endMessage(answer, texts) }, more);
    case 'tell': {
      const { event, context: additionalContext, message } = answer;
      const forClaude = additionalContext !== undefined && {
        hookSpecificOutput: { hookEventName: event, additionalContext },
      };
      return say({ ...forClaude, systemMessage: message }, more);
    }
  }
}

function endMessage({ verdict, run, notices }: StopAnswer, texts: () => UserLines): string {
  if (!hasEnded(verdict) && notices.length === 0) return '';
  const { endingLines, extraLines } = texts();
  return [...endingLines(verdict, run), ...extraLines([], notices)].join('\n');
}

function hasEnded(verdict: StopAnswer['verdict']): boolean {
  return verdict.rule === 'needs-user' || (verdict.kind === 'allow' && verdict.ending !== undefined);
}

function textForClaude({ run, command, users }: StopAnswer, verdict: Held): string {
  return continuation(run, verdict, command, users);
}

function heldMessage({ run, notices }: StopAnswer, verdict: Held, texts: () => UserLines): string {
  const line = heldLine(run, verdict);
  const isPlain = verdict.notes.length === 0 && notices.length === 0;
  return isPlain ? line : [line, ...texts().extraLines(verdict.notes, notices)].join('\n');
}

/** An answer in the client's own format. */
interface ClientAnswer {
  readonly systemMessage?: string | undefined;
  readonly [field: string]: unknown;
}

/** Answers in the client's own format, with more lines for its user; nothing where there is nothing to say. */
function say(
  { systemMessage: own = '', ...answer }: ClientAnswer,
  { lines = [], terminalSequence }: MoreForUser = {},
): Output {
  const systemMessage = [own, ...lines.filter((line) => !own.includes(line))].filter(Boolean).join('\n');
  const said = {
    ...answer,
    ...(systemMessage !== '' && { systemMessage, ...(terminalSequence && { terminalSequence }) }),
  };
  return Object.keys(said).length === 0 ? NO_OUTPUT : json(said);
}

function json(value: object): Output {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode: 0 };
}
