import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Command, decide, fold, restCauseOf, type Run } from '@loopwright/core';
import { answeredCalls, toolFacts } from '@loopwright/hooks';
import { type AnsweredCall, claude, Facts } from '@loopwright/hosts';
import {
  detectSignals,
  type Entry,
  isHumanPrompt,
  isMainAssistant,
  lastAssistantText,
  priceUsage,
  toEntry,
} from '@loopwright/transcript';
import { followUsage, scanFrom } from '@loopwright/transcript/node';
import { parseObject, stringField } from '@loopwright/transcript/quick';
import { type Figure, shareFigure } from '../figures.ts';
import { createProject, type Project } from '../stage.ts';

const CLAIM = '<loop-done>COMPLETE</loop-done>';
const AT = 1;
const PLAN = { root: '', prompt: '', sessionId: '', command: '', checks: [] };

/** What the sessions showed. A text names each finding. */
const nothing = () => ({
  sessions: 0,
  lines: 0,
  usd: 0,
  messages: 0,
  turns: { all: 0, withTools: 0, withEdits: 0 },
  throws: [] as string[],
  tokensOff: [] as string[],
  dollarsOff: [] as string[],
  invented: [] as string[],
  missed: [] as string[],
  alarms: [] as { readonly name: string; readonly where: string }[],
});
type Seen = ReturnType<typeof nothing>;

/** Reads sessions of Claude Code below a folder as the product does, and counts its mistakes. */
export function benchReal(folder: string, ccusage?: string): readonly Figure[] {
  const seen = nothing();
  const project = createProject('real');
  try {
    for (const path of sessionsBelow(folder)) {
      const name = relative(folder, path);
      try {
        const copy = copySession(path, project);
        if (!readSession(copy, name, seen)) continue;
        seen.sessions += 1;
        compareUsage(copy, name, seen, ccusage && { program: ccusage, config: project.path });
      } catch (error) {
        if (error instanceof CcusageError) throw error;
        seen.throws.push(`${name}: ${String(error)}`);
      }
    }
  } finally {
    project.remove();
  }
  return figuresOf(seen, ccusage !== undefined);
}

function figuresOf(seen: Seen, isCompared: boolean): readonly Figure[] {
  const { sessions, lines, usd, messages, turns } = seen;
  const alarmsOf = (breaker: string): string[] =>
    seen.alarms.flatMap(({ name, where }) => (name === breaker ? [where] : []));
  const measured = `${lines.toLocaleString('en')} lines, ${turns.all.toLocaleString('en')} turns, $${usd.toFixed(2)}`;
  return [
    { what: 'sessions', value: sessions, unit: '', measured },
    shareFigure('sessions that throw', seen.throws, sessions),
    ...(isCompared
      ? [
          shareFigure('tokens more than 1 % off ccusage’s', seen.tokensOff, sessions, 1),
          shareFigure('dollars more than 1 % off ccusage’s', seen.dollarsOff, sessions, 1),
        ]
      : []),
    shareFigure('messages with a signal that nobody said', seen.invented, messages),
    shareFigure('last messages that would claim, and are not heard', seen.missed, turns.all),
    shareFigure('alarms of same-file, of turns with edits', alarmsOf('same-file'), turns.withEdits, 1),
    shareFigure('alarms of same-error, of turns with tools', alarmsOf('same-error'), turns.withTools, 1),
  ];
}

/** The transcripts of agents belong to their sessions. */
function sessionsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?!agent-).*\.jsonl$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes('/subagents/'))
    .toSorted();
}

/** Copies a session to where a client would keep it. A client ends every line. */
function copySession(path: string, project: Project): string {
  const folder = project.at('projects/project');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(path);
  const copy = join(folder, 'session.jsonl');
  writeFileSync(copy, text.at(-1) === 10 ? text : Buffer.concat([text, Buffer.from('\n')]));
  const agents = path.replace(/\.jsonl$/, '/subagents');
  if (existsSync(agents)) cpSync(agents, join(folder, 'session/subagents'), { recursive: true });
  return copy;
}

