import { checkFlags, judgeFlags } from '@loopwright/core/flags';
import { reasonFlag } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'prove',
  summary: 'Tick criteria that have no check, and add or remove criteria',
  words: '[list|tick|untick|add|remove] [name…]',
  count: [0, ANY],
  actions: ['tick', 'untick', 'add', 'remove', 'list'],
  names: 'criteria',
  flags: [
    {
      name: 'basis',
      kind: 'choice',
      value: 'BASIS',
      values: ['execution output', 'observation', 'measurement', 'assumption'],
      summary: 'How you know (default: observation)',
    },
    { name: 'note', kind: 'text', value: 'TEXT', summary: 'What you saw' },
    {
      name: 'check',
      kind: 'text',
      value: 'COMMAND',
      summary: 'With add: the command that proves it, or the name of a check of loop.config.json',
    },
    { name: 'judge', kind: 'text', value: 'STATEMENT', summary: 'With add: what a fresh model judges' },
    ...checkFlags,
    ...judgeFlags,
    reasonFlag,
  ],
  examples: [
    ['loop criterion tick "docs updated" --basis observation', 'true, because you looked'],
    ['loop criterion add docs --judge "the README explains --dry-run"', 'one that no command can prove'],
    ['loop criterion add "types hold" --check "npx tsc -p ."', 'another criterion, with a check'],
  ],
  notes: [
    'A criterion with a check or a judge is proved by `loop verify`, or by the loop itself, and by nothing else.',
  ],
} as const satisfies Verb;
