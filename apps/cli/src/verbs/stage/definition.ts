import { shapeFlag, specFileFlag } from '@loopwright/core/flags';
import { familiarityFlag } from '../../flags/shared-flags.ts';
import type { Verb } from '../verb.ts';

export const definition = {
  group: 'plan',
  summary: 'Show the stage of a workflow, and move it on',
  words: '[next|intent|shape|decompose|executing|review|complete]',
  count: [0, 1],
  actions: ['next', 'intent', 'shape', 'decompose', 'executing', 'review', 'complete'],
  flags: [
    { name: 'spec', kind: 'text', value: 'TEXT', summary: 'The clarified spec, to be scored' },
    specFileFlag,
    {
      name: 'score',
      kind: 'whole',
      value: '0-10',
      summary: 'The score of the spec, if it comes from elsewhere',
    },
    { name: 'fit', kind: 'whole', value: '0-75', summary: 'The fit score, if it comes from elsewhere' },
    familiarityFlag,
    shapeFlag,
    { name: 'question', kind: 'text', value: 'TEXT', summary: 'A question for the user' },
    { name: 'recalled', kind: 'texts', value: '"A; B"', summary: 'Recalled and confirmed lessons' },
    { name: 'force', kind: 'switch', summary: 'Continue although the spec is unclear' },
  ],
  examples: [
    ['loop stage', 'where the workflow stands'],
    ['loop stage shape --spec-file .loop/shape/SPEC.md', 'the clarified spec is scored; 5 points are needed'],
    ['loop stage decompose', 'imports .loop/shape/SHAPE.md'],
    ['loop stage intent --question "Which endpoints?"', 'the session may wait for the answer'],
  ],
} as const satisfies Verb;
