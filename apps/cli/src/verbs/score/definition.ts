import { specFileFlag } from '@loopwright/core/flags';
import { familiarityFlag } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'plan',
  summary: 'Score how clear a spec is, and suggest improvements',
  words: '[spec… | -]',
  count: [0, ANY],
  flags: [specFileFlag, familiarityFlag],
  examples: [['loop score "Improve performance"', 'two points, and three questions']],
} as const satisfies Verb;
