import { countOf, CRITERION_STATES, type Look, money, type Spend, spendText } from '@loopwright/core';
import type { ChangeReport } from '../model/changes.ts';
import type { CellState } from '../model/frames.ts';
import type { FileStat } from '../model/history.ts';
import type { TimeKind } from '../model/walk-journal.ts';

/** How a criterion looks: its states, and none. */
export const CELLS: Readonly<Record<CellState, Look & { readonly why: string }>> = {
  ...CRITERION_STATES,
  absent: { sign: '', word: 'not there', tone: 'plain', why: 'not a criterion at that time' },
};

/** The sign and the tone of the rule that answered a stop. */
export function signOfRule(rule: string, verdict: 'allow' | 'block'): Pick<Look, 'sign' | 'tone'> {
  const other = verdict === 'block' ? BLOCK : ALLOW;
  return (Object.hasOwn(RULES, rule) && RULES[rule]) || other;
}

const BLOCK = { sign: '→', tone: 'said' } as const;
const ALLOW = { sign: '○', tone: 'quiet' } as const;

const RULES: Readonly<Record<string, Pick<Look, 'sign' | 'tone'>>> = {
  unproved: { sign: '!', tone: 'rest' },
  done: { sign: '✓', tone: 'good' },
  'gave-up': { sign: '■', tone: 'rest' },
  breaker: { sign: '✗', tone: 'bad' },
  stale: { sign: '✗', tone: 'bad' },
  corrupt: { sign: '✗', tone: 'bad' },
  limit: { sign: '‖', tone: 'rest' },
};

const TIMES: Readonly<Record<Exclude<TimeKind, 'working'>, string>> = {
  checks: 'Checks ran',
  waiting: 'Waited for background work',
  user: 'Waited for the user',
  rest: 'Paused',
};

/** What time was spent on, in words. */
export function timeName(kind: TimeKind, agent: string): string {
  return kind === 'working' ? `${agent} worked` : TIMES[kind];
}

/** An iteration as the table heads it: 0 is the turn that started the loop. */
export function iterationName(number: number): string {
  return number === 0 ? 'start' : String(number);
}

/** Says how many entries are left out between the shown ones. */
export function cutText(left: number, one: string, many = `${one}s`): string {
  return `${countOf(left, one, many)} in between ${left === 1 ? 'is' : 'are'} left out of this page; the journal has ${left === 1 ? 'it' : 'them'}.`;
}

/** The changes of an iteration in short, such as `3 files +40 −12`. */
export function changesText({ fileCount, files, source }: ChangeReport): string {
  if (fileCount === 0) return source === 'commit' ? 'no file' : 'no edit';
  const [added, removed] = [sum(files, 'added'), sum(files, 'removed')];
  return `${countOf(fileCount, 'file')}${source === 'commit' ? ` +${added} −${removed}` : ''}`;
}

/** The lines of a file: ` +3 −1`; empty if they are unknown. */
export function linesText({ added, removed }: FileStat): string {
  return added === undefined || removed === undefined ? '' : ` +${added} −${removed}`;
}

function sum(files: readonly FileStat[], key: 'added' | 'removed'): number {
  return files.reduce((total, file) => total + (file[key] ?? 0), 0);
}

/** Money that was spent: `$0.21`, and `unknown` where the agent tells no cost. */
export function spentText(spend: Pick<Spend, 'usd' | 'isUnpriced'>): string {
  return spend.isUnpriced ? spendText(spend) : money(spend.usd);
}
