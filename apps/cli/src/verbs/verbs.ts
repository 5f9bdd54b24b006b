import type { Flag } from '../flags/flag.ts';
import type { Verb } from './verb.ts';

const ANY = Number.POSITIVE_INFINITY;

const shapeFlag = {
  name: 'shape',
  kind: 'choice',
  value: 'SHAPE',
  values: ['tool', 'tool-review', 'colleague'],
  summary: 'How closely you are asked (default: by the score)',
} as const satisfies Flag;

const modeFlag = {
  name: 'mode',
  kind: 'choice',
  value: 'MODE',
  values: ['loop', 'issue', 'grind'],
  summary: 'What kind of loop it is',
} as const satisfies Flag;

const checkFlags = [
  {
    name: 'folder',
    kind: 'text',
    value: 'DIR',
    summary: 'Where the checks run, such as a git worktree (default: the project)',
  },
  { name: 'paths', kind: 'texts', value: 'PATHS', summary: 'What the checks depend on, with commas' },
  { name: 'timeout', kind: 'duration', value: 'TIME', summary: 'How long a check may run: 90s, 10m, 1h' },
] as const satisfies readonly Flag[];

const specFileFlag = {
  name: 'spec-file',
  kind: 'text',
  value: 'FILE',
  summary: 'Read the spec from a file',
} as const satisfies Flag;

/** What describes a frame that begins. */
const frameFlags = [
  specFileFlag,
  { name: 'criteria', kind: 'texts', value: '"A; B"', summary: 'What must be true at the end' },
  {
    name: 'check',
    kind: 'texts',
    value: '"NAME=COMMAND"',
    summary: 'A criterion that a command proves',
  },
  { name: 'steps', kind: 'texts', value: '"A; B"', summary: 'What will be done, in order' },
  {
    name: 'iterations',
    kind: 'iterations',
    value: 'N|unlimited',
    summary: 'Most iterations (10, at most 50)',
  },
  { name: 'budget', kind: 'budget', value: 'USD|none', summary: 'Most dollars (25, at most 100)' },
  { name: 'minutes', kind: 'minutes', value: 'N|none', summary: 'Most minutes' },
  { name: 'tokens', kind: 'tokens', value: 'N|none', summary: 'Most tokens' },
  ...checkFlags,
  shapeFlag,
  modeFlag,
] as const satisfies readonly Flag[];

/** What describes a run that begins. */
const beginFlags = [
  ...frameFlags,
  { name: 'ttl', kind: 'duration', value: 'TIME', summary: 'Silence after which the loop is stale (2h)' },
  { name: 'force', kind: 'switch', summary: 'Start although the spec is unclear' },
] as const satisfies readonly Flag[];

const familiarityFlag = {
  name: 'familiarity',
  kind: 'whole',
  value: '0-10',
  summary: 'How well the domain is known',
} as const satisfies Flag;

const reasonFlag = {
  name: 'reason',
  kind: 'text',
  value: 'TEXT',
  summary: 'Why, for the record',
} as const satisfies Flag;

