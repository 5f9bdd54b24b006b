import type { breakerRules, RuleName } from '@loopwright/core';

/** The answer of each rule, and how a user can change it, if at all. */
export const ruleMeanings: Readonly<Record<RuleName, { readonly answer: string; readonly remedy: string }>> =
  {
    disabled: {
      answer: 'let go',
      remedy: 'Unset `LOOP_DISABLE` and `IDLE_LOOP_DISABLE`.',
    },
    'no-loop': {
      answer: 'let go, silently',
      remedy: '`/loop:start`, or `/loop:continue` for a loop of another session.',
    },
    'not-main': { answer: 'let go', remedy: '' },
    ended: {
      answer: 'let go',
      remedy: '`loop continue` for a paused or stuck one.',
    },
    corrupt: {
      answer: 'let go; the run is aborted',
      remedy: '`loop start --fresh` archives it.',
    },
    stale: {
      answer: 'let go; the run is stuck',
      remedy: '`loop continue`. `loop start --ttl` sets another time than two hours.',
    },
    waiting: { answer: 'let go; the loop stays alive', remedy: '' },
    'needs-user': {
      answer: 'let go; the loop stays alive',
      remedy: 'Answer, type what comes next, leave plan mode, or `loop continue --shape tool`.',
    },
    'gave-up': {
      answer: 'the loop ends; an outer one goes on, otherwise let go',
      remedy: 'Start again with the missing input.',
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
