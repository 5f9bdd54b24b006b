import {
  announce,
  cost,
  durationText,
  type Evidence,
  isMet,
  noticeText,
  sanitize,
  sanitizeLine,
} from '@loopwright/core';
import type { Progress } from '@loopwright/driver';
import type { Env } from '../../program/context.ts';
import { shellQuote } from '../../program/command-name.ts';
import { localMoments } from '../../terminal/local-moments.ts';

/** How much of a run its watchers see, as `--progress` says. */
export type ProgressLevel = 'auto' | 'plain' | 'none';

/** True if a step is shown. `auto` shows tool calls on a terminal and in CI. Warnings are always shown. */
export function isShown(
  { kind }: Progress,
  level: ProgressLevel,
  { isTerminal, env }: { readonly isTerminal: boolean; readonly env: Env },
): boolean {
  if (kind === 'unwritable' || kind === 'artifacts-failed') return true;
  if (level === 'none') return false;
  return kind !== 'act' || level === 'plain' || isTerminal || Boolean(env['CI']);
}

/** The most lines of a refused commit that people see; the next client gets more. */
const REFUSAL_LINES = 10;

/** The lines for people who watch a headless run, for one step of it. */
export function watchLines(progress: Progress): readonly string[] {
  switch (progress.kind) {
    case 'begun':
      return [`${announce({ kind: 'iteration', run: progress.run })} | Session: ${progress.sessionId}`];
    case 'act':
      return [actLine(progress)];
    case 'working':
      return [workingLine(progress)];
    case 'check':
      return progress.result ? [checkLine(progress.number, progress.criterion, progress.result)] : [];
    case 'all-green':
      return [
        '[LOOP] Every check passes before any work. A pass does not show that the work is done, so the run goes on.',
      ];
    case 'decided':
      return [decidedLine(progress)];
    case 'failed':
      return [
        `[LOOP] Iteration ${progress.number} failed: ${progress.reason}`,
        ...progress.notices.map((notice) => `[LOOP] ${noticeText(notice)}`),
      ];
    case 'refused':
      return [
        `[LOOP] Iteration ${progress.number}: git refused to commit its work. The next one gets the output:`,
        ...sanitize(progress.output).split('\n').slice(-REFUSAL_LINES),
      ];
    case 'waiting':
      return [
        `[LOOP] Rate limit: iteration ${progress.number} is tried again at ${localMoments().text(progress.until)}, in ${durationText(progress.leftMs)}`,
      ];
    case 'charged':
      return [`[LOOP] ${GUESSES[progress.guess]}: ${cost(progress.usd)}`];
    case 'unwritable':
      return [
        `[LOOP] ${progress.path} can't be written (${progress.reason}); is the disk full? Trying again.`,
      ];
    case 'artifacts-failed':
      return [`[LOOP] The artifacts could not be written to ${progress.folder}: ${progress.reason}`];
  }
}

/** Why a killed iteration is charged an amount that nobody reported. */
const GUESSES: Readonly<Record<Step<'charged'>['guess'], string>> = {
  request: 'The killed iteration had no answer on record, so it is charged for one request',
  reservation: 'Nothing tells what the killed iteration spent, so it is charged what it was allowed to',
};

type Step<K extends Progress['kind']> = Extract<Progress, { readonly kind: K }>;

function actLine({ tool, target, isRefused, usd }: Step<'act'>): string {
  const call = callText({ tool, target });
  if (!isRefused) return `[LOOP]   ${call} | ${cost(usd)}`;
  return `[LOOP]   Refused: ${call} | Allow it with: -- --allowedTools ${shellQuote(ruleFor(tool, target))}`;
}

/** A tool call in a few words. */
export function callText({ tool, target }: Pick<Step<'act'>, 'tool' | 'target'>): string {
  const about = sanitizeLine(target ?? '', MAX_TARGET);
  return [sanitizeLine(tool, 40), about].filter((part) => part !== '').join(' ');
}

/** The longest shown target of a call. */
const MAX_TARGET = 200;

/**
 * The permission rule that would allow a call. Where the line can't show the command as it is, and where `*` would make
 * a pattern of it, the rule names the program alone.
 */
function ruleFor(tool: string, target: string | undefined): string {
  const name = sanitizeLine(tool, 40);
  if (name !== 'Bash' || target === undefined || target === '') return name;
  if (sanitizeLine(target, MAX_TARGET) === target && !target.includes('*')) return `Bash(${target})`;
  const program = /^\s*([\w./-]+)(?=\s|$)/.exec(target)?.[1];
  return program === undefined ? name : `Bash(${program}:*)`;
}

function checkLine(number: number, criterion: string, result: Evidence): string {
  const { passed, exitCode, durationMs, reason = `exit code ${exitCode}` } = result;
  const about = `[LOOP]   Check ${sanitizeLine(criterion, 80)}`;
  if (!passed) return `${about}: ${sanitizeLine(reason, 200)}, after ${durationText(durationMs)}`;
  if (number > 0) return `${about}: passed after ${durationText(durationMs)}`;
  return `${about}: passes before any work`;
}

function workingLine({ number, passedMs, calls, lastTool }: Step<'working'>): string {
  const last = lastTool === undefined ? '' : `, ${sanitizeLine(lastTool, 40)} last`;
  return `[LOOP] … iteration ${number} goes on for ${durationText(passedMs)}: ${calls} tool calls${last}`;
}

function decidedLine({ run, number, usd, verdict, timeMs }: Step<'decided'>): string {
  const { criteria = [] } = run.frames.at(-1) ?? {};
  const met = criteria.filter(isMet).length;
  const proved = criteria.length === 0 ? '' : ` | Criteria: ${met}/${criteria.length}`;
  const outcome = verdict.kind === 'block' ? 'goes on' : 'ends';
  return `[LOOP] Iteration ${number} over after ${durationText(timeMs)} | Cost: ${cost(usd)}${proved} | ${outcome}: ${verdict.rule}`;
}
