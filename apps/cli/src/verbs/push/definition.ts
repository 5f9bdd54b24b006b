import { frameFlags } from '@loopwright/core/flags';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'start',
  summary: 'Start an inner loop; the outer one waits',
  words: '[spec… | -]',
  count: [0, ANY],
  flags: frameFlags,
  examples: [['loop push "Issue 42: tokens expire early" --mode issue', 'one issue, then back']],
} as const satisfies Verb;
