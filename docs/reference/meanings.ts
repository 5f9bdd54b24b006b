import type { breakerRules, LoopEvent, RuleName } from '@loopwright/core';

/** The meaning of each event; an event without one doesn't compile. */
export const eventMeanings: Readonly<Record<LoopEvent['type'], string>> = {
  opened: 'A run was created, or a draft became active. Carries the whole run.',
  pushed: 'An inner frame was put on the stack.',
  closed: 'The top frame left the stack, with its ending.',
  rested: 'The run paused, got stuck, was cancelled, aborted or completed.',
  resumed: 'A paused or stuck run goes on, with the new limits.',
  continued: 'A stop was blocked: the iteration that begins, and the counters at that time.',
  'let-go': 'A stop was let go, but the loop stays alive.',
  signalled: 'A claim that the work is done, or its withdrawal.',
  stepped: 'A step was ticked, or unticked.',
  planned: 'Steps were added.',
  'step-removed': 'A step was removed.',
  'criterion-added': 'A criterion was added.',
  'criterion-removed': 'A criterion was removed.',
  amended: 'Claude changed the contract, or tried to change it.',
  approved: 'The user approved criteria and checks of Claude.',
  ticked: 'A criterion without a check was ticked, with the basis of the tick.',
  unticked: 'A criterion was unticked.',
  proved: 'A check ran on the work tree and passed or failed, or a judge answered.',
  'task-added': 'A task was added.',
  'task-changed': 'A task changed: its status, owner, texts or dependencies.',
  'task-removed': 'A task was removed.',
  'wave-begun': 'A wave of tasks began.',
  'wave-finished': 'A wave of tasks is finished.',
  staged: 'The workflow entered another stage, or recorded a fact about its stage.',
  'wave-reviewed': 'A light review of a wave.',
  'thoroughly-reviewed': 'The thorough review before the gate.',
  settled: 'What becomes of a finding of the thorough review.',
  gated: 'The gate passed or failed.',
  counselled: 'A panel was asked about a failure, or answered.',
  claimed: 'Another session took the run over.',
  heard: 'The user spoke.',
  failed: 'The client reported an error of the API; the turn is retried once.',
  observed: 'Tools ran: how many, files edited, signatures of errors, refusals.',
  spent: 'Tokens and dollars, and the last counted message.',
  'counted-ahead': 'A hand edit had advanced the iteration; the iteration does not count twice.',
  kept: 'Foreign fields in `state.json`, preserved for their owners.',
  noted: 'A note for Claude in the next continuation.',
};

/** The answer of each rule, and how a user can change it, if at all. */
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
    'not-main': { answer: 'let go', remedy: '' },
    ended: {
      answer: 'let go',
      remedy: '`loop status` says how it ended; a paused or stuck loop goes on with `loop continue`.',
    },
    corrupt: {
      answer: 'let go; the run is aborted',
      remedy: 'Start again: `loop start --fresh`. It archives the old run.',
    },
    stale: {
      answer: 'let go; the run is stuck',
      remedy: '`loop continue`. `loop start --ttl` sets another time than two hours.',
    },
    waiting: { answer: 'let go; the loop stays alive', remedy: '' },
    'needs-user': {
      answer: 'let go; the loop stays alive',
      remedy: 'Answer, or leave plan mode. `loop continue --shape tool` lets it work without asking.',
    },
    'gave-up': {
      answer: 'the loop ends; an outer one goes on, otherwise let go',
      remedy: 'Read the reason, then start again with the missing input.',
    },
    done: {
      answer: 'the loop ends `verified` or `claimed`; an outer one goes on, otherwise let go',
      remedy: '',
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

type BreakerName = (typeof breakerRules)[number]['name'];

/** The cause that opens each breaker. */
export const breakerMeanings: Readonly<Record<BreakerName, string>> = {
  'same-criterion': 'stops in a row with the same first unmet criterion',
  'same-error':
    'batches of tools in a row with the same error; a check or test command that passes starts again',
  'same-file': 'edits of one file in one iteration, each after a failed command or check',
  permission: 'refused permissions without work in between',
  idle: 'continuations without a tool and without a new answer of more than 500 characters',
  'same-message': 'times the same last message, word for word',
  gate: 'failed gates in a row',
  review: 'thorough reviews in a row with blockers',
  judge: 'criteria without a yes whose judges were asked as often as they may be (`--judge-rounds`)',
};
