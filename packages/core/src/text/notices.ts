import type { Notice, Rejection } from '../decide/decision.ts';
import type { EditRefusal } from '../decide/import.ts';
import { MAX_LIMITS } from '../model/defaults.ts';
import { isLimitKey, LIMITS } from '../model/limits.ts';
import type { Amendment, Note, SomeLimits } from '../model/run.ts';
import { agentName, type Driven, resumeCommand, resumeVerb } from './agent-name.ts';
import { limitName, limitText, listed, usedText, warningText } from './amounts.ts';
import { bestAfter } from './endings.ts';
import { sanitizeLine } from './sanitize.ts';
import { missingText } from './words.ts';

/** Writes a note in one line, for Claude, the user and the history. */
export function noteLine(note: Note, run?: Driven): string {
  switch (note.kind) {
    case 'tick-undone':
      return `"${sanitizeLine(note.criterion, 80)}" has a check: ticking it by hand was undone. Run \`loop verify\`.`;
    case 'edit-refused':
      return editRefusedText(note.field, note.reason, note.subject);
    case 'criteria-disagree':
      return `The status block disagrees with the record on: ${listed(
        note.criteria.map((name) => sanitizeLine(name, 60)),
        4,
      )}.`;
    case 'ask-panel':
      return `"${sanitizeLine(note.subject, 80)}" failed. ${run?.agent === undefined ? 'Ask the panel before trying again: /loop:panel' : 'Look at it afresh before trying again'}.`;
    case 'budget':
      return warningText(note.percent, note.limit);
    case 'popped':
      return `The inner loop "${sanitizeLine(note.spec, 80)}" ended: ${sanitizeLine(note.ending, 60)}. The outer loop goes on.`;
  }
}

/** Writes a notice in one line: the fact, and the next step if there is one. */
export function noticeText(notice: Notice, run?: Driven): string {
  switch (notice.code) {
    case 'clamped':
      return `${limitName(notice.limit)}: ${limitText(notice.limit, notice.from)} was asked for, ${limitText(notice.limit, notice.to)} is the most there can be here.${liftedText(notice)}`;
    case 'tick-undone':
      return noteLine({ kind: notice.code, criterion: notice.criterion });
    case 'edit-refused':
      return editRefusedText(notice.field, notice.reason, notice.subject);
    case 'overridden':
      return 'The client ended the last turn although the loop was not done, so the loop is paused. Go on with /loop:continue.';
    case 'taken-over':
      return `The loop of session ${sanitizeLine(notice.from, 40)} goes on in this session.`;
    case 'budget': {
      const { percent, limit, used, of } = notice;
      const warning = warningText(percent, limit, ` (${usedText(limit, used)} of ${limitText(limit, of)})`);
      return `${warning} More: ${resumeCommand(run, `${LIMITS[limit].flag}=N`)}`;
    }
    case 'paused':
      return `The loop is paused: ${sanitizeLine(notice.reason, 150)}. Go on with \`${['loop', ...resumeVerb(run)].join(' ')}\`${bestAfter(notice.retryAt)}.`;
    case 'retry':
      return 'An error that may pass: the turn is tried once more.';
    case 'ask-panel':
      return noteLine({ kind: notice.code, subject: notice.subject }, run);
    case 'amended':
      return amendmentText(notice.amendment, agentName(run));
    case 'all-met':
      return 'Every criterion is met.';
    case 'not-started':
      return 'No loop was started, so nothing was proved. Ask Claude why, or type /loop:start again.';
  }
}

/** How to go beyond the largest number. An inner loop stays within its outer loops. */
function liftedText({ limit, to }: Extract<Notice, { code: 'clamped' }>): string {
  if (!isLimitKey(limit) || (MAX_LIMITS as SomeLimits)[limit] !== to) return '';
  return ` Only ${LIMITS[limit].flag}=${LIMITS[limit].lifted} goes beyond.`;
}

/** Describes a change to the contract, or a refused one. */
export function amendmentText({ what, subject, reason, isRefused }: Amendment, agent: string): string {
  const about = `"${sanitizeLine(subject, 80)}"`;
  const why = reason === '' ? '' : ` Reason: ${sanitizeLine(reason, 200)}`;
  // A flag was not necessarily asked for by anybody before.
  if (isRefused && subject.startsWith('--')) {
    return `${agent} asked for ${sanitizeLine(subject, 80)}. Only the user's own word counts for that, so nothing changed.`;
  }
  return isRefused
    ? `${agent} tried to change ${about}. It stays as it was agreed.${why}`
    : `Contract changed by ${agent}: ${what} ${about}. The loop can no longer end as verified.${why}`;
}

const REASONS: Readonly<Record<EditRefusal, string>> = {
  'bad-name': 'a name is one line of 1 to 200 plain characters',
  checked: 'it has a check, so `loop verify` decides',
  'criteria-stay': 'an edit drops no criteria',
  'done-stays': 'a step that is done stays on record',
  'machine-counts': 'the machine counts',
  'spec-stays': 'the spec is what the user typed',
  'stages-stay': 'stages move by command, see `loop next`',
  'too-large': 'they are larger than 2,000 characters',
};

