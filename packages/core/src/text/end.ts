import { failureOf, isDone } from '../model/state.ts';
import type { DoneEnding, Frame, Run, Task, Touched, TouchedFile } from '../model/run.ts';
import { VOUCHERS, type Voucher } from '../model/vocabulary.ts';
import { isJudged, isMet, missingProofs, seenBy } from '../proofs.ts';
import { type TrustedCriterion, trustSummary } from '../trust.ts';
import { agentName } from './agent-name.ts';
import { costWords, countOf, listed } from './amounts.ts';
import {
  causeText,
  changeTexts,
  endingDetail,
  isAmended,
  isUnchanged,
  resumeText,
  UNCHANGED,
} from './endings.ts';
import { sanitizeLine, sanitizeName } from './sanitize.ts';
import { COURSES, checkText, guardFinding, missingText, onStartText, unchangedPaths } from './words.ts';

/**
 * Says in one sentence how a run ended, or why it rests and what is not proved: the same words wherever people read of
 * it. Empty for a run that goes on.
 *
 * @example endSentence(run) // '✓ Done: tests (npm test), run by the loop itself · 2 iterations · $0.21 · changed: a.js'
 */
export function endSentence(run: Run): string {
  const head = endHead(run);
  return head === '' ? '' : [head, ...figuresOf(run)].join(' · ');
}

/** Writes everything that the user reads when a run ended or rests: the sentence, its doubts, the one next command. */
export function endLines(run: Run): string[] {
  const { kind } = run.ending ?? {};
  if (kind === 'paused' || kind === 'stuck' || kind === 'overridden') return restLines(run);
  return [endSentence(run), doubtsLine(run)].filter((line) => line !== '');
}

/** Writes the pause of seed 003. Its line of progress is left out where there is neither a step nor a task. */
function restLines(run: Run): string[] {
  const { steps = [], tasks = [] } = run.frames.at(-1) ?? {};
  // A workflow moves in tasks; they are its steps where it has no others.
  const isDoneList = steps.length > 0 ? steps.map((one) => one.isDone) : tasks.map(isCompleted);
  const done = isDoneList.filter(Boolean).length;
  const open = isDoneList.length - done;
  return [
    `[LOOP] ${endSentence(run)}`,
    ...(isDoneList.length > 0 ? [`Progress: ${done} steps complete, ${open} remaining`] : []),
    `Resume: ${goOnText(run)}`,
  ];
}

function isCompleted({ status }: Task): boolean {
  return status === 'completed';
}

/** How a resting run goes on: by itself, or with one command. */
export function goOnText(run: Run): string {
  const failure = failureOf(run.ending);
  // The client waits for the end of a plan's limit and goes on by itself; after any other error it doesn't.
  const isOfPlan = failure?.retryAt !== undefined && /\bresets\b|usage limit/i.test(failure.reason);
  return failure?.failure === 'rate-limit' && isOfPlan && !run.isHeadless
    ? 'by itself then, or type "continue"'
    : resumeText(run);
}

/** The sentence without its figures: how a run ended, or why it rests and what is not proved. */
export function endHead(run: Run): string {
  const { ending } = run;
  const [what, which] = leftOf(run.frames.at(-1));
  const left = which && `, ${which} ${what}`;
  switch (ending?.kind) {
    case undefined:
      return '';
    case 'verified':
    case 'claimed':
      return doneText(run, ending);
    case 'gave-up':
      return `${agentName(run)} gave up${GIVEN_UP[ending.signal ?? ''] ?? ''}${which && `. ${what.slice(0, 1).toUpperCase()}${what.slice(1)}: ${which}`}`;
    case 'stuck':
      return `✗ Stuck: ${causeText(run)}${left}`;
    case 'paused':
      return `⏸ Paused: ${causeText(run)}${left}`;
    case 'overridden':
      return `⏸ Paused: Claude Code ended the turn although the loop wanted to go on${left}`;
    case 'cancelled':
      return `Cancelled${ending.reason === undefined ? '' : `: ${sanitizeLine(ending.reason, 150)}`}${left}`;
    case 'aborted':
      return `✗ Aborted: ${ending.corrupt ? sanitizeLine(endingDetail(ending) ?? '', 150) : 'the numbers on record make no sense'}`;
  }
}

