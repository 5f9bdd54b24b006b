import { reasonFlag } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  summary: 'Plan tasks, hand them to workers, and verify what they did',
  words: '[list|show|add|change|claim|release|verify|complete|fail|remove] [id] [words…]',
  count: [0, ANY],
  actions: ['list', 'show', 'add', 'change', 'claim', 'release', 'verify', 'complete', 'fail', 'remove'],
  flags: [
    { name: 'description', kind: 'text', value: 'TEXT', summary: 'All that a worker has to know' },
    { name: 'active-form', kind: 'text', value: 'TEXT', summary: 'What is shown while it is done' },
    {
      name: 'blocked-by',
      kind: 'texts',
      value: 'IDS',
      summary: 'What has to be completed first, with commas',
    },
    { name: 'verify', kind: 'text', value: 'COMMAND', summary: 'The command that proves it' },
    { name: 'paths', kind: 'texts', value: 'PATHS', summary: 'What that command depends on, with commas' },
    { name: 'id', kind: 'text', value: 'ID', summary: 'With add: its id (default: the next number)' },
    { name: 'owner', kind: 'text', value: 'NAME', summary: 'The worker; a name that no other has' },
    {
      name: 'lease',
      kind: 'duration',
      value: 'TIME',
      summary: 'With claim: after this others may take it (30m)',
    },
    reasonFlag,
  ],
  examples: [
    [
      'loop task add "Create the schema" --blocked-by 1,2 --verify "npm test"',
      'a task that waits for two others',
    ],
    ['loop task claim --owner worker-1', 'the next free task is held by worker-1'],
    ['loop task complete 3 --owner worker-1', 'runs its check; only if it passes the task is done'],
    ['loop task release --owner worker-1', 'worker-1 is gone; what it held is free again'],
  ],
} as const satisfies Verb;
