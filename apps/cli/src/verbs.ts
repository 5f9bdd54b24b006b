import {
  beginFlags,
  checkFlags,
  choiceFlag,
  continueFlags,
  flag,
  frameFlags,
  judgeFlags,
  shapeFlag,
  specFileFlag,
  startFlags,
  suggest,
  switchFlag,
  type Usage,
} from '@loopwright/core/flags';
import { clientFlags } from './flags/client-flags.ts';

/** One verb of the command: all that its parser, its help and its reference are made of. */
export interface Verb extends Usage {
  /** Its purpose, in one line. */
  readonly summary: string;
  /** Commands to type, with their purpose. */
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Further notes. */
  readonly notes?: readonly string[];
  /** Loads its handler. A command loads only the code that it runs. */
  readonly load: () => Promise<unknown>;
}

/** No upper limit for the number of words. */
const ANY = Number.POSITIVE_INFINITY;

/** Takes so many words, as help shows them. */
const takes = (words: string, least: number, most: number) => ({ words, count: [least, most] as const });
/** Takes no words. */
const NOTHING = { ...takes('', 0, 0), flags: [] } as const;

const TASK_ACTIONS = [
  'list',
  'show',
  'shape',
  'plan',
  'add',
  'change',
  'begin',
  'finish',
  'claim',
  'release',
  'verify',
  'complete',
  'fail',
  'ask',
  'advise',
  'remove',
] as const;

const reasonFlag = flag('reason', 'text', 'TEXT', 'Why, for the record');
const familiarityFlag = flag('familiarity', 'whole', '0-10', 'How well the domain is known');
const basisFlag = (summary: string) =>
  choiceFlag('basis', 'BASIS', ['execution output', 'observation', 'measurement', 'assumption'], summary);

const LESSONS = ['failure', 'discovery', 'decision', 'constraint'] as const;

