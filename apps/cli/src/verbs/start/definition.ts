import { beginFlags } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  summary: 'Start a loop that ends when the work is proved done',
  words: '[spec… | -]',
  count: [0, ANY],
  flags: [
    ...beginFlags,
    {
      name: 'workflow',
      kind: 'switch',
      summary: 'In stages: intent, shape, tasks in waves, reviews, gate',
    },
    { name: 'fresh', kind: 'switch', summary: 'End and archive the loop that this session has' },
  ],
  examples: [
    ['loop start "Refactor the API routes" --check "tests=npm test"', 'a criterion that a command proves'],
    ['loop start --spec-file SPEC.md --iterations 20 --budget 10', 'a spec of any length, with limits'],
    ['loop start', 'with the text that was typed after /loop:start'],
    ['loop start "Add validation to auth" --workflow', 'an unclear spec is clarified first'],
  ],
  notes: [
    'The spec is kept word for word. `-` reads it from standard input.',
    'A check is shell text, or a JSON array of arguments that no shell sees: \'tests=["npm","test"]\'.',
    'Texts in lists are parted by semicolons; \\; is a semicolon of the text.',
  ],
} as const satisfies Verb;
