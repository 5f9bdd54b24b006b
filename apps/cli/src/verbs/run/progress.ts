import {
  announce,
  cost,
  durationText,
  isMet,
  momentsIn,
  money,
  noticeText,
  type Run,
  sanitize,
  sanitizeLine,
  type Spend,
  spendText,
} from '@loopwright/core';
import type { Progress } from '@loopwright/driver';
import type { Host } from '@loopwright/hosts';
import { whyFailed } from '../../answers/why-failed.ts';
import { shellQuote } from '../../program/command-name.ts';
import type { Env, Messages } from '../../program/context.ts';

/** How much of a run its watchers see, as `--progress` says. */
export type ProgressLevel = 'auto' | 'plain' | 'none';

/** Shows the progress of a headless run. */
export interface ProgressView {
  show(progress: Progress): void;
  /** Writes a line that is no step of the drive. */
  say(line: string): void;
  close(): void;
}

/** The content of the bar. */
interface Shown {
  readonly run: Run;
  /** The cost of the running iteration, by our own prices. */
  readonly bill: Spend;
  readonly doing: string;
  /** The end of a wait, which is counted down. */
  readonly until?: number;
}

const NOTHING: Spend = { usd: 0, tokens: 0 };
const TICK_MS = 1000;
const CELLS = 10;

/** Shows lines, and on a terminal a bar of iterations and budget below them. */
export function createProgressView(
  messages: Messages,
  level: ProgressLevel,
  { env, now, host }: { readonly env: Env; readonly now: () => number; readonly host: Host },
): ProgressView {
  const { isTerminal, page } = messages;
  const hasBar = isTerminal && level === 'auto' && env['TERM'] !== 'dumb' && !env['CI'];
  const startedAt = now();
  let shown: Shown | undefined;
  let isDrawn = false;

  // Warnings are always shown.
  const isShown = ({ kind }: Progress): boolean => {
    if (kind === 'unwritable' || kind === 'artifacts-failed') return true;
    if (level === 'none') return false;
    return kind !== 'act' || level === 'plain' || isTerminal || Boolean(env['CI']);
  };
  const clear = (): void => {
    if (isDrawn) messages.write('\r\u001b[K');
    isDrawn = false;
  };
  const draw = (): void => {
    if (!hasBar || !shown) return;
    clear();
    const line = barLine(shown, now(), startedAt);
    messages.write(page.paint('dim', sanitizeLine(line, Math.max(20, page.width - 1))));
    isDrawn = true;
  };
  const say = (line: string): void => {
    clear();
    messages.write(`${line}\n`);
    draw();
  };
  const ticker = hasBar ? setInterval(draw, TICK_MS).unref() : undefined;
  return {
    show: (progress) => {
      shown = nextShown(shown, progress, host);
      const lines = isShown(progress) ? watchLines(progress, host) : [];
      // The bar counts a wait down, so one line of it is enough.
      const isCounted = hasBar && (progress.kind === 'working' || (progress.kind === 'waiting' && isDrawn));
      if (isCounted || lines.length === 0) draw();
      else lines.forEach(say);
    },
    say,
    close: () => {
      clear();
      shown = undefined;
      if (ticker) clearInterval(ticker);
    },
  };
}

/** The content of the bar after a step; undefined before the first iteration. */
function nextShown(shown: Shown | undefined, progress: Progress, { words }: Host): Shown | undefined {
  switch (progress.kind) {
    case 'begun':
      return { run: progress.run, bill: NOTHING, doing: `${words.agent} begins` };
    case 'act':
      return shown && { run: shown.run, bill: progress.bill, doing: callText(progress) };
    case 'check':
      return (
        shown && { ...shown, doing: progress.result ? '' : `check ${sanitizeLine(progress.criterion, 60)}` }
      );
    case 'decided':
      return { run: progress.run, bill: NOTHING, doing: '' };
    case 'waiting':
      return shown && { ...shown, doing: 'rate limit', until: progress.until };
    default:
      return shown;
  }
}

/**
 * The bar of iterations and budget in one line.
 *
 * @example
 * barLine(shown, now, startedAt) // '███░░░░░░░ 3/10 iterations | █░░░░░░░░░ $2.50/$25 | 4m 2s | Edit sum.js'
 */
function barLine({ run, bill, doing, until }: Shown, now: number, startedAt: number): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  const { limits, spend, iteration } = frame;
  const isUnpriced = spend.isUnpriced === true || bill.isUnpriced === true;
  const spent = { usd: spend.usd + bill.usd, tokens: spend.tokens + bill.tokens, isUnpriced };
  const left = until === undefined ? '' : ` ends in ${durationText(Math.max(0, until - now))}`;
  return [
    `${bar(iteration, limits.iterations)}${iteration}/${limits.iterations ?? '∞'} iterations`,
    `${bar(spent.usd, limits.budgetUsd)}${spendText(spent)}/${limits.budgetUsd === null ? '∞' : money(limits.budgetUsd)}`,
    durationText(now - startedAt),
    ...(doing === '' ? [] : [`${doing}${left}`]),
  ].join(' | ');
}

