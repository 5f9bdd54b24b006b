import { startFlags } from '@loopwright/core/flags';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'start',
  summary: 'Start a loop that ends when the work is proved done',
  words: '[spec… | -]',
  count: [0, ANY],
  flags: startFlags,
  examples: [
    ['loop start "Refactor the API routes" --check "tests=npm test"', 'a criterion that a command proves'],
    ['loop start --spec-file SPEC.md --iterations 20 --budget 10', 'a spec of any length, with limits'],
    ['loop start', 'with the text after /loop:start'],
    [
      'loop start "Fix the login bug" --check "t=npm test" --score "scope=2:src/in.js"',
      'with points of a reader',
    ],
    ['loop start "Add validation to auth" --workflow', 'an unclear spec is clarified first'],
  ],
  notes: [
    'The spec stays word for word. `-` reads it from standard input.',
    'A check is shell text, or a JSON array of arguments without a shell: \'tests=["npm","test"]\'.',
    'From 5 points on, a check that you typed or agreed to lets the loop work alone; `true` or `test -f` does not.',
    'Points of Claude add 2 to the total at most, and take no check-ins away, unless the text is not English. Both scores stay on record.',
    'Semicolons separate the items of a list; \\; is a literal semicolon.',
  ],
} as const satisfies Verb;
