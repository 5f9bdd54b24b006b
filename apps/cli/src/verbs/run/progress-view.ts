import { cost, durationText, money, type Run, sanitizeLine } from '@loopwright/core';
import type { Progress } from '@loopwright/driver';
import type { Env, Messages } from '../../program/context.ts';
import { callText, isShown, type ProgressLevel, watchLines } from './watch-lines.ts';

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
  readonly usd: number;
  readonly doing: string;
  /** The end of a wait, which is counted down. */
  readonly until?: number;
}

const TICK_MS = 1000;
const CELLS = 10;

/** Shows lines, and on a terminal a bar of iterations and budget below them. */
export function createProgressView(
  messages: Messages,
  level: ProgressLevel,
  { env, now }: { readonly env: Env; readonly now: () => number },
): ProgressView {
  const { isTerminal, page } = messages;
  const hasBar = isTerminal && level === 'auto' && env['TERM'] !== 'dumb' && !env['CI'];
  const startedAt = now();
  let shown: Shown | undefined;
  let isDrawn = false;

  const clear = (): void => {
    if (isDrawn) messages.write('\r\u001b[K');
    isDrawn = false;
  };
  const draw = (): void => {
    if (!hasBar || !shown) return;
    clear();
    const line = barLine(shown, { now: now(), passedMs: now() - startedAt });
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
      shown = nextShown(shown, progress);
      const lines = isShown(progress, level, { isTerminal, env }) ? watchLines(progress) : [];
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
function nextShown(shown: Shown | undefined, progress: Progress): Shown | undefined {
  switch (progress.kind) {
    case 'begun':
      return { run: progress.run, usd: 0, doing: 'Claude begins' };
    case 'act':
      return shown && { run: shown.run, usd: progress.usd, doing: callText(progress) };
    case 'check':
      return (
        shown && { ...shown, doing: progress.result ? '' : `check ${sanitizeLine(progress.criterion, 60)}` }
      );
    case 'decided':
      return { run: progress.run, usd: 0, doing: '' };
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
 * barLine(shown, { now, passedMs }) // '███░░░░░░░ 3/10 iterations | █░░░░░░░░░ $2.50/$25 | 4m 2s | Edit sum.js'
 */
export function barLine(
  { run, usd, doing, until }: Shown,
  { now, passedMs }: { readonly now: number; readonly passedMs: number },
): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  const { limits, spend, iteration } = frame;
  const spent = spend.usd + usd;
  const left = until === undefined ? '' : ` ends in ${durationText(Math.max(0, until - now))}`;
  return [
    `${bar(iteration, limits.iterations)}${iteration}/${limits.iterations ?? '∞'} iterations`,
    `${bar(spent, limits.budgetUsd)}${cost(spent)}/${limits.budgetUsd === null ? '∞' : money(limits.budgetUsd)}`,
    durationText(passedMs),
    ...(doing === '' ? [] : [`${doing}${left}`]),
  ].join(' | ');
}

function bar(value: number, limit: number | null): string {
  if (limit === null || limit <= 0) return '';
  const full = Math.min(CELLS, Math.max(0, Math.round((value / limit) * CELLS)));
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} `;
}
