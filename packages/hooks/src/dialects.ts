import { continuation, heldLine, iterationLine, okReason } from '@loopwright/core';
import type { Answer, Output } from './answer.ts';
import * as userLines from './text/user-lines.ts';

/** More lines for the user of the client, and with any message a sequence for their terminal. */
interface MoreForUser {
  readonly lines?: readonly string[];
  readonly terminalSequence?: string | undefined;
}

/** Turns an answer into the output for a host. */
export type Dialect = (answer: Answer, more?: MoreForUser) => Output;

/** The names of all dialects. */
export const DIALECT_NAMES = ['context', 'block', 'ok', 'exit-code'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** Creates the dialects. `texts` is called only for a stop that tells the user more than why it was held. */
export function createDialects(
  texts: () => Pick<typeof userLines, 'endingLines' | 'extraLines'>,
): Readonly<Record<DialectName, Dialect>> {
  /** A dialect of the client; `hold` puts the text for Claude into the fields that send it on. */
  function inClient(hold: (text: string) => object): Dialect {
    return (answer, more) => {
      if (answer.kind !== 'stop') return plain(answer, more);
      const { run, verdict, notices, command, users } = answer;
      if (verdict.kind === 'allow') {
        const isNews = verdict.rule === 'needs-user' || verdict.ending !== undefined || notices.length > 0;
        const lines = isNews ? texts().endingLines(verdict, run, notices) : [];
        return say({}, lines, more);
      }
      const isPlain = verdict.notes.length === 0 && notices.length === 0;
      const extra = isPlain ? [] : texts().extraLines(verdict.notes, notices);
      return say(hold(continuation(run, verdict, command, users)), [heldLine(run, verdict), ...extra], more);
    };
  }

  return {
    context: inClient((text) => ({ hookSpecificOutput: { hookEventName: 'Stop', additionalContext: text } })),
    block: inClient((reason) => ({ decision: 'block', reason })),
    // Seeds 000 to 002, for other hosts and for prompt hooks; the real client ignores it from a command hook.
    ok: (answer, { terminalSequence } = {}) => {
      if (answer.kind === 'silent') return json({ ok: true });
      if (answer.kind !== 'stop') return plain(answer, { terminalSequence });
      const { verdict, run } = answer;
      if (verdict.kind === 'block') return json({ ok: false, reason: okReason(verdict, run) });
      return json({ ok: true, ...(verdict.rule === 'done' && { reason: okReason(verdict) }) });
    },
    // Seed 004: exit 2 and exactly its JSON to go on; nothing and exit 0 to let go. It defines the stop alone.
    'exit-code': (answer, { terminalSequence } = {}) => {
      if (answer.kind !== 'stop') return plain(answer, { terminalSequence });
      const { verdict, run } = answer;
      if (verdict.kind === 'allow') return { stdout: '', exitCode: 0 };
      const limit = run?.frames.at(-1)?.limits.iterations;
      const reason = iterationLine(verdict.iteration, limit === undefined ? 1 : limit);
      return { ...json({ decision: 'block', reason }), exitCode: 2 };
    },
  };
}

/** All dialects, by name. */
export const dialects: Readonly<Record<DialectName, Dialect>> = /* @__PURE__ */ createDialects(
  () => userLines,
);

/** Any answer but that to a stop, which all dialects give alike. */
function plain(answer: Exclude<Answer, { kind: 'stop' }>, more?: MoreForUser): Output {
  switch (answer.kind) {
    case 'silent':
      return say({}, [], more);
    case 'wake':
      return { stdout: '', stderr: answer.text, exitCode: 2 };
    case 'instead':
      return say({ continue: false, stopReason: answer.text }, [], more);
    case 'tell': {
      const { event: hookEventName, context: additionalContext, message } = answer;
      const isForClaude = additionalContext !== undefined;
      const forClaude = isForClaude && { hookSpecificOutput: { hookEventName, additionalContext } };
      return say({ ...forClaude }, message === undefined ? [] : [message], more);
    }
  }
}

/** Answers in the client's own format, with lines for its user; nothing where there is nothing to say. */
function say(
  answer: object,
  own: readonly string[],
  { lines = [], terminalSequence }: MoreForUser = {},
): Output {
  const text = own.join('\n');
  const systemMessage = [text, ...lines.filter((line) => !text.includes(line))].filter(Boolean).join('\n');
  const said = {
    ...answer,
    ...(systemMessage !== '' && { systemMessage, ...(terminalSequence && { terminalSequence }) }),
  };
  return Object.keys(said).length === 0 ? { stdout: '', exitCode: 0 } : json(said);
}

function json(value: object): Output {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode: 0 };
}

/** The first client that takes `additionalContext` from a Stop hook. */
const FIRST_WITH_CONTEXT = [2, 1, 163] as const;

/** The client's name for itself in `AI_AGENT`, as in `claude-code_2-1-326_harness`. */
const AGENT = /^claude-code_(\d{1,6})-(\d{1,6})-(\d{1,6})/;

/** Chooses the dialect: the requested one, else the one for the client's version. */
export function chooseDialect(asked: string | undefined, agent: string | undefined): DialectName {
  const known = DIALECT_NAMES.find((name) => name === asked);
  if (known !== undefined) return known;
  const version = AGENT.exec(agent ?? '')
    ?.slice(1)
    .map(Number);
  const part = FIRST_WITH_CONTEXT.findIndex((number, index) => version?.[index] !== number);
  const isOlder = version && part >= 0 && (version[part] ?? 0) < (FIRST_WITH_CONTEXT[part] ?? 0);
  return isOlder ? 'block' : 'context';
}