/** Every verb of the command, in the order of the help: group by group. */
export const verbs = {
  start: {
    summary: 'Start a loop that ends when the work is proved done',
    ...takes('[spec… | -]', 0, ANY),
    flags: startFlags,
    examples: [
      ['loop start "Refactor the API routes" --check "tests=npm test"', 'a criterion that a command proves'],
      ['loop start --spec-file SPEC.md --iterations 20 --budget 10', 'a spec of any length, with limits'],
      ['loop start', 'with the text after /loop:start'],
      [
        'loop start "Fix the bug" --check "t=npm test" --score "scope=2:src/in.js"',
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
    load: async () => (await import('./verbs/start/start.ts')).start,
  },
  run: {
    summary: 'Run a loop without a user: a fresh client for each iteration',
    ...takes('[spec… | -] [-- client options…]', 0, ANY),
    handsOn: true,
    flags: [
      ...beginFlags,
      switchFlag('resume', 'Continue a run that was paused, interrupted or killed'),
      switchFlag('take-over', 'With --resume: take the run from a driver that still works on it'),
      switchFlag('offered-checks', 'Agree to the checks that the spec names, such as below ## Verification'),
      flag('trust-config', 'name', '[DIGEST]', 'Agree to the checks of loop.config.json, or only to DIGEST'),
      flag('worktree', 'name', '[NAME]', 'Work in a git work tree, on branch loop/NAME (--worktree=NAME)'),
      flag('base', 'text', 'REF', 'With --worktree: the branch or commit that it begins at (HEAD)'),
      choiceFlag('commit', 'WHEN', ['each', 'end', 'none'], 'When to commit the work (none; each with --pr)'),
      switchFlag('with-changes', 'Commit also what was changed before the run'),
      switchFlag('pr', 'Push the branch and open a pull request with gh; a draft if the run ended paused'),
      flag('specs', 'text', 'PATH', 'Run several specs: a folder of Markdown files, or a Markdown list'),
      flag('jobs', 'whole', 'N', 'With --specs: how many run at once (1)'),
      switchFlag('retry', 'With --resume --specs: run also those again that ended without being done'),
      flag('iteration-timeout', 'duration', 'TIME', 'How long one iteration may take (1h)'),
      flag('max-silence', 'duration', 'TIME', 'How long an agent may print nothing while no tool runs (15m)'),
      flag('max-wait', 'duration', 'TIME', 'The longest wait for a rate limit; after it the run pauses (6h)'),
      choiceFlag('progress', 'HOW', ['auto', 'plain', 'none'], 'Lines about tool calls and checks (auto)'),
      flag('artifacts', 'text', 'DIR', 'For state.json, iterations.jsonl and summary.md (.loop/artifacts)'),
      ...clientFlags,
    ],
    examples: [
      ['loop run --spec-file SPEC.md --check "tests=npm test" --budget 10', 'until the tests pass'],
      ['loop run --spec-file SPEC.md --check "tests=npm test" --worktree --pr', 'from spec to pull request'],
      ['loop run --specs specs --jobs 2 --check "tests=npm test" --budget 20', 'several specs, one budget'],
      ['loop run --resume --budget 10', 'go on, with 10 dollars more'],
      ['loop run - --model opus -- --allowedTools "Bash(npm test)" < SPEC.md', 'options for the client'],
      ['loop run "Fix the bug" --check "t=npm test" --agent codex --tokens 2000000', 'with another agent'],
    ],
    notes: [
      'Every iteration is a new agent, such as `claude -p`, that knows only the record. Arguments after -- go to it.',
      'Where the cost of an agent is unknown, no budget counts: --tokens, --minutes and --iterations do.',
      'LOOP_BUDGET, LOOP_MAX_ITERATIONS and LOOP_SHAPE replace missing flags, then loop.config.json does.',
      'A check of loop.config.json runs only after you agreed to its command: once with loop config agree, or in CI with --trust-config. A check given as NAME=COMMAND needs no agreement.',
      'Exit codes: 0 done, 1 error, 2 budget or time, 3 iterations, 4 breaker, 5 spec unclear, 6 ended without every proof seen by the driver, 75 rate limit, 130 interrupted.',
      'Without a check, a text that says what will be true and where runs all the same, and ends as claimed at most.',
      'With --resume, --budget, --iterations, --minutes and --tokens raise the old limits.',
    ],
    load: async () => (await import('./verbs/run/run.ts')).run,
  },
  fleet: {
    summary: 'Work on many jobs, on this machine or on several',
    ...takes('<action> [words…] [--flags]', 1, ANY),
    flags: [],
    examples: [['loop fleet --help', 'its actions and flags']],
    notes: [
      'Needs the package @loopwright/fleet beside this command, and Node 22.12: npm install -g loopwright @loopwright/fleet',
    ],
    load: async () => (await import('./verbs/fleet.ts')).forwardToFleet,
  },
  push: {
    summary: 'Start an inner loop; the outer one waits',
    ...takes('[spec… | -]', 0, ANY),
    flags: frameFlags,
    examples: [['loop push "Issue 42: tokens expire early" --mode issue', 'one issue, then back']],
    load: async () => (await import('./verbs/push.ts')).push,
  },
  pop: {
    summary: 'End the inner loop and continue the outer one',
    ...takes('[reason…]', 0, ANY),
    flags: [reasonFlag],
    examples: [['loop pop "needs a decision first"', 'back to the outer loop']],
    load: async () => (await import('./verbs/pop.ts')).pop,
  },
  status: {
    summary: 'Show proofs, missing proofs, cost, and the next command',
    ...NOTHING,
    examples: [['loop status', 'how the loop stands']],
    load: async () => (await import('./verbs/status.ts')).status,
  },
  list: {
    summary: 'List the loops of this project, or of this machine',
    ...NOTHING,
    flags: [switchFlag('all', 'The loops of every project on this machine')],
    examples: [
      ['loop list', 'the loops of this project, the latest first'],
      ['loop list --all --json', 'those of this machine, for a program'],
    ],
    notes: [
      'A loop is a draft, active, left (active, but silent for longer than its time to live), paused, stuck, or has ended: verified, claimed, gave-up, cancelled, aborted.',
      'Loops in the archive and loops that you did not start on this machine are left out.',
    ],
    load: async () => (await import('./verbs/list.ts')).list,
  },
  watch: {
    summary: 'Follow loops live in the terminal, and steer them',
    ...takes('[PLACE]', 0, 1),
    flags: [
      switchFlag('all', 'The loops of every project on this machine'),
      switchFlag('fleet', 'The jobs of a fleet: of PLACE, else of LOOP_FLEET'),
    ],
    examples: [
      ['loop watch', 'the loops of this project, until q'],
      ['loop watch --all', 'those of this machine'],
      ['loop watch --fleet', 'the jobs of a fleet, until q; r retries one, c cancels it'],
    ],
    notes: [
      'Keys: arrows choose a loop, p pauses it, c cancels it after a question, o opens its report, e explains its last stop, ? shows the keys, q quits.',
      'Without a terminal it prints a line for each change, and ends when no loop is active. With --json it answers as `loop list` does, or as `loop fleet status`.',
    ],
    load: async () => (await import('./verbs/watch/watch.ts')).watch,
  },
  next: {
    summary: 'Show the next step and the next command',
    ...NOTHING,
    examples: [['loop next', 'the next step and the next command']],
    load: async () => (await import('./verbs/next.ts')).next,
  },
  explain: {
    summary: 'Say why the last stop was allowed or blocked, and what would change that',
    ...takes('[journal]', 0, 1),
    flags: [
      switchFlag('all', 'Every rule of the stop table, with its answer'),
      switchFlag('replay', 'Decide each record of this run, or of a journal, again, and show what differs'),
    ],
    examples: [
      ['loop explain', 'the answer in a sentence or two'],
      ['loop explain --all', 'which rule fired, and why those above it did not'],
      ['loop explain --replay .loop/runs/4f1c2a9b3d5e6f70.jsonl', 'a journal, wherever it comes from'],
    ],
    load: async () => (await import('./verbs/explain/explain.ts')).explain,
  },
  log: {
    summary: 'Show what happened, newest last',
    ...NOTHING,
    flags: [flag('limit', 'whole', 'N', 'How many records (20; 0 for all)')],
    examples: [['loop log --limit 5', 'the last five records']],
    load: async () => (await import('./verbs/log.ts')).log,
  },
  report: {
    summary: 'Write a report as one page, once or as the runs go on',
    ...takes('[run…]', 0, ANY),
    flags: [
      choiceFlag(
        'format',
        'FORMAT',
        ['html', 'md', 'json'],
        'A page, Markdown for a pull request, or data (html)',
      ),
      flag('out', 'text', 'FILE', 'Where to put it, - to print it (.loop/report.html)'),
      switchFlag('force', 'Replace a file that is no report'),
      switchFlag('open', 'Open it in the browser'),
      switchFlag('watch', 'Write the page anew while the runs go on; it reloads itself'),
    ],
    examples: [
      ['loop report', 'every run of this project, in .loop/report.html'],
      ['loop report --open', 'the same, and show it'],
      ['loop report --watch', 'a page that updates itself'],
      ['loop report --format md --out -', 'a summary for a pull request or a CI job'],
    ],
    load: async () => (await import('./verbs/report/report.ts')).report,
  },
  verify: {
    summary: 'Run the checks and record the evidence',
    ...takes('[criterion…]', 0, ANY),
    flags: [
      flag('jobs', 'whole', 'N', 'Checks that run at once (1)'),
      flag('timeout', 'duration', 'TIME', 'How long a check may run (10m)'),
    ],
    examples: [
      ['loop verify', 'every check'],
      ['loop verify "tests pass" --timeout 2m', 'one check, for at most two minutes'],
    ],
    notes: [
      'A check runs in the project folder with your rights, without a terminal and without input.',
      'Processes that it leaves behind end with it.',
    ],
    load: async () => (await import('./verbs/verify.ts')).verify,
  },
  criterion: {
    summary: 'Tick criteria that have no check, and add or remove criteria',
    ...takes('[list|tick|untick|add|remove] [name…]', 0, ANY),
    actions: ['tick', 'untick', 'add', 'remove', 'list'],
    flags: [
      basisFlag('How you know (default: observation)'),
      flag('note', 'text', 'TEXT', 'What you saw'),
      flag(
        'check',
        'text',
        'COMMAND',
        'With add: what proves it, or the name of a check of loop.config.json',
      ),
      flag('judge', 'text', 'STATEMENT', 'With add: what a fresh model judges'),
      ...checkFlags,
      ...judgeFlags,
      reasonFlag,
    ],
    examples: [
      ['loop criterion tick "docs updated" --basis observation', 'true, because you looked'],
      ['loop criterion add docs --judge "the README explains --dry-run"', 'one that no command can prove'],
      ['loop criterion add "types hold" --check "npx tsc -p ."', 'another criterion, with a check'],
    ],
    notes: [
      'A criterion with a check or a judge is proved by `loop verify`, or by the loop itself, and by nothing else.',
    ],
    load: async () => (await import('./verbs/criterion.ts')).criterion,
  },
  signal: {
    summary: 'Claim that the work is done, or withdraw the claim',
    ...takes('<done|undo>', 1, 1),
    actions: ['done', 'undo'],
    flags: [],
    examples: [['loop signal done', 'the claim; the stop hook tests the proofs']],
    load: async () => (await import('./verbs/signal.ts')).signal,
  },
  approve: {
    summary:
      'Make checks of Claude, and those that a spec offers, your own; only you can, in your own terminal',
    ...takes('[criterion…]', 0, ANY),
    flags: [],
    examples: [
      ['loop approve', 'the stop hook runs every check of this loop itself, also the offered ones'],
      ['loop approve "tests pass"', 'only this one'],
    ],
    notes: [
      'In a session: `/loop:approve`. The command is remembered for this project in your state folder.',
      'Approved checks need no `loop verify`, and Claude can no longer remove them.',
    ],
    load: async () => (await import('./verbs/approve.ts')).approve,
  },
  review: {
    summary: 'Record the review of a wave, or the thorough review before the gate',
    ...takes('[show|begin|thorough|settle] [finding…]', 0, ANY),
    actions: ['show', 'begin', 'thorough', 'settle'],
    flags: [
      flag('wave', 'whole', 'N', 'The reviewed wave'),
      flag('score', 'whole', '0-10', 'Its quality'),
      flag('reviewer', 'texts', 'NAMES', 'Who reviewed, and from which view, with commas'),
      flag('finding', 'texts', '"SEVERITY: TEXT"', 'One finding; repeat the flag for more'),
      flag('blockers', 'whole', 'N', 'How many findings are blockers, to compare'),
      flag('resolved', 'texts', 'TEXT', 'The first words of a fixed blocker of an earlier wave'),
      choiceFlag('as', 'CHOICE', ['fix', 'follow-up', 'accept'], "With settle: the user's choice"),
      reasonFlag,
    ],
    examples: [
      ['loop review begin', 'stage review: the limits, and the findings so far'],
      [
        'loop review --wave 2 --score 7 --reviewer "idiom, delivery" --finding "BLOCKER: tokens are logged"',
        'informational',
      ],
      [
        'loop review thorough --reviewer "security, correctness, simplicity" --finding "WARNING: no docs"',
        'every blocker becomes a task',
      ],
      ['loop review settle no docs --as accept --reason "the flag is internal"', "the user's choice"],
    ],
    load: async () => (await import('./verbs/review/review.ts')).review,
  },
  gate: {
    summary: 'Run every check of criteria, tasks and limits, and decide on the gate',
    ...NOTHING,
    flags: [
      flag('confidence', 'whole', '0-100', 'How sure you are, in percent'),
      flag('risk', 'text', 'TEXT', 'Remaining risks'),
      flag('alternative', 'text', 'TEXT', 'Other possible solutions'),
      flag('reversibility', 'text', 'TEXT', 'How easily it is undone: "Type 2B"'),
      flag('points', 'whole', 'N', 'Its size (default: the number of tasks)'),
      flag('unreviewed', 'text', 'WHY', 'Why what changed since the thorough review needs no other look'),
    ],
    examples: [
      ['loop gate --confidence 90 --risk "edge cases in validation"', 'the ship box, or the missing proofs'],
    ],
    load: async () => (await import('./verbs/gate/gate.ts')).gate,
  },
  score: {
    summary: 'Score how clear a spec is, and suggest improvements',
    ...takes('[spec… | -]', 0, ANY),
    flags: [specFileFlag, familiarityFlag],
    examples: [['loop score "Improve performance"', 'two points, and three questions']],
    load: async () => (await import('./verbs/score.ts')).score,
  },
  step: {
    summary: 'Complete steps, and plan more',
    ...takes('[list|done|undo|add|remove] [step…]', 0, ANY),
    actions: ['done', 'undo', 'add', 'remove', 'list'],
    flags: [],
    examples: [
      ['loop step done', 'the first open step is done'],
      ['loop step done 3', 'the third step is done'],
      ['loop step add "Write the migration; Run it on a copy"', 'two more steps'],
    ],
    load: async () => (await import('./verbs/step.ts')).step,
  },
  task: {
    summary: 'Shape and plan a workflow, work on its tasks in waves, and verify the results',
    ...takes(`[${TASK_ACTIONS.join('|')}] [id] [words…]`, 0, ANY),
    actions: TASK_ACTIONS,
    flags: [
      flag('description', 'text', 'TEXT', 'Everything a worker needs to know'),
      flag('active-form', 'text', 'TEXT', 'The text shown during the work'),
      flag('blocked-by', 'texts', 'IDS', 'Tasks to complete first, with commas'),
      flag('verify', 'text', 'COMMAND', 'The command that proves it'),
      flag('paths', 'texts', 'PATHS', 'Files that the command depends on, with commas'),
      flag('id', 'text', 'ID', 'With add: its id (default: the next number)'),
      flag('owner', 'text', 'NAME', 'The worker, by a unique name'),
      flag('lease', 'duration', 'TIME', 'With claim: time until others may take it (30m)'),
      basisFlag('For a task without a check: how its result was seen (default: observation)'),
      flag('note', 'text', 'TEXT', 'For a task without a check: what shows that it is done'),
      reasonFlag,
      { ...specFileFlag, summary: 'With shape: the clarified spec, to be scored' },
      flag('question', 'text', 'TEXT', 'With shape: a question for the user, before the spec is clear'),
      { ...familiarityFlag, summary: 'With shape and plan: how well the domain is known' },
      flag('score', 'whole', '0-10', 'With shape: the score of the spec, if it comes from elsewhere'),
      flag('fit', 'whole', '0-75', 'With shape: the fit score, if it comes from elsewhere'),
      shapeFlag,
      switchFlag('force', 'With shape: continue although the spec is unclear'),
    ],
    examples: [
      ['loop task shape --spec-file .loop/shape/SPEC.md', 'scores the clarified spec; it needs 5 points'],
      ['loop task shape --question "Which endpoints?"', 'the session may wait for the answer'],
      ['loop task plan', 'imports .loop/shape/SHAPE.md'],
      ['loop task add "Create the schema" --blocked-by 1,2 --verify "npm test"', 'it waits for two others'],
      ['loop task add "Choose the names" --reason "a matter of taste"', 'a task without a check says why'],
      ['loop task begin', 'a wave: every free task, with instructions for its worker'],
      ['loop task claim --owner worker-1', 'worker-1 takes the next free task'],
      ['loop task complete 3 --owner worker-1', 'runs its check; the task is done if it passes'],
      ['loop task complete 4 --basis observation --note "read every name aloud"', 'claimed, not verified'],
      ['loop task release --owner worker-1', 'worker-1 is gone; its tasks are free again'],
      ['loop task finish', 'the wave, when no task of it is assigned any more'],
      ['loop task ask 3', 'what failed, its output and earlier attempts, for a panel of experts'],
      ['loop task advise 3 "Mock the clock instead of waiting"', "the panel's advice, stored with the task"],
    ],
    load: async () => (await import('./verbs/task/task.ts')).task,
  },
  recall: {
    summary: 'Show lessons of earlier loops, and confirm or dismiss them',
    ...takes('[words… | confirm <id…> | dismiss <id…>]', 0, ANY),
    flags: [],
    examples: [
      ['loop recall "validation in auth"', 'lessons on this subject'],
      ['loop recall dismiss 4f1c2a9b', 'hide this lesson'],
    ],
    load: async () => (await import('./verbs/recall.ts')).recall,
  },
  learn: {
    summary: 'Record a lesson for later loops',
    ...takes('<lesson…>', 1, ANY),
    flags: [
      choiceFlag('kind', 'KIND', LESSONS, 'Kind of lesson (default: discovery)'),
      flag('confidence', 'whole', '0-100', 'How sure you are, in percent (70)'),
      flag('scope', 'text', 'WORDS', 'Its scope (default: project)'),
    ],
    examples: [['loop learn "The token check runs twice" --kind discovery --scope auth', 'one lesson']],
    load: async () => (await import('./verbs/learn.ts')).learn,
  },
  pause: {
    summary: 'Pause the loop and free the session',
    ...takes('[reason…]', 0, ANY),
    flags: [reasonFlag],
    examples: [['loop pause "lunch"', 'the session is free until loop continue']],
    load: async () => (await import('./verbs/pause.ts')).pause,
  },
  continue: {
    summary: 'Go on with a paused loop, or take over one of another session',
    ...NOTHING,
    flags: continueFlags,
    examples: [
      ['loop continue --budget 25', 'with 25 dollars more'],
      ['loop continue --run 3f2a', 'one of several'],
      ['loop continue --take-over', 'after the project was moved or copied'],
    ],
    load: async () => (await import('./verbs/continue.ts')).continueRun,
  },
  cancel: {
    summary: 'End the loop; everything it recorded stays',
    ...takes('[reason…]', 0, ANY),
    flags: [reasonFlag],
    examples: [['loop cancel', 'the session is free at once']],
    load: async () => (await import('./verbs/cancel.ts')).cancel,
  },
  init: {
    summary: 'Find the checks of the project, ask, try each once, and write loop.config.json',
    ...NOTHING,
    flags: [
      switchFlag('yes', 'Only write the file: no question, nothing runs, nothing is agreed to'),
      switchFlag('dry-run', 'Run nothing and write nothing: only show what was found'),
      switchFlag('force', 'Replace the loop.config.json that is there'),
    ],
    examples: [
      ['loop init --dry-run', 'what it finds: nothing runs, nothing is written'],
      ['loop init', 'the list and a question; after your yes each runs once, and the file is written'],
      ['loop init --yes', 'without a terminal: loop.config.json alone'],
    ],
    notes: [
      'It looks at what CI runs for a change first, then at scripts and targets of package.json, composer.json, deno.json, Makefile and justfile, then at the usual tools of the language.',
      'It takes known programs, and tasks whose name or text says that they check something, but nothing of a release, a deployment or another machine. It never offers a command whose text sends, publishes, deletes more than git ignores, or talks to a cluster.',
      'Your yes in a terminal of your own runs each command once with your rights, and is your agreement to them. Without a terminal, and in Claude’s shell, nothing runs and nobody agrees.',
    ],
    load: async () => (await import('./verbs/init/init.ts')).init,
  },
  config: {
    summary: 'Show the settings, agree to the checks of loop.config.json, and set up the status line',
    ...takes('[show|agree|statusline] [check…]', 0, ANY),
    actions: ['show', 'agree', 'statusline'],
    flags: [
      switchFlag('install', 'With statusline: put it into your settings, beside a status line that is there'),
      switchFlag('remove', 'With statusline: take it out; what was there before stays'),
    ],
    examples: [
      ['loop config', 'every value, and the file or variable that sets it'],
      ['loop config agree tests', 'this check may run: for you to type, in a terminal of yours'],
      ['loop config statusline --install', 'the loop in the status line of the client, for all projects'],
      ['loop config statusline --remove', 'the settings as they were'],
    ],
    notes: [
      'What counts, in this order: a flag, the environment, loop.config.json, your own config.json, what is built in.',
      'loop.config.json stands in the project, or above it in the same repository. Your own stands in $XDG_CONFIG_HOME/loopwright (~/.config/loopwright).',
      'Keys: checks (by name: a command, or command, timeout, folder, paths), limits (iterations, budget, tokens, minutes), shape, guard, guardStrict, provesChange. A repository can lift no limit.',
      'The commands of loop.config.json are proposals until you agree. /loop:start with --check NAME agrees to a command that this name never had before; a changed one needs loop config agree or /loop:approve.',
      '`loop init` writes the file.',
      'Without a flag, statusline reads the JSON of the client from standard input and prints one line, or nothing without a loop. The settings run a small program of its own, which starts about as fast as Node itself.',
    ],
    load: async () => (await import('./verbs/config/config.ts')).config,
  },
  doctor: {
    summary: 'Check node, the plugin and the client, and say how to fix problems; or try a hook',
    ...NOTHING,
    flags: [
      flag('try', 'text', 'EVENT', 'Try a hook on standard input, and show its answer; records nothing'),
      choiceFlag(
        'dialect',
        'DIALECT',
        ['auto', 'context', 'block', 'ok', 'exit-code'],
        'With --try: the format of the answer (default: by client)',
      ),
      switchFlag('really', 'With --try: record it in the run, marked as made by hand'),
    ],
    examples: [
      ['loop doctor', 'every finding with its remedy'],
      ['loop doctor --try Stop --dialect ok', 'the answer to the stop on standard input'],
    ],
    load: async () => (await import('./verbs/doctor/doctor.ts')).doctor,
  },
  help: {
    summary: 'List all verbs, or explain one',
    ...takes('[verb]', 0, 1),
    flags: [],
    examples: [['loop help start', 'all about start']],
    load: async () => (await import('./verbs/help.ts')).help,
  },
} as const satisfies Readonly<Record<string, Verb>>;

/** The name of a verb. */
export type VerbName = keyof typeof verbs;

/** The verbs by group, in the order of the help. */
export const verbGroups: Readonly<Record<string, readonly VerbName[]>> = {
  Start: ['start', 'run', 'fleet', 'push', 'pop'],
  Look: ['status', 'list', 'watch', 'next', 'explain', 'log', 'report'],
  Prove: ['verify', 'criterion', 'signal', 'approve', 'review', 'gate'],
  Plan: ['score', 'step', 'task', 'recall', 'learn'],
  Steer: ['pause', 'continue', 'cancel'],
  'Set up': ['init', 'config', 'doctor', 'help'],
};

/** Returns the verb with this name, or undefined. */
export function findVerb(name: string): Verb | undefined {
  return Object.hasOwn(verbs, name) ? verbs[name as VerbName] : undefined;
}

/** Verbs that other verbs took over, with an action if that matters, by the words that replace them; none: it is gone. */
const DROPPED: Readonly<Record<string, readonly string[]>> = {
  replay: ['explain', '--replay'],
  hook: ['doctor', '--try'],
  statusline: ['config', 'statusline'],
  completion: [],
  wave: ['task', 'list'],
  'wave show': ['task', 'list'],
  'wave begin': ['task', 'begin'],
  'wave finish': ['task', 'finish'],
  stage: ['next'],
  'stage next': ['next'],
  'stage intent': ['task', 'shape'],
  'stage shape': ['task', 'shape'],
  'stage decompose': ['task', 'plan'],
  'stage executing': ['task', 'begin'],
  'stage review': ['review', 'begin'],
  'stage complete': ['gate'],
  panel: ['task', 'ask'],
  'panel --answer': ['task', 'advise'],
};

/** The words that replace those of a verb that was dropped; none if it has no successor. */
export function droppedFor(name: string): readonly string[] | undefined {
  return Object.hasOwn(DROPPED, name) ? DROPPED[name] : undefined;
}

/** Names that other programs use for our verbs. */
const OTHER_NAMES: Readonly<Record<string, VerbName>> = {
  resume: 'continue',
  stop: 'cancel',
  abort: 'cancel',
  ls: 'list',
  ps: 'list',
  check: 'verify',
  settings: 'config',
};

/** Gives the verb that was probably meant by a name. */
export function meantVerb(name: string): VerbName | undefined {
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  return other ?? (suggest(name, Object.keys(verbs)) as VerbName | undefined);
}

/** The verbs that have an action of this name. */
export function verbsOfAction(name: string): readonly string[] {
  return Object.entries<Verb>(verbs).flatMap(([verb, { actions = [] }]) =>
    actions.some((action) => action === name) ? [verb] : [],
  );
}