/** What the signals of `<grind-done>` mean where no issue was finished. */
const GIVEN_UP: Readonly<Record<string, string>> = {
  NO_MORE_ISSUES: ': there are no more issues',
  MAX_ISSUES: ': there were as many issues as wanted',
  MAX_ITERATIONS: ': its iterations are used up',
};

/** How each witness is named for people. `ran` is what it did: a check was run, an issue checked. */
const VOUCHED: Readonly<Record<Voucher, (ran: string, agent: string) => string>> = {
  word: () => 'without a check',
  relayed: (_ran, agent) => `judged in ${agent}'s own shell`,
  judge: () => 'judged by a model',
  session: (ran, agent) => `${ran} in ${agent}'s own shell`,
  hook: (ran) => `${ran} by the loop itself`,
  driver: (ran) => `${ran} by the loop itself`,
};

function doneText(run: Run, ending: DoneEnding): string {
  const frame = run.frames.at(-1);
  const agent = agentName(run);
  const { criteria = [], issues } = frame ?? {};
  const seen = ending.seen ?? (frame ? seenBy(frame) : {});
  // The commands of many checks would hide what counts.
  const hasCommands = Object.values(seen).flat().length <= 2;
  const proofs = VOUCHERS.flatMap((by) => {
    const names = (seen[by] ?? []).flatMap((name) => {
      const found = criteria.find((one) => one.name === name);
      if (issues && !found) return [];
      const { check } = found ?? {};
      const command = hasCommands && check && !isJudged(check) ? checkText(check) : name;
      return `${sanitizeName(name, 60)}${command === name ? '' : ` (${sanitizeLine(command, 60)})`}`;
    });
    const ended = (seen[by] ?? []).length - names.length;
    const what = [
      ...(names.length > 0 ? [listed(names, 4)] : []),
      ...(ended > 0 ? [countOf(ended, 'issue')] : []),
    ];
    return what.length > 0
      ? [`${what.join(', ')}, ${VOUCHED[by](ended > 0 ? 'checked' : 'run', agent)}`]
      : [];
  });
  const texts = [...changeTexts(ending), ...proofs].join('; ');
  const head = doneHead(ending, seen, agent);
  return texts === '' ? head : `${head}: ${texts}`;
}

/** Only a verified end has the sign of success. */
function doneHead(ending: DoneEnding, seen: NonNullable<DoneEnding['seen']>, agent: string): string {
  if (ending.kind === 'verified') return isUnchanged(ending) ? `✓ Done, but ${UNCHANGED}` : '✓ Done';
  if (isAmended(ending)) return `Done, but ${agent} changed what was agreed`;
  if (ending.breach !== undefined) return 'Done, but not proved';
  if (ending.undone) return 'Done in part';
  const isChecked = Object.keys(seen).some((by) => by !== 'word');
  return isChecked ? 'Done, but not all checked' : 'Done, but nothing was checked';
}

/** A name of several words needs quotes inside a sentence. */
function named(name: string): string {
  return name.includes(' ') ? `"${name}"` : name;
}

/** What is not proved, as `not proved` and `tests`; else the stages to come. Empty if nothing is known. */
function leftOf(frame: Frame | undefined): readonly [what: string, which: string] {
  if (!frame) return ['', ''];
  const open = frame.criteria.filter((one) => !isMet(one));
  const names = open.map(({ name }) => named(sanitizeName(name, 60)));
  if (open.length > 0) return [open.some(({ check }) => check) ? 'not proved' : 'not met', listed(names, 3)];
  const stages = missingProofs(frame, {}).filter(({ kind }) => kind === 'review' || kind === 'gate');
  if (stages.length > 0) return ['to come', stages.map(missingText).join(', ')];
  return frame.criteria.length > 0 ? ['met', 'every criterion'] : ['', ''];
}

function figuresOf(run: Run): string[] {
  const { frames, closed, ending, touched } = run;
  if (ending?.kind === 'paused' || ending?.kind === 'overridden') return [];
  const frame = frames.at(-1);
  const proved = closed.filter((one) => one.ending.kind === 'verified').length;
  const hasInner = closed.length > 0 && !frame?.issues;
  return [
    ...(hasInner ? [`${proved} of ${countOf(closed.length, 'inner loop')} proved`] : []),
    ...(frame
      ? [countOf(Math.max(1, frame.iteration), 'iteration'), costWords((frames[0] ?? frame).spend)]
      : []),
    ...(isDone(ending) && !isUnchanged(ending) && touched && touched.unknown === undefined
      ? [changedText(touched)]
      : []),
  ];
}

