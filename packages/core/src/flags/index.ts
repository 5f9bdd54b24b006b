export {
  beginFlags,
  checkFlags,
  continueFlags,
  frameFlags,
  judgeFlags,
  shapeFlag,
  specFileFlag,
  startFlags,
} from './begin-flags.ts';
export {
  choiceFlag,
  type Flag,
  flag,
  flagOf,
  type FlagKind,
  type FlagValue,
  switchFlag,
  type ValuesOf,
} from './flag.ts';
export { globalFlags } from './global-flags.ts';
export {
  limitFlags,
  limitsOf,
  type LimitValues,
  moreLimitFlags,
  wordedLimit,
  wordOf,
} from './limit-flags.ts';
export { type Arguments, parseArguments, type ParsedArguments, type Usage } from './parse-arguments.ts';
export { parseCommand, splitNamed } from './parse-check.ts';
export { readValue } from './read-value.ts';
export { type SplitWords, splitWords } from './split-words.ts';
export { meantText, suggest } from './suggest.ts';