/** Plays a session through the loop, as if a loop had held each of its turns. False for a file that has no session. */
function readSession(path: string, name: string, seen: Seen): boolean {
  const loop = playLoop();
  const facts = new Facts({ onBatch: (calls) => loop.work(calls) });
  let turn: Entry[] = [];
  let at = 0;
  const endTurn = (): void => {
    facts.endBatch();
    const last = lastAssistantText(turn);
    turn = [];
    if (last === undefined) return;
    seen.turns.all += 1;
    if (detectSignals(`${last}\n\n${CLAIM}`).at(-1)?.value !== 'COMPLETE') seen.missed.push(`${name}:${at}`);
    const { hasTools, hasEdits, alarm } = loop.stop();
    seen.turns.withTools += hasTools ? 1 : 0;
    seen.turns.withEdits += hasEdits ? 1 : 0;
    if (alarm !== undefined) seen.alarms.push({ name: alarm, where: `${name}:${at}` });
  };
  let isSession = false;
  for (
    let cursor = scanFrom(path);
    cursor;
    cursor = cursor.hasMore ? scanFrom(path, cursor.next) : undefined
  ) {
    for (const line of cursor.lines) {
      at += 1;
      const fields = parseObject(line);
      if (!fields) continue;
      const entry = toEntry(fields);
      if (isHumanPrompt(entry)) endTurn();
      loop.root = stringField(fields, 'cwd') ?? loop.root;
      turn.push(entry);
      claude.read(fields, facts, PLAN, () => undefined);
      if (!isMainAssistant(entry)) continue;
      isSession = true;
      if (entry.texts.length > 0) seen.messages += 1;
      if (detectSignals(entry.texts.join('\n\n')).length > 0) seen.invented.push(`${name}:${at}`);
    }
  }
  endTurn();
  if (isSession) seen.lines += at;
  return isSession;
}

/** A loop without limits that nobody ends. One that a breaker stopped starts anew. */
function playLoop() {
  let run: Run | undefined;
  let hasTools = false;
  let hasEdits = false;
  const submit = (command: Command) => {
    const decision = decide(run, command);
    run = fold(decision.events, run);
    return decision;
  };
  const loop = {
    root: '',
    work(calls: readonly AnsweredCall[]): void {
      const told = calls.map(({ name, input, text }, index) => ({
        id: String(index),
        name,
        input: input as Readonly<Record<string, unknown>>,
        response: text,
      }));
      const failures = new Map(calls.map(({ isError }, index) => [String(index), isError]));
      const failedBefore = run?.frames.at(-1)?.breaker.failedCall;
      const facts = toolFacts(answeredCalls(told, failures), { failedBefore, checks: [], root: loop.root });
      hasTools = true;
      hasEdits ||= (facts.edits?.length ?? 0) > 0;
      submit({ type: 'observe', at: AT, ...facts });
    },
    stop() {
      const { verdict } = submit({ type: 'stop', at: AT, isHeadless: true, isContinuing: false });
      const cause = restCauseOf(run?.ending);
      const alarm = cause?.kind === 'breaker' ? cause.breaker : undefined;
      const turn = { hasTools, hasEdits, alarm };
      if (verdict?.kind === 'allow') begin();
      submit({ type: 'prompt', at: AT, source: 'prompt', isCapped: false });
      hasTools = hasEdits = false;
      return turn;
    },
  };
  const begin = (): void => {
    run = undefined;
    submit({
      type: 'start',
      at: AT,
      runId: 'run',
      session: 'session',
      frameId: 'frame',
      spec: 'real work',
      shape: 'tool',
      limits: { iterations: null },
    });
  };
  begin();
  return loop;
}

/** The comparison itself is impossible. */
class CcusageError extends Error {}

function compareUsage(
  path: string,
  name: string,
  seen: Seen,
  other: { readonly program: string; readonly config: string } | undefined | '',
): void {
  const { usage } = followUsage(path, undefined, { maxBytes: Infinity });
  const { costUsd, totalTokens } = priceUsage(usage);
  seen.usd += costUsd;
  if (!other) return;
  const args = ['claude', 'session', '--json', '--offline', '--mode', 'calculate'];
  const env = { PATH: process.env['PATH'], HOME: other.config, CLAUDE_CONFIG_DIR: other.config };
  const { stdout, stderr, error } = spawnSync(other.program, args, {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const totals = /"totals":\s*(\{[^}]*\})/.exec(stdout ?? '')?.[1];
  if (totals === undefined)
    throw new CcusageError(`ccusage told nothing of ${name}: ${stderr ?? ''}`, { cause: error });
  const theirs = JSON.parse(totals) as { readonly totalTokens: number; readonly totalCost: number };
  const isOff = (one: number, two: number): boolean => Math.abs(one - two) > Math.max(one, two) / 100;
  if (isOff(totalTokens, theirs.totalTokens))
    seen.tokensOff.push(`${name}: ${totalTokens}, ${theirs.totalTokens}`);
  if (isOff(costUsd, theirs.totalCost))
    seen.dollarsOff.push(`${name}: $${costUsd.toFixed(4)}, $${theirs.totalCost.toFixed(4)}`);
}