function changedText(touched: Touched): string {
  const text = changedFilesText(touched);
  return text === '' ? 'no file changed' : `changed: ${text}`;
}

/** Names the first files that changed since the start, and counts the rest: `src/sum.js, notes.md (new) and 4 more`. */
export function changedFilesText(touched: Touched, most = 5): string {
  const count = touched.changed + touched.deleted + touched.added;
  const names = touchedFiles(touched).map(
    ({ path, change }) => `${sanitizeLine(path, 100)}${change === 'changed' ? '' : ` (${change})`}`,
  );
  if (count === 0) return '';
  return names.length === 0 ? `${count} files` : listed(names, most, count);
}

/** Gives the changed files that a record names: changed and deleted ones before new ones. */
export function touchedFiles({ files, proofFiles = [] }: Touched): readonly TouchedFile[] {
  return files ?? proofFiles;
}

/** The most doubts on the line below the end. */
const MAX_DOUBTS = 4;

/** Writes the line below the end of a done run: what speaks against it, the heaviest first. Empty without a doubt. */
export function doubtsLine(run: Run): string {
  const doubts = isDone(run.ending) ? doubtsIn(run, run.ending) : [];
  const more = doubts.length > MAX_DOUBTS ? [`${doubts.length - MAX_DOUBTS} more in .loop/summary.md`] : [];
  return doubts.length === 0 ? '' : `Doubts: ${[...doubts.slice(0, MAX_DOUBTS), ...more].join(' · ')}`;
}

function doubtsIn(run: Run, ending: DoneEnding): string[] {
  const { criteria, amendments, touched, guard, unknown } = trustSummary(run);
  const { breach } = ending.kind === 'claimed' ? ending : {};
  const guarded = guard && touched && guardFinding(touched);
  const refused = amendments.flatMap((one) => (one.isRefused ? [sanitizeLine(one.subject, 60)] : []));
  // The user may never have typed the flag, so it was asked for rather than changed.
  const flags = refused.filter((subject) => subject.startsWith('--'));
  const others = refused.filter((subject) => !flags.includes(subject));
  const { steps = [] } = run.frames.at(-1) ?? {};
  const open = steps.filter((one) => !one.isDone).length;
  // A list that Claude never ticked says nothing about proved work.
  const isKept = ending.kind !== 'verified' || open < steps.length;
  const { path, branch } = ending.workTree ?? {};
  const on = branch === undefined ? '' : ` on branch ${sanitizeLine(branch, 60)}`;
  return [
    ...(path === undefined
      ? []
      : [`proved in the work tree ${sanitizeLine(path, 150)}${on}, not in the project's own`]),
    ...(guarded === undefined || guarded === breach ? [] : [guarded]),
    ...(ending.unseen ?? []).map(
      ({ criterion, reason }) =>
        `the loop did not run ${sanitizeLine(criterion, 60)}: ${sanitizeLine(reason, 120)}`,
    ),
    ...(others.length > 0 ? [`${agentName(run)} tried to change ${listed(others, 3)}`] : []),
    ...(flags.length > 0 ? [`${agentName(run)} asked for ${listed(flags, 3)}`] : []),
    ...criteria.flatMap(doubtsAboutRuns).filter((doubt) => !breach?.includes(doubt)),
    ...unknown.map((what) => `could not be looked at: ${sanitizeLine(what, 120)}`),
    ...criteria.flatMap(({ name, course }) =>
      course === 'green' && !isUnchanged(ending) ? [`${sanitizeLine(name, 60)}: ${COURSES.green}`] : [],
    ),
    ...(open > 0 && isKept ? [`${open} of ${countOf(steps.length, 'step')} open`] : []),
  ];
}

/** The doubts about how the check of a criterion ran. */
export function doubtsAboutRuns({ name, check, isFlaky, onStart, environment }: TrustedCriterion): string[] {
  const about = sanitizeLine(name, 60);
  const names = environment.map((one) => sanitizeLine(one, 40));
  const unchanged = unchangedPaths(check);
  const same = unchanged === undefined ? 'on the same files' : `though ${unchanged}`;
  return [
    ...(onStart && onStart.passed !== false ? [`${about} ${onStartText(onStart)}`] : []),
    ...(isFlaky ? [`${about}: flaky, it passed after failing ${same}`] : []),
    ...(names.length > 0 ? [`${about}: other ${listed(names, 6)} than at first`] : []),
  ];
}
