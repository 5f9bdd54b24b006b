import { JUDGE_ROUNDS } from '../model/defaults.ts';
import type { Flag } from './flag.ts';
import { limitFlags, moreLimitFlags } from './limit-flags.ts';

export const shapeFlag = {
  name: 'shape',
  kind: 'choice',
  value: 'SHAPE',
  values: ['tool', 'tool-review', 'colleague'],
  summary: 'How often the loop asks you (default: by the score)',
} as const satisfies Flag;

export const modeFlag = {
  name: 'mode',
  kind: 'choice',
  value: 'MODE',
  values: ['loop', 'issue', 'grind'],
  summary: 'What kind of loop it is',
} as const satisfies Flag;

export const checkFlags = [
  {
    name: 'folder',
    kind: 'text',
    value: 'DIR',
    summary: 'Where the checks run, such as a git worktree (default: the project)',
  },
  { name: 'paths', kind: 'texts', value: 'PATHS', summary: 'Files that the checks depend on, with commas' },
  { name: 'timeout', kind: 'duration', value: 'TIME', summary: 'How long a check may run: 90s, 10m, 1h' },
] as const satisfies readonly Flag[];

export const judgeFlags = [
  {
    name: 'judge-model',
    kind: 'text',
    value: 'NAME',
    summary: 'The model that judges (haiku)',
  },
  {
    name: 'judge-rounds',
    kind: 'whole',
    value: 'N',
    summary: `How often a judge may be asked about one criterion (${JUDGE_ROUNDS})`,
  },
] as const satisfies readonly Flag[];

export const specFileFlag = {
  name: 'spec-file',
  kind: 'text',
  value: 'FILE',
  summary: 'Read the spec from a file',
} as const satisfies Flag;

/** What describes a frame that begins. */
export const frameFlags = [
  specFileFlag,
  { name: 'criteria', kind: 'texts', value: '"A; B"', summary: 'Conditions for the end' },
  {
    name: 'check',
    kind: 'texts',
    value: '"NAME=COMMAND"',
    summary: 'A criterion that a command proves; NAME alone takes the check of loop.config.json',
  },
  {
    name: 'judge',
    kind: 'texts',
    value: '"NAME=STATEMENT"',
    summary: 'A criterion that a fresh model judges, for what no command can prove',
  },
  { name: 'steps', kind: 'texts', value: '"A; B"', summary: 'The plan, in order' },
  ...limitFlags,
  ...checkFlags,
  ...judgeFlags,
  shapeFlag,
  modeFlag,
] as const satisfies readonly Flag[];

/** What describes a run that begins. */
export const beginFlags = [
  ...frameFlags,
  { name: 'ttl', kind: 'duration', value: 'TIME', summary: 'Silence after which the loop is stale (2h)' },
  {
    name: 'guard',
    kind: 'texts',
    value: '"PATTERN"',
    summary: 'Files that should stay as they are, such as "test/**"; the end names those that changed',
  },
  {
    name: 'guard-strict',
    kind: 'switch',
    summary: 'A changed guarded file keeps the loop from ending as verified',
  },
  {
    name: 'score',
    kind: 'texts',
    value: '"DIMENSION=N:WHY"',
    summary: 'Points of a reader for a dimension of the score (0-2), and why',
  },
  { name: 'force', kind: 'switch', summary: 'Start although the spec is unclear' },
] as const satisfies readonly Flag[];

/** What starts a loop in a session. */
export const startFlags = [
  ...beginFlags,
  {
    name: 'workflow',
    kind: 'switch',
    summary: 'In stages: intent, shape, tasks in waves, reviews, gate',
  },
  { name: 'fresh', kind: 'switch', summary: "End and archive the session's current loop" },
] as const satisfies readonly Flag[];

/** What lets a loop go on. */
export const continueFlags = [
  ...moreLimitFlags,
  shapeFlag,
  {
    name: 'take-over',
    kind: 'switch',
    summary: 'Make a loop yours that was not started in this folder on this machine; only you can',
  },
] as const satisfies readonly Flag[];
