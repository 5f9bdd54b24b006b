import { choiceFlag, flag, flagOf, switchFlag, type ValuesOf } from '@loopwright/core/flags';
import { JOB_STATES } from '../model/job.ts';
import { clientFlags, jobLimitFlags, type Verb } from 'loopwright/src/parts.ts';

/**
 * What the command does, by the first word after it, with the words that follow, as help shows them: `<needed>`,
 * `[left out at will]`, `…` for any number.
 */
export const ACTIONS = {
  init: '[PLACE]',
  add: '[spec…]',
  work: '',
  status: '[key…]',
  show: '<key>',
  watch: '[PLACE]',
  report: '[FILE]',
  retry: '[key…]',
  cancel: '<key…>',
  drain: '[agent…]',
  prune: '',
} as const;

/** The flags of some actions alone, by the actions. */
const ACTION_FLAGS = {
  'init, add': [
    flag(
      'budget',
      'budget',
      'USD',
      'no request starts beyond it: for all jobs together, or for each of these',
    ),
  ],
  init: [
    flag('keep', 'whole', 'DAYS', 'how long journals of verified and cancelled jobs are kept (for ever)'),
    flag('role', 'text', 'NAME', 'a role of the server that may work and add jobs'),
  ],
  add: [
    flag('from', 'text', 'PATH', 'specs as of loop run --specs, or JSON of gh issue list; - reads JSON'),
    flag('base', 'text', 'NAME', 'the branch, tag or commit to begin from'),
    flag('check', 'texts', '"NAME=COMMAND"', 'a check; NAME alone takes it from loop.config.json'),
    flag('iterations', 'iterations', 'N', 'how many iterations each job may take'),
    flag(
      'key',
      'text',
      'KEY',
      'the name of the job in its repository, for ever (default: made of repository and spec)',
    ),
    flag('needs', 'texts', 'KEY', 'a job of this repository that must be verified first; else REPO#KEY'),
    switchFlag('replace', 'give known jobs these specs, unless they run or are verified; they begin anew'),
    flag('priority', 'whole', 'N', 'a higher one goes first (0)'),
    switchFlag('pr', 'open a pull request with gh; a draft if the loop paused'),
  ],
  'add, retry': [switchFlag('trust-config', 'agree to the checks that come from loop.config.json here')],
  'add, status': [
    flag('repo', 'text', 'URL', 'what is cloned (default: the remote `origin` here); the jobs of it'),
    flag('account', 'text', 'NAME', 'whose rate limit counts (default)'),
  ],
  'add, report': [switchFlag('force', 'add also specs that are unclear; replace a file that is no report')],
  status: [choiceFlag('state', 'STATE', JOB_STATES, 'the jobs in this state')],
  work: [
    flag('slots', 'whole', 'N', 'how many jobs at once (1)'),
    switchFlag('until-empty', 'end once no job can start; exit 6 unless all are verified or cancelled'),
    ...jobLimitFlags,
    ...clientFlags,
  ],
  retry: [switchFlag('fresh', 'forget the journal of earlier attempts, and begin anew')],
  report: [
    switchFlag('watch', 'write the page anew while the fleet works; it reloads itself'),
    switchFlag('open', 'open it in the browser'),
  ],
  prune: [flag('older', 'whole', 'DAYS', 'for how long the jobs have to be over (30)')],
} as const;

type ActionFlag = (typeof ACTION_FLAGS)[keyof typeof ACTION_FLAGS][number];

const placeFlag = flag(
  'fleet',
  'text',
  'PLACE',
  'A PostgreSQL URL, a file of yours with it, or a folder (LOOP_FLEET, else a folder of yours)',
);

/** All that the parser, the help and the reference of the fleet's command are made of. */
export const usage = {
  summary: 'Work on many jobs, on this machine or on several',
  words: `<${Object.keys(ACTIONS).join('|')}> [spec | URL | FOLDER | FILE | key…] [-- client options…]`,
  count: [1, Number.POSITIVE_INFINITY],
  handsOn: true,
  actions: Object.keys(ACTIONS),
  flags: [
    placeFlag,
    ...Object.entries(ACTION_FLAGS).flatMap(([actions, flags]) =>
      flags.map((one) => flagOf(actions, { ...one, summary: lowerFirst(one.summary) })),
    ),
  ],
  examples: [
    ['loop fleet add "Make the login tests pass" --check "tests=npm test"', 'a job for this repository'],
    ['loop fleet add --from specs --check "tests=npm test"', 'a job for each file of a folder'],
    ['loop fleet work --slots 4 --until-empty', 'work on four at once until all are done'],
    ['loop fleet status', 'the jobs, the agents, the budget; of many jobs those that go on or need you'],
    ['loop fleet status --state failed', 'the jobs that failed, and why'],
    ['loop fleet show login', 'a job with all its attempts, and where its work is'],
    ['loop fleet prune', 'drop the journals of jobs that were over 30 days ago; their results stay'],
    ['loop fleet watch', 'the jobs live, until q; r retries one, c cancels it'],
    ['loop fleet report', 'one page over all jobs, in fleet-report.html; a file.md gets Markdown'],
    ['loop fleet report --watch', 'the same, live'],
    ['loop fleet init --budget 100', 'all jobs together may cost 100 dollars'],
  ],
  notes: [
    '`loop-fleet` and `loop fleet` are the same command, of the package @loopwright/fleet. It needs Node 22.12.',
    'Without a server the fleet is a folder of yours, for this machine. On a server, `init` makes its tables.',
    'A job is a repository and a key. A key alone means the jobs of all repositories with it, REPO#KEY one of them. `retry` without a key takes all jobs that failed.',
    'A job that is verified is pushed to a branch loop/… of its repository. Unfinished work goes to refs/loopwright/wip/….',
    'A check of loop.config.json runs on an agent only as you agreed to it: once with loop config agree, or with --trust-config. If the repository has another command by then, the job fails and says so; `retry --trust-config` agrees to it.',
    'Jobs run commands on every machine that works for the fleet: who may add a job may run programs there.',
  ],
} satisfies Omit<Verb, 'load'>;

/** The parsed arguments of the command. */
export interface Request {
  readonly words: readonly string[];
  readonly flags: ValuesOf<readonly (typeof placeFlag | ActionFlag)[]>;
  /** What stood after `--`, for the client. */
  readonly handedOn: readonly string[];
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
