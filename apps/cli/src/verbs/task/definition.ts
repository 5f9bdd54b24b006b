import { reasonFlag } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'plan',
  summary: 'Plan tasks, assign them to workers, and verify the results',
  words: '[list|show|add|change|claim|release|verify|complete|fail|remove] [id] [words…]',
  count: [0, ANY],
  actions: ['list', 'show', 'add', 'change', 'claim', 'release', 'verify', 'complete', 'fail', 'remove'],
  flags: [
    { name: 'description', kind: 'text', value: 'TEXT', summary: 'Everything a worker needs to know' },
    { name: 'active-form', kind: 'text', value: 'TEXT', summary: 'The text shown during the work' },
    {
      name: 'blocked-by',
      kind: 'texts',
      value: 'IDS',
      summary: 'Tasks to complete first, with commas',
    },
    { name: 'verify', kind: 'text', value: 'COMMAND', summary: 'The command that proves it' },
    {
      name: 'paths',
      kind: 'texts',
      value: 'PATHS',
      summary: 'Files that the command depends on, with commas',
    },
    { name: 'id', kind: 'text', value: 'ID', summary: 'With add: its id (default: the next number)' },
    { name: 'owner', kind: 'text', value: 'NAME', summary: 'The worker, by a unique name' },
    {
      name: 'lease',
      kind: 'duration',
      value: 'TIME',
      summary: 'With claim: time until others may take it (30m)',
    },
    {
      name: 'basis',
      kind: 'choice',
      value: 'BASIS',
      values: ['execution output', 'observation', 'measurement', 'assumption'],
      summary: 'For a task without a check: how its result was seen (default: observation)',
    },
    {
      name: 'note',
      kind: 'text',
      value: 'TEXT',
      summary: 'For a task without a check: what shows that it is done',
    },
    reasonFlag,
  ],
  examples: [
    [
      'loop task add "Create the schema" --blocked-by 1,2 --verify "npm test"',
      'a task that waits for two others',
    ],
    [
      'loop task add "Choose the names" --reason "a matter of taste, no command can prove it"',
      'a task without a check says why',
    ],
    ['loop task complete 4 --basis observation --note "read every name aloud"', 'claimed, not verified'],
    ['loop task claim --owner worker-1', 'worker-1 takes the next free task'],
    ['loop task complete 3 --owner worker-1', 'runs its check; the task is done if it passes'],
    ['loop task release --owner worker-1', 'worker-1 is gone; its tasks are free again'],
  ],
} as const satisfies Verb;
