import { isDone } from '../model/state.ts';
import { elapsedMs } from '../model/limits.ts';
import type { ClosedFrame, Criterion, Run, Touched, TouchedFile } from '../model/run.ts';
import { WITNESS_WORDS } from '../model/vocabulary.ts';
import { criterionState, isJudged, isMet, voucherOf } from '../proofs.ts';
import { type Course, type TrustedCriterion, trustSummary, type TrustSummary } from '../trust.ts';
import { formatInstant } from '../views/instant.ts';
import { cost, costOf, countOf, durationText, limitText, listed } from './amounts.ts';
import { announce } from './announce.ts';
import { endingName } from './endings.ts';
import { amendmentText } from './notices.ts';
import { sanitizeLine } from './sanitize.ts';
import {
  checkText,
  guardedFiles,
  guardFinding,
  JUDGED,
  sections,
  stepCount,
  taskTitle,
  unchangedPaths,
} from './words.ts';

/**
 * Writes everything that the user reads when a run ended or rests: how it ended, the proofs and their sources, the
 * figures, and the next step if there is one.
 */
export function endLines(run: Run): string[] {
  const { ending } = run;
  if (!ending) return [];
  if (ending.kind === 'paused') return [announce({ kind: 'paused', run }), figuresLine(run)];
  const isResting = ending.kind === 'stuck' || ending.kind === 'overridden';
  return [
    announce({ kind: 'ended', run }),
    ...doneLines(run),
    proofLine(trustSummary(run).criteria),
    figuresLine(run),
    ...(isResting ? ['Resume: /loop:continue. End it: /loop:cancel.'] : []),
  ].filter((line) => line !== '');
}

/** Writes how far the end of a run can be trusted, and the files that changed. Empty for a run that is not done. */
export function doneLines(run: Run): string[] {
  if (!isDone(run.ending)) return [];
  return [trustLine(trustSummary(run)), changedFilesLine(run.touched)].filter((line) => line !== '');
}

