import { JUDGE_ROUNDS } from '../model/defaults.ts';
import { MODES, SHAPES } from '../model/vocabulary.ts';
import { choiceFlag, flag, switchFlag } from './flag.ts';
import { limitFlags, moreLimitFlags } from './limit-flags.ts';

const ABOUT_SHAPE = 'How often the loop asks you (default: by the score)';
export const shapeFlag = choiceFlag('shape', 'SHAPE', SHAPES, ABOUT_SHAPE);

const modeFlag = choiceFlag('mode', 'MODE', MODES, 'What kind of loop it is');

export const checkFlags = [
  flag('folder', 'text', 'DIR', 'Where the checks run, such as a git worktree (default: the project)'),
  flag('paths', 'texts', 'PATHS', 'Files that the checks depend on, with commas'),
  flag('timeout', 'duration', 'TIME', 'How long a check may run: 90s, 10m, 1h'),
] as const;

export const judgeFlags = [
  flag('judge-model', 'text', 'NAME', 'The model that judges (haiku)'),
  flag('judge-rounds', 'whole', 'N', `How often a judge may be asked about one criterion (${JUDGE_ROUNDS})`),
] as const;

export const specFileFlag = flag('spec-file', 'text', 'FILE', 'Read the spec from a file');

const ABOUT_CHECK = 'A criterion that a command proves; NAME alone takes the check of loop.config.json';
const ABOUT_JUDGE = 'A criterion that a fresh model judges, for what no command can prove';
const ABOUT_GUARD = 'Files that should stay as they are, such as "test/**"; the end names those that changed';
const ABOUT_TAKING = 'Make a loop yours that was not started in this folder on this machine; only you can';

/** What describes a frame that begins. */
export const frameFlags = [
  specFileFlag,
  flag('criteria', 'texts', '"A; B"', 'Conditions for the end'),
  flag('check', 'texts', '"NAME=COMMAND"', ABOUT_CHECK),
  flag('judge', 'texts', '"NAME=STATEMENT"', ABOUT_JUDGE),
  flag('steps', 'texts', '"A; B"', 'The plan, in order'),
  ...limitFlags,
  ...checkFlags,
  ...judgeFlags,
  shapeFlag,
  modeFlag,
] as const;

/** What describes a run that begins. */
export const beginFlags = [
  ...frameFlags,
  flag('ttl', 'duration', 'TIME', 'Silence after which the loop is stale (2h)'),
  flag('guard', 'texts', '"PATTERN"', ABOUT_GUARD),
  switchFlag('guard-strict', 'A changed guarded file keeps the loop from ending as verified'),
  switchFlag('proves-change', 'Verified only if a check also fails on the files of the start'),
  flag(
    'score',
    'texts',
    '"DIMENSION=N:WHY"',
    'Points of a reader for a dimension of the score (0-2), and why',
  ),
  flag('issues', 'whole', 'N', 'With a grind: the most issues (all of them)'),
  switchFlag('force', 'Start although the spec is unclear'),
] as const;

/** What starts a loop in a session. */
export const startFlags = [
  ...beginFlags,
  switchFlag('workflow', 'In stages: intent, shape, tasks in waves, reviews, gate'),
  switchFlag('fresh', "End and archive the session's current loop"),
  switchFlag(
    'session-only',
    'End the loop and its tasks with the session, so that no later one goes on with them',
  ),
] as const;

/** What lets a loop go on. */
export const continueFlags = [...moreLimitFlags, shapeFlag, switchFlag('take-over', ABOUT_TAKING)] as const;
