import type { Rejection } from '../decide/decision.ts';
import { limitName } from './limit-text.ts';
import { sanitizeLine } from './sanitize.ts';
import { listed, missingText } from './words.ts';

/** Says in one line why a command changed nothing, and what to do next. */
export function rejectionText({ code, subject = '', missing = [] }: Rejection): string {
  const about = sanitizeLine(subject, 80);
  const open = listed(missing.map(missingText), 6);
  switch (code) {
    case 'no-run':
      return 'There is no loop here. Begin one with `loop start "what is to be done"`.';
    case 'already-running':
      return 'A loop is on already. See it with `loop status`, end it with `loop cancel`.';
    case 'ended':
      return about === 'paused' || about === 'stuck'
        ? `The loop is ${about}. Go on with \`loop continue\`.`
        : `The loop is over (${about}). Begin a new one with \`loop start\`.`;
    case 'not-paused':
      return 'The loop is going on already; `loop continue` takes a paused one up again, or more budget with `--budget=N`.';
    case 'no-spec':
      return 'It is not said what is to be done: `loop start "what is to be done"`.';
    case 'bad-limit':
      return `${limitName(subject)} takes a number above 0, in whole ones for iterations and tokens. See \`loop start --help\`.`;
    case 'bad-name':
      return `"${about}" can't be a name here: one line of 1 to 200 plain characters, each criterion once. Give it another with \`loop criterion add\` or \`loop step add\`.`;
    case 'bad-score':
      return `The ${about} score lies outside its range (spec 0 to 10, fit 0 to 75, whole numbers). See \`loop score\`.`;
    case 'too-deep':
      return `${about} loops inside each other are the most. Finish this one, or take it off with \`loop pop\`.`;
    case 'spent-up':
      return subject === 'budgetUsd'
        ? 'The budget is used up. Add to it with `loop continue --budget=N`, or lift it with `--budget=none`.'
        : `${limitName(subject)}: used up. See how to add to them with \`loop continue --help\`.`;
    case 'unknown-step':
      return `There is no step "${about}". See them with \`loop status\`.`;
    case 'unknown-criterion':
      return `There is no such criterion with a check or of this name: "${about}". See them with \`loop status\`.`;
    case 'checked-criterion':
      return `"${about}" has a check, so nobody's word changes it: run \`loop verify\`. To drop it, give a reason: \`loop criterion remove "${about}" --reason "…"\`.`;
    case 'users-contract':
      return `The user asked for "${about}", so only the user can change it: in a terminal of their own, or with /loop:approve. The attempt is on record.`;
    case 'reason-needed':
      return `"${about}" is part of what was agreed at the start. Dropping it takes a reason, is told to the user, and the loop can no longer end as verified: \`loop criterion remove "${about}" --reason "…"\`.`;
    case 'unknown-task':
      return `There is no task "${about}". See them with \`loop task list\`.`;
    case 'task-held':
      return `The task is held by ${about}. Take another with \`loop task claim\`.`;
    case 'task-blocked':
      return `Task ${about} has to be completed first. Take another with \`loop task claim\`.`;
    case 'task-cycle':
      return `These tasks would wait for each other: ${about}. Change what blocks them with \`loop task change\`.`;
    case 'nothing-free':
      return 'No task is free now: all are done, held or blocked. See them with `loop task list`.';
    case 'no-workflow':
      return 'This loop is no workflow, so it has no stages, waves, reviews or gate. See how things stand with `loop status`.';
    case 'wrong-stage':
      return `That does not follow from stage ${about}. Stages go one at a time: \`loop stage\`.`;
    case 'open-tasks':
      return `Not while tasks are open: ${open}. Finish them with \`loop task complete\`.`;
    case 'unnamed-review':
      return 'A thorough review names its reviewers and what they looked at: `loop review thorough --reviewer "…" --looked "…"`.';
    case 'unproved':
      return `Still missing: ${open}. Run \`loop next\` to see what to do.`;
    case 'not-adoptable':
      return `The ${about} file describes no loop in progress. Begin one with \`loop start\`.`;
    case 'nothing-to-change':
      return about === ''
        ? 'Nothing changes by that. See how things stand with `loop status`.'
        : `Nothing changes by that (${about}). See how things stand with \`loop status\`.`;
  }
}
