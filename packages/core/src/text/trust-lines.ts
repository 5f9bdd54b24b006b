import type { Course, TrustedCriterion, TrustSummary } from '../trust.ts';
import { WITNESS_WORDS } from '../model/vocabulary.ts';
import type { Touched } from '../model/run.ts';
import { formatInstant } from '../views/instant.ts';
import { voucherOf } from '../proofs.ts';
import { changedFilesText, touchedFiles } from './changed-files-text.ts';
import { checkText } from './command-text.ts';
import { countOf } from './count-of.ts';
import { amendmentText } from './notice-text.ts';
import { sanitizeLine } from './sanitize.ts';
import { JUDGED, listed, unchangedPaths } from './words.ts';

/** The most doubts on the line below the end. */
const MAX_DOUBTS = 4;
/** The most guarded files that one line names. */
const MAX_FILES = 5;

/**
 * Writes everything that the end says about its proofs, one fact a line: criteria, amendments, changed files,
 * and items that could not be read. Empty before the first proof. Times are in UTC, unless `timeText` writes
 * them otherwise.
 */
export function trustLines(
  summary: TrustSummary,
  timeText: (at: number) => string = formatInstant,
): string[] {
  const { criteria, amendments, touched } = summary;
  const hasProof = criteria.some(({ at }) => at !== undefined);
  if (!hasProof && amendments.length === 0 && !touched && summary.unknown.length === 0) return [];
  return [
    ...criteria.map((one) => criterionText(one, timeText)),
    ...amendments.map(amendmentText),
    ...(touched && touched.unknown === undefined ? touchedLines(touched, summary) : []),
    ...criteria.flatMap(doubtsAboutRuns).map((doubt) => `${doubt}.`),
    ...summary.unknown.map((what) => sentence(`could not be looked at: ${sanitizeLine(what, 300)}`)),
  ];
}

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
  const shown = doubts.slice(0, MAX_DOUBTS);
  const parts = [
    ...(courses.length > 0 ? [listed(courses, MAX_DOUBTS)] : []),
    ...shown,
    ...(doubts.length > shown.length ? [`and ${doubts.length - shown.length} more in .loop/summary.md`] : []),
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
function doubtsIn(summary: TrustSummary): string[] {
  const { criteria, amendments, touched, guard } = summary;
  const refused = amendments.filter(({ isRefused }) => isRefused);
  return [
    ...(touched && touched.guardedCount > 0
      ? [`guarded files changed: ${pathsText(touched.guarded, touched.guardedCount)}`]
      : []),
    ...(guard && touched?.unknown !== undefined ? ['guarded files could not be looked at'] : []),
    ...(refused.length > 0
      ? [
          `refused: ${listed(
            refused.map(({ subject }) => sanitizeLine(subject, 60)),
            3,
          )}`,
        ]
      : []),
    ...criteria.flatMap(doubtsOf),
    ...summary.unknown.map((what) => `could not be looked at: ${sanitizeLine(what, 120)}`),
  ];
}

function doubtsOf(criterion: TrustedCriterion): string[] {
  const { name, course } = criterion;
  const about = sanitizeLine(name, 60);
  const { judgement, rounds } = criterion;
  const isDoubted = judgement && judgement.answer !== 'yes';
  return [
    ...doubtsAboutRuns(criterion),
    ...(course === 'green' ? [`${about}: ${COURSES.green}`] : []),
    ...(isDoubted ? [`${about}: its judge ${JUDGED[judgement.answer]}, asked ${rounds}×`] : []),
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

function criterionText(
  { name, by, witness, check, checkBy, judgement, rounds, at, course, state }: TrustedCriterion,
  timeText: (at: number) => string,
): string {
  const model = judgement
    ? `, ${sanitizeLine(judgement.model, 60)} ${JUDGED[judgement.answer]}, asked ${rounds}×`
    : '';
  const seen = WITNESS_WORDS[voucherOf(witness, judgement)];
  const proof = at === undefined ? state : `${state}, ${seen} at ${timeText(at)}${model}`;
  const chosenBy = checkBy === undefined || checkBy === by ? '' : ` (${AUTHORS[checkBy]})`;
  const how = check === undefined ? '' : `, by \`${checkText(check)}\`${chosenBy}`;
  const went = course ? `, ${COURSES[course]}` : '';
  return `"${sanitizeLine(name, 100)}" (${AUTHORS[by]})${how}: ${proof}${went}.`;
}

/** Who asked for it. */
const AUTHORS = { user: 'asked for by the user', claude: 'added by Claude' } as const;

function touchedLines(touched: Touched, { guard }: TrustSummary): string[] {
  const { changed, deleted, added, guarded, guardedCount } = touched;
  const files = touchedFiles(touched);
  return [
    sentence(`Since the start: ${countOf(changed, 'file')} changed, ${deleted} deleted, ${added} new`),
    ...(guardedCount > 0
      ? [sentence(`Guarded files changed: ${pathsText(guarded, guardedCount)}`)]
      : guard
        ? ['No guarded file changed.']
        : []),
    ...(files.length > 0 ? [sentence(`Files: ${changedFilesText(touched, files.length)}`)] : []),
  ];
}

function pathsText(paths: readonly string[], count: number): string {
  const names = paths.slice(0, MAX_FILES).map((path) => sanitizeLine(path, 100));
  return `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`;
}

/** Starts with a capital and ends with a full stop. */
function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
