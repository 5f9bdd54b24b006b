import type { Command, LoopEvent, RuleName } from '@loopwright/core';

/** What each event means; a new one that nobody explains doesn't compile. */
export const eventMeanings: Readonly<Record<LoopEvent['type'], string>> = {
  opened: 'A run came into being, or a draft became active. Carries the run whole.',
  pushed: 'An inner frame was put on the stack.',
  closed: 'The top frame left the stack, with its ending.',
  rested: 'The run paused, got stuck, was cancelled, aborted or completed.',
  resumed: 'A paused or stuck run goes on, with the limits that it now has.',
  continued: 'A stop was blocked: the iteration that begins, and the counters as they then stood.',
  'let-go': 'A stop was let go while the loop stays alive.',
  signalled: 'Somebody said that the work is done, or took it back.',
  stepped: 'A step was ticked off, or the tick taken back.',
  planned: 'Steps were added.',
  'step-removed': 'A step was taken off the plan.',
  'criterion-added': 'One more criterion.',
  'criterion-removed': 'One criterion less.',
  ticked: 'A criterion without a check was ticked, with how somebody knows it.',
  unticked: 'A tick was taken back.',
  proved: 'A check ran on the work tree; says whether it passed.',
  'task-added': 'One more task.',
  'task-changed': 'A task changed: its status, who holds it, its texts, what it waits for.',
  'task-removed': 'One task less.',
  'wave-begun': 'A wave of tasks began.',
  'wave-finished': 'A wave of tasks is finished.',
  staged: 'The workflow moved on, or something about its stage was taken down.',
  'wave-reviewed': 'A light review of a wave.',
  'thoroughly-reviewed': 'The thorough review before the gate.',
  gated: 'The gate was tried.',
  counselled: 'A panel was asked about something that failed, or answered.',
  claimed: 'Another session took the run over.',
  heard: 'The user spoke.',
  failed: 'The client reported an error of the API; it is tried once more.',
  observed: 'Tools ran: how many, files edited, signatures of errors, refusals.',
  spent: 'Tokens and dollars, and up to which message they are counted.',
  'counted-ahead': 'A hand edit had advanced the iteration; it does not count twice.',
  kept: 'Fields in `state.json` that are not ours; they are kept for their owners.',
  noted: 'Something that Claude will be told at the next continuation.',
};

/** What each command asks for. */
export const commandMeanings: Readonly<Record<Command['type'], string>> = {
  draft: '`/loop:start` was typed: takes the spec down; holds nobody yet.',
  start: 'Start a run, or make the draft active.',
  adopt: 'Take over a loop that was written by hand.',
  push: 'Put an inner loop on top.',
  pop: 'Take the inner loop off.',
  stop: 'The session wants to stop. Answered by the stop table.',
  signal: 'Claim that the work is done, or take it back.',
  step: 'Tick off, add or remove a step.',
  criterion: 'Tick, untick, add or remove a criterion.',
  verify: 'What the checks said.',
  task: 'Plan, hold, finish or drop a task.',
  wave: 'Begin or finish a wave.',
  stage: 'Move the workflow on, or take something down about it.',
  review: 'What a review found.',
  gate: 'Whether the gate passed.',
  panel: 'Ask a panel, or keep what it recommends.',
  pause: 'Let the session go; the loop can be continued.',
  resume: 'Go on, with limits raised if asked for.',
  cancel: 'End the run.',
  claim: 'Take the run over into another session.',
  prompt: 'The user spoke, or a session began.',
  failure: 'The client reported an error of the API.',
  observe: 'What tools did.',
  import: 'A foreign edit of `state.json`.',
};

/** What each rule answers, and what to do when it was not what somebody wanted. */
export const ruleMeanings: Readonly<Record<RuleName, { readonly answer: string; readonly remedy: string }>> =
  {
    disabled: {
      answer: 'let go',
      remedy: 'Unset `LOOP_DISABLE` and `IDLE_LOOP_DISABLE`.',
    },
    'no-loop': {
      answer: 'let go, silently',
      remedy: 'Start one with `/loop:start`. A loop of another session is taken over with `/loop:continue`.',
    },
    'not-main': { answer: 'let go', remedy: 'Nothing: the session itself is asked when it stops.' },
    ended: {
      answer: 'let go',
      remedy: '`loop status` says how it ended; a paused or stuck loop goes on with `loop continue`.',
    },
    corrupt: {
      answer: 'let go; the run is aborted',
      remedy: 'Start anew: `loop start --fresh`. What was there is archived.',
    },
    stale: {
      answer: 'let go; the run is stuck',
      remedy: '`loop continue`. `loop start --ttl` sets another time than two hours.',
    },
    waiting: { answer: 'let go; the loop stays alive', remedy: 'Nothing: the client wakes the session.' },
    'needs-user': {
      answer: 'let go; the loop stays alive',
      remedy: 'Answer. `loop continue --shape tool` lets it work without asking.',
    },
    'gave-up': {
      answer: 'the frame ends; an outer one goes on, otherwise let go',
      remedy: 'Read why, then start again with what was missing.',
    },
    done: {
      answer: 'the frame ends `verified` or `claimed`; an outer one goes on, otherwise let go',
      remedy: 'Nothing.',
    },
    breaker: {
      answer: 'let go; stuck or paused',
      remedy: 'Change something about the task, then `loop continue`.',
    },
    limit: { answer: 'let go; paused', remedy: '`loop continue --iterations 10`, or `--budget 25`.' },
    unproved: {
      answer: 'block, naming the proofs that are missing or stale',
      remedy: '`loop verify` after the last change, then claim again.',
    },
    continue: {
      answer: 'block, iteration + 1',
      remedy: '`loop pause` or `loop cancel` to leave.',
    },
  };

type BreakerName =
  | 'same-criterion'
  | 'same-error'
  | 'same-file'
  | 'permission'
  | 'idle'
  | 'same-message'
  | 'gate'
  | 'review';

/** What opens each breaker. */
export const breakerMeanings: Readonly<Record<BreakerName, string>> = {
  'same-criterion': 'stops in a row with the same first unmet criterion',
  'same-error': 'times the same error signature in a row',
  'same-file': 'edits of one file in one iteration',
  permission: 'refused permissions with nothing done in between',
  idle: 'continuations in which Claude ran no tool',
  'same-message': 'times the same last message, word for word',
  gate: 'gates in a row that did not open',
  review: 'thorough reviews in a row with blockers',
};
