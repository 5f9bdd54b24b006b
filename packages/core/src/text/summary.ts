import type { ClosedFrame, Criterion, Run, Touched } from '../model/run.ts';
import { type Author, witnessWords } from '../model/vocabulary.ts';
import { criterionState, isMet, voucherOf } from '../proofs.ts';
import { type TrustedCriterion, trustSummary, type TrustSummary } from '../trust.ts';
import { formatInstant } from '../views/instant.ts';
import { costOf, costWords, countOf, limitText } from './amounts.ts';
import { changedFilesText, doubtsAboutRuns, doubtsLine, endSentence, touchedFiles } from './end.ts';
import { endingName } from './endings.ts';
import { amendmentText } from './notices.ts';
import { sanitizeLine } from './sanitize.ts';
import {
  checkText,
  guardedFiles,
  COURSES,
  JUDGED,
  onStartText,
  sections,
  stepCount,
  taskTitle,
} from './words.ts';

/** A part of a line: words, or a moment that its reader writes. */
export type TrustPart = string | { readonly at: number };

/**
 * Writes everything that the end says about its proofs, one fact a line: criteria, amendments, changed files,
 * and items that could not be read. Empty before the first proof.
 */
export function trustParts(summary: TrustSummary): readonly (readonly TrustPart[])[] {
  const { agent, criteria, amendments, touched, unknown } = summary;
  const hasProof = criteria.some(({ at }) => at !== undefined);
  if (!hasProof && amendments.length === 0 && !touched && unknown.length === 0) return [];
  const lines = [
    ...amendments.map((one) => amendmentText(one, agent)),
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

function criterionParts(criterion: TrustedCriterion): readonly TrustPart[] {
  const { name, agent, by, check, checkBy, state } = criterion;
  const chosenBy = checkBy === undefined || checkBy === by ? '' : ` (${askedBy(checkBy, agent)})`;
  const how = check === undefined ? '' : `, by \`${checkText(check)}\`${chosenBy}`;
  const head = `"${sanitizeLine(name, 100)}" (${askedBy(by, agent)})${how}: ${state}`;
  const vouch = vouchParts(criterion);
  return vouch.length === 0 ? [`${head}.`] : [`${head}, `, ...vouch, '.'];
}

/** Says who saw the proof of a criterion, when, and how its check went. Empty before the first proof. */
export function vouchParts(criterion: TrustedCriterion): readonly TrustPart[] {
  const { agent, witness, judgement, rounds, at, course, onStart } = criterion;
  if (at === undefined) return [];
  const model = judgement
    ? `, ${sanitizeLine(judgement.model, 60)} ${JUDGED[judgement.answer]}, asked ${rounds}×`
    : '';
  const went =
    (course ? `, ${COURSES[course]}` : '') + (onStart?.passed === false ? `, ${onStartText(onStart)}` : '');
  return [`${witnessWords(voucherOf(witness, judgement), agent)} at `, { at }, `${model}${went}`];
}

/** Who asked for it. */
export function askedBy(author: Author, agent: string): string {
  return author === 'user' ? 'asked for by the user' : `added by ${agent}`;
}

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

/** Writes `summary.md`: the status or ending of the run, its proofs and its claims. */
export function summaryMarkdown(run: Run): string {
  const frame = run.frames.at(-1);
  const doubts = doubtsLine(run);
  const head = [
    '# Loop summary',
    '',
    `- Run: ${sanitizeLine(run.id)}`,
    `- Status: ${run.status}`,
    ...(run.ending ? [`- Ending: ${endSentence(run)}`] : []),
    ...(doubts === '' ? [] : [`- ${doubts}`]),
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
        'Inner loops': run.closed.map((one) => innerLine(one, run)),
      },
      [''],
    ),
  ].join('\n');
}

function innerLine({ spec, mode, iteration, spend, ending }: ClosedFrame, run: Run): string {
  return `- ${mode} "${sanitizeLine(spec, 80)}": ${endingName(ending, run)}, ${iteration} iterations, ${costWords(spend)}`;
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
