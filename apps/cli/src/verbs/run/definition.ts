import { beginFlags } from '@loopwright/core/flags';
import { clientFlags } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'start',
  summary: 'Run a loop without a user: a fresh client for each iteration',
  words: '[spec… | -] [-- client options…]',
  count: [0, ANY],
  handsOn: true,
  flags: [
    ...beginFlags,
    { name: 'resume', kind: 'switch', summary: 'Continue a run that was paused, interrupted or killed' },
    {
      name: 'take-over',
      kind: 'switch',
      summary: 'With --resume: take the run from a driver that still works on it',
    },
    {
      name: 'trust-config',
      kind: 'name',
      value: '[DIGEST]',
      summary:
        'Agree, for this run, to the commands that --check NAME takes from loop.config.json; with a digest only as they were',
    },
    {
      name: 'worktree',
      kind: 'name',
      value: '[NAME]',
      summary: 'Work in a linked work tree on the branch loop/NAME; a name of your own as --worktree=NAME',
    },
    {
      name: 'base',
      kind: 'text',
      value: 'REF',
      summary: 'With --worktree: the branch or commit that it begins at (HEAD)',
    },
    {
      name: 'commit',
      kind: 'choice',
      value: 'WHEN',
      values: ['each', 'end', 'none'],
      summary: 'Commit the work of each iteration, all of it at the end, or nothing (none; each with --pr)',
    },
    {
      name: 'with-changes',
      kind: 'switch',
      summary: 'Commit also what was changed before the run',
    },
    {
      name: 'pr',
      kind: 'switch',
      summary: 'Push the branch and open a pull request with gh; a draft if the run ended paused',
    },
    {
      name: 'specs',
      kind: 'text',
      value: 'PATH',
      summary: 'Run several specs, each in a work tree: a folder of Markdown files, or a Markdown list',
    },
    {
      name: 'jobs',
      kind: 'whole',
      value: 'N',
      summary: 'With --specs: how many run at once (1)',
    },
    {
      name: 'retry',
      kind: 'switch',
      summary: 'With --resume --specs: run also those again that ended without being done',
    },
    {
      name: 'iteration-timeout',
      kind: 'duration',
      value: 'TIME',
      summary: 'How long one iteration may take (1h)',
    },
    {
      name: 'max-wait',
      kind: 'duration',
      value: 'TIME',
      summary: 'The longest wait for a rate limit to end; a longer one pauses the run (6h)',
    },
    {
      name: 'progress',
      kind: 'choice',
      value: 'HOW',
      values: ['auto', 'plain', 'none'],
      summary:
        'A line for each tool call and check: on a terminal, with a bar, and in CI (auto), always, or no progress',
    },
    {
      name: 'artifacts',
      kind: 'text',
      value: 'DIR',
      summary: 'Where state.json, iterations.jsonl and summary.md go (.loop/artifacts)',
    },
    ...clientFlags,
  ],
  examples: [
    ['loop run --spec-file SPEC.md --check "tests=npm test" --budget 10', 'until the tests pass'],
    [
      'loop run --spec-file SPEC.md --check "tests=npm test" --worktree --pr',
      'from a spec to a pull request',
    ],
    ['loop run --specs specs --jobs 2 --check "tests=npm test" --budget 20', 'several specs, one budget'],
    ['loop run --resume --budget 10', 'go on, with 10 dollars more'],
    ['loop run - --model opus -- --allowedTools "Bash(npm test)" < SPEC.md', 'options for the client'],
  ],
  notes: [
    'Every iteration is a new `claude -p` that knows only the record. Arguments after -- go to it.',
    'LOOP_BUDGET, LOOP_MAX_ITERATIONS and LOOP_SHAPE replace missing flags, then loop.config.json does.',
    'A check of loop.config.json runs only after you agreed to its command: once with loop config agree, or in CI with --trust-config. A check given as NAME=COMMAND needs no agreement.',
    'Exit codes: 0 done, 1 error, 2 budget or time, 3 iterations, 4 breaker, 5 spec unclear, 6 ended without every proof seen by the driver, 75 rate limit, 130 interrupted.',
    'With --resume, --budget, --iterations, --minutes and --tokens raise the old limits.',
  ],
} as const satisfies Verb;
