import {
  type Criterion,
  CRITERION_STATES,
  criterionState,
  type CriterionState,
  doubtsLine,
  endSentence,
  type Frame,
  type GivenPoints,
  isGoodState,
  type LimitKey,
  type LimitRule,
  limitRules,
  limitName,
  limitText,
  momentsIn,
  type Run,
  sanitizeLine,
  trustLines,
  trustSummary,
  usedText,
  type WorkTree,
} from '@loopwright/core';
import { INKS, type Page } from '../terminal/page.ts';
import { table, type Cell } from '../terminal/table.ts';
import { wrapText } from '../terminal/wrap-text.ts';
import { stateInk, stateOf, shortId } from '../session/run-summary.ts';
import { checkLine } from '../config/named-check.ts';
import { askedText, setByText, whoseText } from './asked-text.ts';
import { stepLines } from './step-lines.ts';
import { taskLines } from '../workflow/task-lines.ts';
import { whyFailed } from './why-failed.ts';

/** Writes how a run stands: every frame of the stack, the active one in full. `refused`: why the last claim was. */
export function statusLines(run: Run, now: WorkTree, at: number, page: Page, refused?: string): string[] {
  const { paint } = page;
  const top = run.frames.at(-1);
  const state = stateOf(run, at);
  const head = `${paint('bold', 'Loop')} ${shortId(run.id)}  ${paint(stateInk(state), state)}`;
  const lines = [
    head,
    ...[endSentence(run), doubtsLine(run)].flatMap((text) => (text === '' ? [] : wrapText(text, page.width))),
  ];
  if (!top) return lines;
  const outer = run.frames.slice(0, -1);
  const told = trustLines(trustSummary(run), momentsIn('local').text);
  const trust = told.flatMap((line) => wrapText(line, page.width));
  return [
    ...lines,
    ...outer.flatMap((frame, depth) =>
      wrapText(`${'  '.repeat(depth)}outer ${frame.mode}: ${sanitizeLine(frame.spec, 100)}`, page.width),
    ),
    '',
    ...wrapText(sanitizeLine(top.spec, 240), page.width),
    '',
    ...table(figures(run, top, at, refused), page),
    ...section('Criteria', criterionLines(top, now, page, run), page),
    ...section('Steps', stepLines(top.steps, page), page),
    ...section('Tasks', taskLines(top, page, run), page),
    ...section('Trust', trust, page),
  ];
}

/** Writes criteria with how each stands and why. */
export function criterionLines(frame: Frame, now: WorkTree, page: Page, run?: Pick<Run, 'agent'>): string[] {
  const rows = frame.criteria.map((criterion): Cell[] => {
    const state = criterionState(criterion, now);
    const { sign, word, tone } = CRITERION_STATES[state];
    return [
      { text: `${sign} ${word}`, ink: INKS[tone] },
      { text: askedText(criterion, run), ink: 'dim' },
      `${sanitizeLine(criterion.name)}${detailOf(criterion, state)}`,
    ];
  });
  return table(rows, page);
}

function detailOf({ evidence, tick }: Criterion, state: CriterionState): string {
  if (state === 'stale') return ` (${CRITERION_STATES.stale.why})`;
  if (state === 'failed' && evidence) return ` (${sanitizeLine(whyFailed(evidence), 100)})`;
  if (state === 'claimed' && tick) {
    return ` (${tick.basis}${tick.note === undefined ? '' : `: ${sanitizeLine(tick.note, 100)}`})`;
  }
  return '';
}

function figures(run: Run, frame: Frame, at: number, refused: string | undefined): Cell[][] {
  const end = run.status === 'active' ? at : (run.ending?.at ?? run.updatedAt);
  const score = frame.score === null ? '' : ` (${frame.score}/10)`;
  const rows: readonly (readonly [string, string])[] = [
    [
      'Shape',
      `${frame.shape}${score}${setByText(frame, 'shape', run)}${frame.mode === 'loop' ? '' : `, ${frame.mode}`}`,
    ],
    ...(frame.points ?? []).map((points) => ['Points', pointsText(points, run)] as const),
    ...(frame.workflow ? [['Stage', stageText(frame.workflow)] as const] : []),
    ...limitRules.flatMap((rule) => limitFigure(rule, run, frame, end)),
    ['Claim', claimText(run, frame, refused)],
    ...(frame.criteria.length === 0 ? [['Criteria', 'none: the claim alone ends it'] as const] : []),
    ...(frame.offered ?? []).map(({ name, check }) => {
      const approve = run.agent === undefined ? '/loop:approve' : 'loop approve';
      return ['Offered', `${checkLine(name, check)}: ${approve} makes it yours`] as const;
    }),
  ];
  return rows.map(([name, value]) => [{ text: name, ink: 'dim' }, value]);
}

function claimText(run: Run, { exitSignal }: Frame, refused: string | undefined): string {
  if (exitSignal) return 'the work is said to be done';
  return refused === undefined
    ? 'none yet'
    : `${whoseText('claude', run)} last claim was refused: ${refused}`;
}

function pointsText({ dimension, own, asked, counted, by, reason }: GivenPoints, run: Run): string {
  const wanted = asked === counted ? '' : `, not ${asked}`;
  return `${dimension} ${counted}${wanted} (${whoseText(by, run)}; the scorer: ${own}): ${sanitizeLine(reason, 200)}`;
}

function limitFigure({ key, unit, used }: LimitRule, run: Run, frame: Frame, at: number): [string, string][] {
  const limit = frame.limits[key];
  // The turn that started the loop belongs to the first iteration.
  const amount = key === 'iterations' ? Math.max(1, frame.iteration) : Math.max(0, used(frame, at));
  if (unit === 'count' && limit === null && amount === 0) return [];
  const name = FIGURE_NAMES[key] ?? limitName(key);
  // Tokens and time without a limit need no word about it.
  if (limit === null && (unit === 'ms' || key === 'budgetTokens')) return [[name, usedText(key, amount)]];
  return [[name, `${usedText(key, amount)} of ${limitText(key, limit)}${setByText(frame, key, run)}`]];
}

/** The names of used amounts where they differ from the limit's. */
const FIGURE_NAMES: Partial<Record<LimitKey, string>> = { iterations: 'Iteration', budgetUsd: 'Cost' };

function stageText({ stage, wave, question }: NonNullable<Frame['workflow']>): string {
  const asked = question === undefined ? '' : `; asked: ${sanitizeLine(question, 200)}`;
  return `${stage}${wave > 0 ? `, wave ${wave}` : ''}${asked}`;
}

function section(title: string, lines: readonly string[], page: Page): string[] {
  return lines.length === 0 ? [] : ['', page.paint('bold', title), ...lines];
}

/** Says in a few words how many criteria hold. */
export function metText(frame: Frame, now: WorkTree): string {
  const good = frame.criteria.filter((criterion) => isGoodState(criterionState(criterion, now))).length;
  return `${good} of ${frame.criteria.length} criteria hold`;
}
