import { frameFlags } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  summary: 'Put an inner loop on top; the outer one waits',
  words: '[spec… | -]',
  count: [0, ANY],
  flags: frameFlags,
  examples: [['loop push "Issue 42: tokens expire early" --mode issue', 'one issue, then back']],
} as const satisfies Verb;
