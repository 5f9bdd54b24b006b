import { clientFlags } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'start',
  summary: 'Work on many jobs, on this machine or on several',
  words:
    '<init|add|work|status|report|retry|cancel|drain> [spec | URL | FOLDER | FILE | key…] [-- client options…]',
  count: [1, ANY],
  handsOn: true,
  actions: ['init', 'add', 'work', 'status', 'report', 'retry', 'cancel', 'drain'],
  flags: [
    {
      name: 'fleet',
      kind: 'text',
      value: 'PLACE',
      summary: 'The URL of a PostgreSQL server, or a folder (LOOP_FLEET, else a folder of yours)',
    },
    {
      name: 'budget',
      kind: 'budget',
      value: 'USD',
      summary: 'init: what all jobs may cost together; add: what each may',
    },
    {
      name: 'from',
      kind: 'text',
      value: 'PATH',
      summary: 'add: specs as of `loop run --specs`, or JSON as of `gh issue list`; - reads JSON',
    },
    {
      name: 'repo',
      kind: 'text',
      value: 'URL',
      summary: 'add: what is cloned (default: the remote `origin` here)',
    },
    { name: 'base', kind: 'text', value: 'NAME', summary: 'add: the branch, tag or commit to begin from' },
    {
      name: 'check',
      kind: 'texts',
      value: '"NAME=COMMAND"',
      summary: 'add: a criterion that a command proves; NAME alone takes the check of loop.config.json here',
    },
    {
      name: 'trust-config',
      kind: 'switch',
      summary: 'add, retry: agree to the commands that --check NAME takes from loop.config.json here',
    },
    {
      name: 'iterations',
      kind: 'iterations',
      value: 'N',
      summary: 'add: how many iterations each job may take',
    },
    {
      name: 'key',
      kind: 'text',
      value: 'KEY',
      summary: 'add: the name of the job for ever (default: made of repository and spec)',
    },
    { name: 'needs', kind: 'texts', value: 'KEY', summary: 'add: a job that must be verified first' },
    { name: 'priority', kind: 'whole', value: 'N', summary: 'add: a higher one goes first (0)' },
    { name: 'account', kind: 'text', value: 'NAME', summary: 'add: whose rate limit counts (default)' },
    { name: 'pr', kind: 'switch', summary: 'add: open a pull request with gh; a draft if the loop paused' },
    { name: 'slots', kind: 'whole', value: 'N', summary: 'work: how many jobs at once (1)' },
    {
      name: 'fresh',
      kind: 'switch',
      summary: 'retry: forget the journal of earlier attempts, and begin anew',
    },
    { name: 'until-empty', kind: 'switch', summary: 'work: end once no job is left that could start' },
    { name: 'watch', kind: 'switch', summary: 'report: serve it on this machine, and follow the fleet' },
    {
      name: 'port',
      kind: 'whole',
      value: 'N',
      summary: 'report: where to serve it (default: any free port)',
    },
    { name: 'open', kind: 'switch', summary: 'report: open it in the browser' },
    { name: 'force', kind: 'switch', summary: 'report: replace a file that is no report' },
    ...clientFlags.map((flag) => ({ ...flag, summary: `work: ${lowerFirst(flag.summary)}` })),
  ],
  examples: [
    [
      'loop fleet add "Make the login tests pass" --check "tests=npm test"',
      'a job for the repository of this folder',
    ],
    ['loop fleet add --from specs --check "tests=npm test"', 'a job for each file of a folder'],
    ['loop fleet work --slots 4 --until-empty', 'work on four at once until all are done'],
    ['loop fleet status', 'the jobs, the agents, the budget'],
    ['loop fleet report', 'one page over all jobs, in fleet-report.html; a file.md gets Markdown'],
    ['loop fleet report --watch', 'the same, live'],
    ['loop fleet init --budget 100', 'all jobs together may cost 100 dollars'],
  ],
  notes: [
    'Needs the package @loopwright/fleet beside this command, and Node 22.12: npm install -g loopwright @loopwright/fleet',
    'Without a server the fleet is a folder of yours, for this machine. On a server, `init` makes its tables.',
    'A job that is verified is pushed to a branch loop/… of its repository. Unfinished work goes to refs/loopwright/wip/….',
    'A check of loop.config.json runs on an agent only as you agreed to it: once with loop config agree, or with --trust-config. If the repository has another command by then, the job fails and says so; `retry --trust-config` agrees to it.',
    'Jobs run commands on every machine that works for the fleet: who may add a job may run programs there.',
  ],
} as const satisfies Verb;

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