/** Every verb of the command, in the order in which help lists them. */
export const verbs = {
  start: {
    summary: 'Start a loop that ends when the work is proved done',
    words: '[spec… | -]',
    count: [0, ANY],
    flags: [
      ...beginFlags,
      {
        name: 'workflow',
        kind: 'switch',
        summary: 'In stages: intent, shape, tasks in waves, reviews, gate',
      },
      { name: 'fresh', kind: 'switch', summary: 'End and archive the loop that this session has' },
    ],
    examples: [
      ['loop start "Refactor the API routes" --check "tests=npm test"', 'a criterion that a command proves'],
      ['loop start --spec-file SPEC.md --iterations 20 --budget 10', 'a spec of any length, with limits'],
      ['loop start', 'with the text that was typed after /loop:start'],
      ['loop start "Add validation to auth" --workflow', 'an unclear spec is clarified first'],
    ],
    notes: [
      'The spec is kept word for word. `-` reads it from standard input.',
      'A check is shell text, or a JSON array of arguments that no shell sees: \'tests=["npm","test"]\'.',
      'Texts in lists are parted by semicolons; \\; is a semicolon of the text.',
    ],
  },
  status: {
    summary: 'Show what is proved, what is missing, what it cost, and what comes next',
    words: '',
    count: [0, 0],
    flags: [],
    examples: [['loop status', 'how the loop stands']],
  },
  next: {
    summary: 'Say what to do next',
    words: '',
    count: [0, 0],
    flags: [],
    examples: [['loop next', 'the next step and the next command']],
  },
  step: {
    summary: 'Tick off steps, and plan more of them',
    words: '[list|done|undo|add|remove] [step…]',
    count: [0, ANY],
    actions: ['done', 'undo', 'add', 'remove', 'list'],
    flags: [],
    examples: [
      ['loop step done', 'the first open step is done'],
      ['loop step done 3', 'the third is'],
      ['loop step add "Write the migration; Run it on a copy"', 'two more steps'],
    ],
  },
  criterion: {
    summary: 'Tick criteria that have no check, and add or remove criteria',
    words: '[list|tick|untick|add|remove] [name…]',
    count: [0, ANY],
    actions: ['tick', 'untick', 'add', 'remove', 'list'],
    flags: [
      {
        name: 'basis',
        kind: 'choice',
        value: 'BASIS',
        values: ['execution output', 'observation', 'measurement', 'assumption'],
        summary: 'How you know (default: observation)',
      },
      { name: 'note', kind: 'text', value: 'TEXT', summary: 'What you saw' },
      { name: 'check', kind: 'text', value: 'COMMAND', summary: 'With add: the command that proves it' },
      ...checkFlags,
    ],
    examples: [
      ['loop criterion tick "docs updated" --basis observation', 'true, because somebody looked'],
      ['loop criterion add "types hold" --check "npx tsc -p ."', 'one more, proved by a command'],
    ],
    notes: ['A criterion with a check is proved by `loop verify` and by nothing else.'],
  },
  verify: {
    summary: 'Run the checks and record what they prove',
    words: '[criterion…]',
    count: [0, ANY],
    flags: [
      { name: 'jobs', kind: 'whole', value: 'N', summary: 'Checks that run at once (1)' },
      { name: 'timeout', kind: 'duration', value: 'TIME', summary: 'How long a check may run (10m)' },
    ],
    examples: [
      ['loop verify', 'every check'],
      ['loop verify "tests pass" --timeout 2m', 'one of them, for two minutes at most'],
    ],
    notes: [
      'A check runs in the project folder with your rights, without a terminal and without input.',
      'What it leaves running is ended with it.',
    ],
  },
  signal: {
    summary: 'Say that the work is done, or take it back',
    words: '<done|undo>',
    count: [1, 1],
    actions: ['done', 'undo'],
    flags: [],
    examples: [['loop signal done', 'the claim; the proofs are looked at when the turn ends']],
  },
  push: {
    summary: 'Put an inner loop on top; the outer one waits',
    words: '[spec… | -]',
    count: [0, ANY],
    flags: frameFlags,
    examples: [['loop push "Issue 42: tokens expire early" --mode issue', 'one issue, then back']],
  },
  pop: {
    summary: 'Take the inner loop off; the outer one goes on',
    words: '[reason…]',
    count: [0, ANY],
    flags: [reasonFlag],
    examples: [['loop pop "needs a decision first"', 'back to the outer loop']],
  },
  task: {
    summary: 'Plan tasks, hand them to workers, and verify what they did',
    words: '[list|show|add|change|claim|release|verify|complete|fail|remove] [id] [words…]',
    count: [0, ANY],
    actions: ['list', 'show', 'add', 'change', 'claim', 'release', 'verify', 'complete', 'fail', 'remove'],
    flags: [
      { name: 'description', kind: 'text', value: 'TEXT', summary: 'All that a worker has to know' },
      { name: 'active-form', kind: 'text', value: 'TEXT', summary: 'What is shown while it is done' },
      {
        name: 'blocked-by',
        kind: 'texts',
        value: 'IDS',
        summary: 'What has to be completed first, with commas',
      },
      { name: 'verify', kind: 'text', value: 'COMMAND', summary: 'The command that proves it' },
      { name: 'paths', kind: 'texts', value: 'PATHS', summary: 'What that command depends on, with commas' },
      { name: 'id', kind: 'text', value: 'ID', summary: 'With add: its id (default: the next number)' },
      { name: 'owner', kind: 'text', value: 'NAME', summary: 'The worker; a name that no other has' },
      {
        name: 'lease',
        kind: 'duration',
        value: 'TIME',
        summary: 'With claim: after this others may take it (30m)',
      },
      reasonFlag,
    ],
    examples: [
      [
        'loop task add "Create the schema" --blocked-by 1,2 --verify "npm test"',
        'a task that waits for two others',
      ],
      ['loop task claim --owner worker-1', 'the next free task is held by worker-1'],
      ['loop task complete 3 --owner worker-1', 'runs its check; only if it passes the task is done'],
      ['loop task release --owner worker-1', 'worker-1 is gone; what it held is free again'],
    ],
  },
  wave: {
    summary: 'Begin and finish waves: the tasks that can be worked on at once',
    words: '[show|begin|finish]',
    count: [0, 1],
    actions: ['show', 'begin', 'finish'],
    flags: [],
    examples: [
      ['loop wave begin', 'every free task, with what to tell its worker'],
      ['loop wave finish', 'once nothing is held any more'],
    ],
  },
  stage: {
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
        summary: 'The score of the spec, where somebody else gave it',
      },
      { name: 'fit', kind: 'whole', value: '0-75', summary: 'The fit score, likewise' },
      familiarityFlag,
      shapeFlag,
      { name: 'question', kind: 'text', value: 'TEXT', summary: 'What only the user can answer' },
      { name: 'recalled', kind: 'texts', value: '"A; B"', summary: 'What was recalled and confirmed' },
      { name: 'force', kind: 'switch', summary: 'Shape it although the spec is unclear' },
    ],
    examples: [
      ['loop stage', 'where the workflow stands'],
      [
        'loop stage shape --spec-file .loop/shape/SPEC.md',
        'the clarified spec is scored; 5 points are needed',
      ],
      ['loop stage decompose', 'takes over .loop/shape/SHAPE.md'],
      ['loop stage intent --question "Which endpoints?"', 'the session may wait for the answer'],
    ],
  },
  review: {
    summary: 'Take down the review of a wave, or the thorough one before the gate',
    words: '[show|thorough]',
    count: [0, 1],
    actions: ['show', 'thorough'],
    flags: [
      { name: 'wave', kind: 'whole', value: 'N', summary: 'The wave that was looked at' },
      { name: 'score', kind: 'whole', value: '0-10', summary: 'How good it is' },
      { name: 'issues', kind: 'whole', value: 'N', summary: 'How many issues were found' },
      { name: 'blockers', kind: 'whole', value: 'N', summary: 'How many of them are blockers' },
      { name: 'finding', kind: 'texts', value: '"SEVERITY: TEXT"', summary: 'One finding; again for each' },
      {
        name: 'resolved',
        kind: 'texts',
        value: 'TEXT',
        summary: 'How a blocker begins that a wave left and is mended',
      },
    ],
    examples: [
      ['loop review', 'what must not be done, and what was found so far'],
      ['loop review --wave 2 --score 7 --finding "BLOCKER: tokens are logged"', 'informational'],
      ['loop review thorough --finding "WARNING: no docs"', 'every blocker becomes a task'],
    ],
  },
  gate: {
    summary: 'Run every check, look at tasks and review, and open the gate or not',
    words: '',
    count: [0, 0],
    flags: [
      { name: 'confidence', kind: 'whole', value: '0-100', summary: 'How sure you are, in percent' },
      { name: 'risk', kind: 'text', value: 'TEXT', summary: 'What may still go wrong' },
      { name: 'alternative', kind: 'text', value: 'TEXT', summary: 'What could have been done instead' },
      { name: 'reversibility', kind: 'text', value: 'TEXT', summary: 'How easily it is undone: "Type 2B"' },
      { name: 'points', kind: 'whole', value: 'N', summary: 'Its size (default: the number of tasks)' },
      {
        name: 'verified',
        kind: 'text',
        value: 'TEXT',
        summary: 'How it was verified (default: as the shape says)',
      },
    ],
    examples: [
      ['loop gate --confidence 90 --risk "edge cases in validation"', 'the ship box, or what is missing'],
    ],
  },
  panel: {
    summary: 'Prepare a question for a panel of experts, and keep what they recommend',
    words: '[task or criterion…]',
    count: [0, ANY],
    flags: [{ name: 'answer', kind: 'text', value: 'TEXT', summary: 'What they recommend' }],
    examples: [
      ['loop panel 3', 'what failed, how, and what was tried'],
      ['loop panel 3 --answer "Mock the clock instead of waiting"', 'kept with the task'],
    ],
  },
  recall: {
    summary: 'Show what earlier loops learned, and say what of it holds',
    words: '[words… | confirm <id…> | dismiss <id…>]',
    count: [0, ANY],
    flags: [],
    examples: [
      ['loop recall "validation in auth"', 'what bears on it'],
      ['loop recall dismiss 4f1c2a9b', 'it is shown no more'],
    ],
  },
  learn: {
    summary: 'Keep a lesson for the loops that come after this one',
    words: '<lesson…>',
    count: [1, ANY],
    flags: [
      {
        name: 'kind',
        kind: 'choice',
        value: 'KIND',
        values: ['failure', 'discovery', 'decision', 'constraint'],
        summary: 'What it is (default: discovery)',
      },
      { name: 'confidence', kind: 'whole', value: '0-100', summary: 'How sure you are, in percent (70)' },
      { name: 'scope', kind: 'text', value: 'WORDS', summary: 'What it is about (default: project)' },
    ],
    examples: [['loop learn "The token check runs twice" --kind discovery --scope auth', 'one lesson']],
  },
  pause: {
    summary: 'Let the session go; the loop can be continued',
    words: '[reason…]',
    count: [0, ANY],
    flags: [reasonFlag],
    examples: [['loop pause "lunch"', 'nothing holds the session until loop continue']],
  },
  continue: {
    summary: 'Go on with a paused loop, or take over one of another session',
    words: '',
    count: [0, 0],
    flags: [
      { name: 'budget', kind: 'budget', value: 'USD|none', summary: 'Dollars to add' },
      { name: 'iterations', kind: 'iterations', value: 'N|unlimited', summary: 'Iterations to add' },
      { name: 'minutes', kind: 'minutes', value: 'N|none', summary: 'Minutes to add' },
      { name: 'tokens', kind: 'tokens', value: 'N|none', summary: 'Tokens to add' },
      shapeFlag,
    ],
    examples: [
      ['loop continue --budget 25', 'with 25 dollars more'],
      ['loop continue --run 3f2a', 'one of several'],
    ],
  },
  cancel: {
    summary: 'End the loop; everything it recorded stays',
    words: '[reason…]',
    count: [0, ANY],
    flags: [reasonFlag],
    examples: [['loop cancel', 'the session is free at once']],
  },
  explain: {
    summary: 'Show rule by rule why the last stop was let go or not',
    words: '',
    count: [0, 0],
    flags: [],
    examples: [['loop explain', 'which rule fired, and why those above it did not']],
  },
  log: {
    summary: 'Show what happened, newest last',
    words: '',
    count: [0, 0],
    flags: [{ name: 'limit', kind: 'whole', value: 'N', summary: 'How many records (20; 0 for all)' }],
    examples: [['loop log --limit 5', 'the last five records']],
  },
  replay: {
    summary: 'Decide a recorded run again and show where this version differs',
    words: '[journal]',
    count: [0, 1],
    flags: [],
    examples: [['loop replay .loop/runs/4f1c2a9b3d5e6f70.jsonl', 'a journal, wherever it comes from']],
  },
  score: {
    summary: 'Score how clear a spec is, and say what would make it clearer',
    words: '[spec… | -]',
    count: [0, ANY],
    flags: [specFileFlag, familiarityFlag],
    examples: [['loop score "Improve performance"', 'two points, and three questions']],
  },
  run: {
    summary: 'Work on a loop without anybody there: a fresh client for each iteration',
    words: '[spec… | -] [-- client options…]',
    count: [0, ANY],
    handsOn: true,
    flags: [
      ...beginFlags,
      { name: 'resume', kind: 'switch', summary: 'Go on with a run that was paused, interrupted or killed' },
      {
        name: 'iteration-timeout',
        kind: 'duration',
        value: 'TIME',
        summary: 'How long one iteration may take (1h)',
      },
      {
        name: 'artifacts',
        kind: 'text',
        value: 'DIR',
        summary: 'Where state.json, iterations.jsonl and summary.md go (.loop/artifacts)',
      },
      { name: 'claude', kind: 'text', value: 'PATH', summary: 'The client (default: claude on PATH)' },
      { name: 'model', kind: 'text', value: 'NAME', summary: 'The model that the client is to use' },
      {
        name: 'permission-mode',
        kind: 'choice',
        value: 'MODE',
        values: ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'],
        summary: 'What the client may do without being asked (default: acceptEdits)',
      },
      {
        name: 'plugin',
        kind: 'text',
        value: 'DIR',
        summary: 'The Loopwright plugin (default: the one that this command stands in)',
      },
    ],
    examples: [
      ['loop run --spec-file SPEC.md --check "tests=npm test" --budget 10', 'until the tests pass'],
      ['loop run --resume --budget 10', 'go on, with 10 dollars more'],
      ['loop run - --model opus -- --allowedTools "Bash(npm test)" < SPEC.md', 'options for the client'],
    ],
    notes: [
      'Every iteration is a new `claude -p` that is told by the record alone. What stands after -- is handed to it.',
      'LOOP_BUDGET, LOOP_MAX_ITERATIONS and LOOP_SHAPE stand in for the flags of a start.',
      'Exit codes: 0 done, 1 error, 2 budget or time, 3 iterations, 4 breaker, 5 spec unclear, 130 interrupted.',
      'With --resume, --budget, --iterations, --minutes and --tokens are added to what there was.',
    ],
  },
  report: {
    summary: 'Make one page of all that happened, or serve it and follow a run live',
    words: '[run…]',
    count: [0, ANY],
    flags: [
      { name: 'out', kind: 'text', value: 'FILE', summary: 'Where to put it (.loop/report.html)' },
      { name: 'watch', kind: 'switch', summary: 'Serve it on this machine and follow the runs' },
      { name: 'port', kind: 'whole', value: 'N', summary: 'Where to serve it (default: any free port)' },
    ],
    examples: [
      ['loop report', 'every run of this project, in .loop/report.html'],
      ['loop report --watch', 'a page that follows the run'],
    ],
  },
  hook: {
    summary: 'Run a hook by hand on what standard input says, and show what it answers',
    words: '<event>',
    count: [1, 1],
    flags: [
      {
        name: 'dialect',
        kind: 'choice',
        value: 'DIALECT',
        values: ['auto', 'context', 'block', 'ok', 'exit-code'],
        summary: 'The language of the answer (default: what the client understands)',
      },
    ],
    examples: [['loop hook Stop --dialect ok', 'what the stop on standard input would be answered']],
  },
  doctor: {
    summary: 'Check node, the plugin, permissions and the client, and say how to fix each',
    words: '',
    count: [0, 0],
    flags: [],
    examples: [['loop doctor', 'every finding with its remedy']],
  },
  completion: {
    summary: 'Print a completion script for a shell',
    words: '<bash|zsh|fish>',
    count: [1, 1],
    actions: ['bash', 'zsh', 'fish'],
    flags: [],
    examples: [
      ['source <(loop completion bash)', 'in ~/.bashrc'],
      ['loop completion fish > ~/.config/fish/completions/loop.fish', 'once'],
    ],
  },
  help: {
    summary: 'Show what there is, or all about one verb',
    words: '[verb]',
    count: [0, 1],
    flags: [],
    examples: [['loop help start', 'everything that start can do']],
  },
} as const satisfies Readonly<Record<string, Verb>>;

/** The name of a verb. */
export type VerbName = keyof typeof verbs;

/** The verb of a name; undefined when there is none. */
export function findVerb(name: string): Verb | undefined {
  return Object.hasOwn(verbs, name) ? verbs[name as VerbName] : undefined;
}
