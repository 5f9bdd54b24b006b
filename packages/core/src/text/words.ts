import type { Missing } from '../decide/decision.ts';
import type { Check, CommandCheck, Ending, Evidence, Frame, Run, Step, Task, Touched } from '../model/run.ts';
import type { JudgeAnswer } from '../model/vocabulary.ts';
import type { CriterionState } from '../proofs.ts';
import type { Course } from '../trust.ts';
import { listed } from './amounts.ts';
import { sanitizeLine, sanitizeName } from './sanitize.ts';

/** How a text is meant: for its colour. */
export type Tone = 'plain' | 'good' | 'said' | 'rest' | 'bad' | 'quiet';

/** How something is shown: a sign of one column, a word, and its tone. */
export interface Look {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone;
}

/** `why` says in a few words why a criterion has this state; the others say it after a judge, and after its name. */
interface CriterionLook extends Look {
  readonly why: string;
  readonly whyJudged?: string;
  readonly held?: string;
}

/** The states of a criterion: the one table for the answers of the command, status lines, stops and reports. */
export const CRITERION_STATES: Readonly<Record<CriterionState, CriterionLook>> = {
  proved: { sign: '✓', word: 'proved', tone: 'good', why: 'proved by a check' },
  claimed: { sign: '“', word: 'claimed', tone: 'said', why: 'ticked on somebody’s word' },
  failed: {
    sign: '✗',
    word: 'failed',
    tone: 'bad',
    why: 'its check failed',
    whyJudged: 'its judge did not say yes',
    held: 'failed',
  },
  stale: {
    sign: '~',
    word: 'stale',
    tone: 'rest',
    why: 'changed since its check passed',
    held: 'changed since it passed',
  },
  assumed: { sign: '?', word: 'assumed', tone: 'rest', why: 'ticked on an assumption' },
  unchecked: {
    sign: '·',
    word: 'not run',
    tone: 'rest',
    why: 'its check has not run',
    whyJudged: 'not judged yet',
    held: 'has not run',
  },
  unmet: { sign: '–', word: 'not met', tone: 'rest', why: 'not met yet' },
};

/** How a run or a frame stands: its ending, else its status. */
export type Standing = Ending['kind'] | 'active' | 'draft';

/** How runs stand and end: the one table for announcements, lists, status lines and reports. */
export const STANDINGS: Readonly<Record<Standing, Look>> = {
  draft: { sign: '·', word: 'Draft', tone: 'quiet' },
  active: { sign: '⟳', word: 'Active', tone: 'said' },
  verified: { sign: '✓', word: 'Completed', tone: 'good' },
  claimed: { sign: '“', word: 'Completed', tone: 'said' },
  'gave-up': { sign: '■', word: 'Completed', tone: 'rest' },
  stuck: { sign: '✗', word: 'Stuck', tone: 'bad' },
  paused: { sign: '⏸', word: 'Paused', tone: 'rest' },
  overridden: { sign: '!', word: 'Paused', tone: 'rest' },
  cancelled: { sign: '–', word: 'Cancelled', tone: 'quiet' },
  aborted: { sign: '✗', word: 'Aborted', tone: 'bad' },
};

/** How a run stands, as a key of the table. */
export function standingOf({ status, ending }: Pick<Run, 'status' | 'ending'>): Standing {
  return ending?.kind ?? (status === 'draft' ? 'draft' : 'active');
}

/** How a check went, from its first run to its last. */
export const COURSES: Readonly<Record<Course, string>> = {
  'red to green': 'red → green',
  green: 'passes; never seen failing',
  red: 'red',
  'green to red': 'green → red',
};

/** The answer of a judge, in words. */
export const JUDGED: Readonly<Record<JudgeAnswer, string>> = {
  yes: 'said yes',
  no: 'said no',
  'cannot tell': 'cannot tell',
  none: 'gave no answer',
};

