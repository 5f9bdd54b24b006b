import { isDone } from '../model/ending.ts';
import { elapsedMs } from '../model/limits.ts';
import { isJudged } from '../proofs.ts';
import type { Run } from '../model/run.ts';
import { type TrustedCriterion, trustSummary } from '../trust.ts';
import { announce } from './announce.ts';
import { changedFilesLine } from './changed-files-text.ts';
import { checkText } from './command-text.ts';
import { countOf } from './count-of.ts';
import { durationText } from './duration-text.ts';
import { sanitizeLine } from './sanitize.ts';
import { trustLine } from './trust-lines.ts';
import { cost, listed } from './words.ts';

/** The most criteria that one part of the line names. */
const MAX_NAMED = 4;

/**
 * Writes everything that the user reads when a run ended or rests: how it ended, the proofs and their sources, the
 * figures, and the next step if there is one.
 */
export function endLines(run: Run): string[] {
  const { ending } = run;
  if (!ending) return [];
  if (ending.kind === 'paused') return [announce({ kind: 'paused', run }), figuresLine(run)];
  const summary = trustSummary(run);
  const isResting = ending.kind === 'stuck' || ending.kind === 'overridden';
  return [
    announce({ kind: 'ended', run }),
    ...(isDone(ending) ? [trustLine(summary), changedFilesLine(summary.touched)] : []),
    proofLine(summary.criteria),
    figuresLine(run),
    ...(isResting ? ['Resume: /loop:continue. End it: /loop:cancel.'] : []),
  ].filter((line) => line !== '');
}

/** The criteria in four groups: proved by a check, confirmed by a judge, claimed by word, not proved. */
function proofLine(criteria: readonly TrustedCriterion[]): string {
  const isKnown = ({ state }: TrustedCriterion): boolean => state === 'proved' || state === 'claimed';
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['Proved', criteria.filter((one) => one.state === 'proved' && !isJudged(one.check)).map(provedText)],
    ['Judged', criteria.filter((one) => one.state === 'proved' && isJudged(one.check)).map(nameOf)],
    ['By word', criteria.filter(({ state }) => state === 'claimed').map(nameOf)],
    ['Not proved', criteria.filter((one) => !isKnown(one)).map(nameOf)],
  ];
  const texts = parts.flatMap(([head, names]) =>
    names.length > 0 ? [`${head}: ${listed(names, MAX_NAMED)}`] : [],
  );
  return texts.length > 0 ? `[LOOP] ${texts.join(' · ')}` : '';
}

function nameOf({ name }: TrustedCriterion): string {
  return sanitizeLine(name, 60);
}

function provedText(criterion: TrustedCriterion): string {
  const { check } = criterion;
  return check ? `${nameOf(criterion)} (${sanitizeLine(checkText(check), 60)})` : nameOf(criterion);
}

/** Iterations, time without pauses, cost, and where to read more. */
function figuresLine(run: Run): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  return [
    `[LOOP] ${countOf(Math.max(1, frame.iteration), 'iteration')}`,
    durationText(elapsedMs(frame, run.ending?.at ?? run.updatedAt)),
    cost(frame.spend.usd),
    'Report: /loop:report',
  ].join(' · ');
}