/** Says of an edit of a view that it was not taken over, and why, on one line. */
function editRefusedText(field: string, reason: string, subject?: string): string {
  const about = subject === undefined ? '' : ` ("${sanitizeLine(subject, 80)}")`;
  const why = Object.hasOwn(REASONS, reason) ? REASONS[reason as EditRefusal] : sanitizeLine(reason, 120);
  const where = field === '' ? '' : `${sanitizeLine(field, 40)}${about} in `;
  const file = reason === 'stages-stay' ? 'workflow-state.json' : 'state.json';
  return `The edit of ${where}${file} was not taken over: ${why}.`;
}

type RejectionWriter = (about: string, rejection: Rejection) => string;

/** Why a command changed nothing, and what to do next. `{about}` is the subject, `{open}` what is missing. */
export const REJECTIONS = {
  'no-run': 'There is no loop here. Begin one with `loop start "what is to be done"`.',
  'already-running': 'A loop is on already. See it with `loop status`, end it with `loop cancel`.',
  ended: (about) =>
    about === 'paused' || about === 'stuck'
      ? `The loop is ${about}. Go on with \`loop continue\`.`
      : `The loop is over (${about}). Begin a new one with \`loop start\`.`,
  'not-paused':
    'The loop is going on already; `loop continue` takes a paused one up again, or more budget with `--budget=N`.',
  'no-spec': 'It is not said what is to be done: `loop start "what is to be done"`.',
  'bad-limit': (about) =>
    `${limitName(about)} takes a number above 0, in whole ones for iterations and tokens. See \`loop start --help\`.`,
  'bad-name':
    '"{about}" can\'t be a name here: one line of 1 to 200 plain characters, each criterion once. Give it another with `loop criterion add` or `loop step add`.',
  'bad-score':
    'The {about} score lies outside its range (spec 0 to 10, fit 0 to 75, whole numbers). See `loop score`.',
  'too-deep':
    '{about} loops inside each other are the most. Finish this one, or take it off with `loop pop`.',
  'no-more-issues':
    'This grind may take no more than {about} issues. Write <grind-done>MAX_ISSUES</grind-done> on its own line; see them with `loop status`.',
  'spent-up': (_about, { subject = '' }) =>
    subject === 'budgetUsd'
      ? 'The budget is used up. Add to it with `loop continue --budget=N`, or lift it with `--budget=none`.'
      : `${limitName(subject)}: used up. See how to add to them with \`loop continue --help\`.`,
  'unknown-step': 'There is no step "{about}". See them with `loop status`.',
  'unknown-criterion':
    'There is no such criterion with a check or of this name: "{about}". See them with `loop status`.',
  'checked-criterion':
    '"{about}" has a check, so nobody\'s word changes it: run `loop verify`. To drop it, give a reason: `loop criterion remove "{about}" --reason "…"`.',
  'users-contract':
    'The user asked for "{about}", so only the user can change it: in a terminal of their own, or in Claude Code with /loop:approve. The attempt is on record.',
  'reason-needed':
    '"{about}" is part of what was agreed at the start. Dropping it takes a reason, is told to the user, and the loop can no longer end as verified: `loop criterion remove "{about}" --reason "…"`.',
  'unknown-task': 'There is no task "{about}". See them with `loop task list`.',
  'task-held': 'The task is held by {about}. Take another with `loop task claim`.',
  'task-blocked': 'Task {about} has to be completed first. Take another with `loop task claim`.',
  'task-cycle':
    'These tasks would wait for each other: {about}. Change what blocks them with `loop task change`.',
  'nothing-free': 'No task is free now: all are done, held or blocked. See them with `loop task list`.',
  'no-workflow':
    'This loop is no workflow, so it has no stages, waves, reviews or gate. See how things stand with `loop status`.',
  'wrong-stage': 'That does not follow from stage {about}. Stages go one at a time: `loop next`.',
  'open-tasks': 'Not while tasks are open: {open}. Finish them with `loop task complete`.',
  'unnamed-review': 'A thorough review names its reviewers: `loop review thorough --reviewer "…"`.',
  unproved: 'Still missing: {open}. Run `loop next` to see what to do.',
  'not-adoptable': 'The {about} file describes no loop in progress. Begin one with `loop start`.',
  'nothing-to-change': (about) =>
    `Nothing changes by that${about && ` (${about})`}. See how things stand with \`loop status\`.`,
} as const satisfies Readonly<Record<string, string | RejectionWriter>>;

/** Says in one line why a command changed nothing, and what to do next. */
export function rejectionText(rejection: Rejection): string {
  const { code, subject = '', missing = [] } = rejection;
  const about = sanitizeLine(subject, 80);
  const text: string | RejectionWriter = REJECTIONS[code];
  if (typeof text !== 'string') return text(about, rejection);
  const open = listed(missing.map(missingText), 6);
  return text.replaceAll(/\{(about|open)\}/g, (_, name) => (name === 'about' ? about : open));
}