/** One missing proof in words. */
export function missingText(missing: Missing): string {
  switch (missing.kind) {
    case 'claim':
      return 'nobody says that the work is done';
    case 'criterion': {
      const { why, whyJudged = why } = CRITERION_STATES[missing.why];
      return `${sanitizeName(missing.name, 100)} (${missing.isJudged ? whyJudged : why})`;
    }
    case 'task':
      return `task ${sanitizeLine(`${missing.id} ${missing.subject}`, 100)}${missing.isUnproved ? ' (neither a check nor a note shows it)' : ''}`;
    case 'review':
      return missing.blockers ? `thorough review (${missing.blockers} blockers remain)` : 'thorough review';
    case 'gate':
      return 'gate';
  }
}

/** One missing proof in words for the line that says why a stop was held: `tests: changed since it passed`. */
export function heldText(missing: Missing): string {
  if (missing.kind !== 'criterion') return missingText(missing);
  const { why, whyJudged, held = why } = CRITERION_STATES[missing.why];
  return `${sanitizeName(missing.name, 60)}: ${(missing.isJudged && whyJudged) || held}`;
}

/** The first step that is not done. */
export function nextStep({ steps }: Frame): Step | undefined {
  return steps.find(({ isDone }) => !isDone);
}

/** The name of the first step that is not done. */
export function nextStepName(frame: Frame): string {
  const { name } = nextStep(frame) ?? {};
  return name === undefined ? 'none' : sanitizeName(name);
}

/** The steps that are done: `1/3`. */
export function stepCount({ steps }: Frame): string {
  return `${steps.filter(({ isDone }) => isDone).length}/${steps.length}`;
}

/** The tasks that are completed: `1/3`. */
export function taskCount({ tasks }: Frame): string {
  return `${tasks.filter(({ status }) => status === 'completed').length}/${tasks.length}`;
}

/** Task numbers as seed 002 writes them: `T-001`. Other ids stay as they are. */
export function taskName(id: string): string {
  return /^\d{1,3}$/.test(id) ? `T-${id.padStart(3, '0')}` : sanitizeLine(id, 40);
}

/** A task with its number: `T-001: Write the parser`. */
export function taskTitle({ id, subject }: Pick<Task, 'id' | 'subject'>): string {
  return `${taskName(id)}: ${sanitizeLine(subject)}`;
}

/** Writes the command of a check on one line. The parts of an argument vector stay distinguishable. */
export function commandText(command: CommandCheck['command'] | readonly string[]): string {
  const text =
    typeof command === 'string'
      ? command
      : command.map((part) => (/^[\w./:=@%+,-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');
  return sanitizeLine(text, 300);
}

/** Writes a check on one line: its command, or the statement for its judge. */
export function checkText(check: Check): string {
  return 'judge' in check ? sanitizeLine(`judge: ${check.judge}`, 300) : commandText(check.command);
}

/** Says that the paths of a check are unchanged; undefined for a check that depends on the whole work tree. */
export function unchangedPaths(check: Pick<Check, 'paths'> | undefined): string | undefined {
  const paths = (check?.paths ?? []).map((path) => sanitizeLine(path, 60));
  return paths.length === 0 ? undefined : `nothing under ${listed(paths, 3)} changed`;
}

/** Says how a check that passed went on the files of the start. */
export function onStartText({ passed, reason = '' }: NonNullable<Evidence['onStart']>): string {
  if (passed === undefined) return `did not run on the old code: ${sanitizeLine(reason, 120)}`;
  return passed ? 'passes on the old code, too' : 'fails on the old code';
}

/** Says which guarded files changed, or that they could not be looked at; undefined if none changed. */
export function guardFinding(touched: Touched | undefined): string | undefined {
  if (!touched || touched.unknown !== undefined) return 'guarded files could not be looked at';
  return touched.guardedCount === 0 ? undefined : `guarded files changed: ${guardedFiles(touched)}`;
}

/** Names the first guarded files that changed, and counts the rest. */
export function guardedFiles({ guarded, guardedCount }: Touched): string {
  const paths = guarded.map((path) => sanitizeLine(path, 100));
  return listed(paths, 5, guardedCount);
}

/** Markdown sections by their titles; those without lines are left out. `below` stands between a title and its lines. */
export function sections(
  titled: Readonly<Record<string, readonly string[]>>,
  below: readonly string[] = [],
): string[] {
  return Object.entries(titled).flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [`## ${title}`, ...below, ...lines, ''],
  );
}