/** The criteria in four groups: proved by a check, confirmed by a judge, claimed by word, not proved. */
function proofLine(criteria: readonly TrustedCriterion[]): string {
  const groups = { Proved: [], Judged: [], 'By word': [], 'Not proved': [] } as Record<string, string[]>;
  for (const { name, check, state } of criteria) {
    const isCommand = state === 'proved' && check && !isJudged(check);
    const head =
      state === 'claimed' ? 'By word' : state !== 'proved' ? 'Not proved' : isCommand ? 'Proved' : 'Judged';
    groups[head]?.push(
      `${sanitizeLine(name, 60)}${isCommand ? ` (${sanitizeLine(checkText(check), 60)})` : ''}`,
    );
  }
  const texts = Object.entries(groups).filter(([, names]) => names.length > 0);
  if (texts.length === 0) return '';
  return `[LOOP] ${texts.map(([head, names]) => `${head}: ${listed(names, 4)}`).join(' · ')}`;
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

/** A part of a line: words, or a moment that its reader writes. */
export type TrustPart = string | { readonly at: number };

/**
 * Writes everything that the end says about its proofs, one fact a line: criteria, amendments, changed files,
 * and items that could not be read. Empty before the first proof.
 */
export function trustParts(summary: TrustSummary): readonly (readonly TrustPart[])[] {
  const { criteria, amendments, touched, unknown } = summary;
  const hasProof = criteria.some(({ at }) => at !== undefined);
  if (!hasProof && amendments.length === 0 && !touched && unknown.length === 0) return [];
  const lines = [
    ...amendments.map(amendmentText),
    ...(touched && touched.unknown === undefined ? touchedLines(touched, summary) : []),
    ...criteria.flatMap(doubtsAboutRuns).map((doubt) => `${doubt}.`),
    ...unknown.map((what) => `Could not be looked at: ${sanitizeLine(what, 300)}.`),
  ];
  return [...criteria.map(criterionParts), ...lines.map((line) => [line])];
}

/** The same as lines of text. Moments are in UTC, unless `timeText` writes them otherwise. */
export function trustLines(
  summary: TrustSummary,
  timeText: (at: number) => string = formatInstant,
): string[] {
  return trustParts(summary).map((parts) => trustText(parts, timeText));
}

/** One line with its moments written. */
export function trustText(parts: readonly TrustPart[], timeText: (at: number) => string): string {
  return parts.map((part) => (typeof part === 'string' ? part : timeText(part.at))).join('');
}

/** The most doubts on the line below the end. */
const MAX_DOUBTS = 4;

/**
 * Writes the line below the end: the checks that went from red to green, then the strongest doubts. Empty when there
 * is nothing to say.
 *
 * @example trustLine(trustSummary(run)) // '[LOOP] Proof | tests: red → green'
 */
export function trustLine(summary: TrustSummary): string {
  const courses = summary.criteria.flatMap(({ name, course }) =>
    course === 'red to green' ? [`${sanitizeLine(name, 60)}: ${COURSES[course]}`] : [],
  );
  const doubts = doubtsIn(summary);
  const parts = [
    ...(courses.length > 0 ? [listed(courses, MAX_DOUBTS)] : []),
    ...doubts.slice(0, MAX_DOUBTS),
    ...(doubts.length > MAX_DOUBTS ? [`and ${doubts.length - MAX_DOUBTS} more in .loop/summary.md`] : []),
  ];
  return parts.length === 0 ? '' : `[LOOP] Proof | ${parts.join(' | ')}`;
}

const COURSES: Readonly<Record<Course, string>> = {
  'red to green': 'red → green',
  green: 'passes; never seen failing',
  red: 'red',
  'green to red': 'green → red',
};

/** The doubts, the strongest first. */
function doubtsIn({ criteria, amendments, touched, guard, unknown }: TrustSummary): string[] {
  const guarded = guard && touched && guardFinding(touched);
  const refused = amendments.flatMap((one) => (one.isRefused ? [sanitizeLine(one.subject, 60)] : []));
  return [
    ...(guarded === undefined ? [] : [guarded]),
    ...(refused.length > 0 ? [`refused: ${listed(refused, 3)}`] : []),
    ...criteria.flatMap(doubtsOf),
    ...unknown.map((what) => `could not be looked at: ${sanitizeLine(what, 120)}`),
  ];
}

function doubtsOf(criterion: TrustedCriterion): string[] {
  const { name, course, judgement, rounds } = criterion;
  const about = sanitizeLine(name, 60);
  return [
    ...doubtsAboutRuns(criterion),
    ...(course === 'green' ? [`${about}: ${COURSES.green}`] : []),
    ...(judgement && judgement.answer !== 'yes'
      ? [`${about}: its judge ${JUDGED[judgement.answer]}, asked ${rounds}×`]
      : []),
  ];
}

function doubtsAboutRuns({ name, check, isFlaky, environment }: TrustedCriterion): string[] {
  const about = sanitizeLine(name, 60);
  const names = environment.map((one) => sanitizeLine(one, 40));
  const unchanged = unchangedPaths(check);
  const same = unchanged === undefined ? 'on the same files' : `though ${unchanged}`;
  return [
    ...(names.length > 0 ? [`${about}: other ${listed(names, 6)} than at first`] : []),
    ...(isFlaky ? [`${about}: flaky, it passed after failing ${same}`] : []),
  ];
}

function criterionParts(criterion: TrustedCriterion): readonly TrustPart[] {
  const { name, by, check, checkBy, state } = criterion;
  const chosenBy = checkBy === undefined || checkBy === by ? '' : ` (${AUTHOR_WORDS[checkBy]})`;
  const how = check === undefined ? '' : `, by \`${checkText(check)}\`${chosenBy}`;
  const head = `"${sanitizeLine(name, 100)}" (${AUTHOR_WORDS[by]})${how}: ${state}`;
  const vouch = vouchParts(criterion);
  return vouch.length === 0 ? [`${head}.`] : [`${head}, `, ...vouch, '.'];
}

/** Says who saw the proof of a criterion, when, and how its check went. Empty before the first proof. */
export function vouchParts(criterion: TrustedCriterion): readonly TrustPart[] {
  const { witness, judgement, rounds, at, course } = criterion;
  if (at === undefined) return [];
  const model = judgement
    ? `, ${sanitizeLine(judgement.model, 60)} ${JUDGED[judgement.answer]}, asked ${rounds}×`
    : '';
  const went = course ? `, ${COURSES[course]}` : '';
  return [`${WITNESS_WORDS[voucherOf(witness, judgement)]} at `, { at }, `${model}${went}`];
}

/** Who asked for it. */
export const AUTHOR_WORDS = { user: 'asked for by the user', claude: 'added by Claude' } as const;

function touchedLines(touched: Touched, { guard }: TrustSummary): string[] {
  const { changed, deleted, added, guardedCount } = touched;
  const files = touchedFiles(touched);
  return [
    `Since the start: ${countOf(changed, 'file')} changed, ${deleted} deleted, ${added} new.`,
    ...(guardedCount > 0
      ? [`Guarded files changed: ${guardedFiles(touched)}.`]
      : guard
        ? ['No guarded file changed.']
        : []),
    ...(files.length > 0 ? [`Files: ${changedFilesText(touched, files.length)}.`] : []),
  ];
}

/** Gives the changed files that a record names: changed and deleted ones before new ones. */
export function touchedFiles({ files, proofFiles = [] }: Touched): readonly TouchedFile[] {
  return files ?? proofFiles;
}

/** Names the first files that changed since the start, and counts the rest: `src/sum.js, notes.md (new) and 4 more`. */
function changedFilesText(touched: Touched, most = 5): string {
  const count = touched.changed + touched.deleted + touched.added;
  const names = touchedFiles(touched).map(
    ({ path, change }) => `${sanitizeLine(path, 100)}${change === 'changed' ? '' : ` (${change})`}`,
  );
  if (names.length === 0 || count === 0) return count === 0 ? 'no file' : `${count} files`;
  return listed(names, most, count);
}

/** The line of the end that names the changed files. Empty if they are unknown. */
function changedFilesLine(touched: Touched | undefined): string {
  if (!touched || touched.unknown !== undefined) return '';
  return `[LOOP] Changed since the start | ${changedFilesText(touched)}`;
}

/** Writes `summary.md`: the status or ending of the run, its proofs and its claims. */
export function summaryMarkdown(run: Run): string {
  const frame = run.frames.at(-1);
  const head = [
    '# Loop summary',
    '',
    `- Run: ${sanitizeLine(run.id)}`,
    `- Status: ${run.status}`,
    ...(run.ending ? [`- Ending: ${announce({ kind: 'ended', run })}`] : []),
    `- Started: ${formatInstant(run.createdAt)}`,
    `- Last event: ${formatInstant(run.updatedAt)}`,
  ];
  if (!frame) return [...head, ''].join('\n');
  // Seed 000: a cancelled loop reports its completed and remaining work; so does every other one.
  const { completed, remaining } = workLists(run);
  return [
    ...head,
    `- Iterations: ${frame.iteration}/${limitText('iterations', frame.limits.iterations)}`,
    `- Cost: ${costOf(frame)}`,
    `- Steps: ${stepCount(frame)}`,
    '',
    ...sections(
      {
        Spec: quoted(frame.spec),
        Criteria: frame.criteria.map(criterionLine),
        Completed: completed.map((text) => `- [x] ${text}`),
        Remaining: remaining.map((text) => `- [ ] ${text}`),
        // A run that never stopped has no proofs yet.
        Trust: trustLines(trustSummary(run)).map((line) => `- ${line}`),
        'Inner loops': run.closed.map(innerLine),
      },
      [''],
    ),
  ].join('\n');
}

function innerLine({ spec, mode, iteration, spend, ending }: ClosedFrame): string {
  return `- ${mode} "${sanitizeLine(spec, 80)}": ${endingName(ending)}, ${iteration} iterations, ${cost(spend.usd)}`;
}

function criterionLine(criterion: Criterion): string {
  const { name, check, tick } = criterion;
  const note = tick?.note === undefined ? '' : `: ${sanitizeLine(tick.note, 120)}`;
  const claim = tick ? `claimed by ${tick.basis}${note}` : 'not claimed';
  return `- [${isMet(criterion) ? 'x' : ' '}] ${sanitizeLine(name)} (${check ? evidenceText(criterion) : claim})`;
}

function evidenceText(criterion: Criterion): string {
  const { evidence } = criterion;
  if (!evidence) return 'check never ran';
  const { passed, exitCode, judgement, at, id } = evidence;
  const stale = criterionState(criterion) === 'stale' ? ', but the work tree changed since,' : '';
  const result = judgement
    ? `judge ${JUDGED[judgement.answer]}${stale}`
    : `check ${passed ? 'passed' : 'failed'}${stale} with exit code ${exitCode ?? 'none'}`;
  return `${result} at ${formatInstant(at)}, evidence ${sanitizeLine(id, 40)}`;
}

function quoted(text: string): string[] {
  const lines = text.slice(0, 4000).split('\n');
  return lines.map((line) => `> ${sanitizeLine(line, 400)}`.trimEnd());
}

/** The completed and the remaining work of a run, steps before tasks. */
export function workLists({ frames }: Run): { readonly completed: string[]; readonly remaining: string[] } {
  const texts = (isWanted: boolean): string[] =>
    frames.flatMap(({ steps, tasks }) => [
      ...steps.filter(({ isDone }) => isDone === isWanted).map(({ name }) => sanitizeLine(name)),
      ...tasks.filter(({ status }) => (status === 'completed') === isWanted).map(taskTitle),
    ]);
  return { completed: texts(true), remaining: texts(false) };
}