function bar(value: number, limit: number | null): string {
  if (limit === null || limit <= 0) return '';
  const full = Math.min(CELLS, Math.max(0, Math.round((value / limit) * CELLS)));
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} `;
}

/** The most lines of a refused commit that people see; the next client gets more. */
const REFUSAL_LINES = 10;

/** Why a killed iteration is charged an amount that nobody reported. */
const GUESSES: Readonly<Record<Step<'charged'>['guess'], string>> = {
  request: 'The killed iteration had no answer on record, so it is charged for one request',
  reservation: 'Nothing tells what the killed iteration spent, so it is charged what it was allowed to',
};

type Step<K extends Progress['kind']> = Extract<Progress, { readonly kind: K }>;

/** The lines for people who watch a headless run, for each step of it. */
const LINES: { readonly [K in Progress['kind']]: (step: Step<K>, host: Host) => string | readonly string[] } =
  {
    begun: ({ run, sessionId }) => `${announce({ kind: 'iteration', run })} | Session: ${sessionId}`,
    act: actLine,
    working: ({ number, passedMs, calls, lastTool }) => {
      const last = lastTool === undefined ? '' : `, ${sanitizeLine(lastTool, 40)} last`;
      return `[LOOP] … iteration ${number} goes on for ${durationText(passedMs)}: ${calls} tool calls${last}`;
    },
    check: checkLine,
    'all-green': () =>
      '[LOOP] Every check passes before any work. A pass does not show that the work is done, so the run goes on.',
    decided: decidedLine,
    failed: ({ number, reason, notices }) => [
      `[LOOP] Iteration ${number} failed: ${reason}`,
      ...notices.map((notice) => `[LOOP] ${noticeText(notice)}`),
    ],
    refused: ({ number, output }) => [
      `[LOOP] Iteration ${number}: git refused to commit its work. The next one gets the output:`,
      ...sanitize(output).split('\n').slice(-REFUSAL_LINES),
    ],
    waiting: ({ number, until, leftMs }) =>
      `[LOOP] Rate limit: iteration ${number} is tried again at ${momentsIn('local').text(until)}, in ${durationText(leftMs)}`,
    charged: ({ guess, usd }) => `[LOOP] ${GUESSES[guess]}: ${cost(usd)}`,
    unwritable: ({ path, reason }) =>
      `[LOOP] ${path} can't be written (${reason}); is the disk full? Trying again.`,
    'artifacts-failed': ({ folder, reason }) =>
      `[LOOP] The artifacts could not be written to ${folder}: ${reason}`,
  };

function watchLines(progress: Progress, host: Host): readonly string[] {
  // TypeScript can't follow that a step meets the entry of its own kind.
  return [LINES[progress.kind](progress as never, host)].flat();
}

function actLine({ tool, target, isRefused, bill }: Step<'act'>, host: Host): string {
  const call = callText({ tool, target });
  if (!isRefused) return `[LOOP]   ${call} | ${spendText(bill)}`;
  const allowing = host
    .allow?.(tool, target)
    ?.map((word) => shellQuote(word))
    .join(' ');
  return `[LOOP]   Refused: ${call}${allowing ? ` | Allow it with: -- ${allowing}` : ''}`;
}

/** A tool call in a few words. */
function callText({ tool, target }: Pick<Step<'act'>, 'tool' | 'target'>): string {
  const about = sanitizeLine(target ?? '', 200);
  return [sanitizeLine(tool, 40), about].filter((part) => part !== '').join(' ');
}

function checkLine({ number, criterion, result }: Step<'check'>): string | readonly string[] {
  if (!result) return [];
  const { passed, durationMs } = result;
  const about = `[LOOP]   Check ${sanitizeLine(criterion, 80)}`;
  if (!passed) return `${about}: ${sanitizeLine(whyFailed(result), 200)}, after ${durationText(durationMs)}`;
  if (number > 0) return `${about}: passed after ${durationText(durationMs)}`;
  return `${about}: passes before any work`;
}

function decidedLine({ run, number, bill, verdict, timeMs }: Step<'decided'>): string {
  const { criteria = [] } = run.frames.at(-1) ?? {};
  const met = criteria.filter(isMet).length;
  const proved = criteria.length === 0 ? '' : ` | Criteria: ${met}/${criteria.length}`;
  const outcome = verdict.kind === 'block' ? 'goes on' : 'ends';
  return `[LOOP] Iteration ${number} over after ${durationText(timeMs)} | Cost: ${spendText(bill)}${proved} | ${outcome}: ${verdict.rule}`;
}
