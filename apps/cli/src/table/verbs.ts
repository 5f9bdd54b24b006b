import type { Flag } from './flag.ts';
import type { Verb } from './verb.ts';

const ANY = Number.POSITIVE_INFINITY;

const limitFlags = [
  {
    name: 'iterations',
    kind: 'iterations',
    value: 'N|unlimited',
    summary: 'Most iterations (10, at most 50)',
  },
  { name: 'budget', kind: 'budget', value: 'USD|none', summary: 'Most dollars (25, at most 100)' },
  { name: 'minutes', kind: 'minutes', value: 'N|none', summary: 'Most minutes' },
  { name: 'tokens', kind: 'tokens', value: 'N|none', summary: 'Most tokens' },
] as const satisfies readonly Flag[];

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
  { name: 'paths', kind: 'texts', value: 'PATHS', summary: 'What the checks depend on, with commas' },
  { name: 'timeout', kind: 'duration', value: 'TIME', summary: 'How long a check may run: 90s, 10m, 1h' },
] as const satisfies readonly Flag[];

const planFlags = [
  { name: 'criteria', kind: 'texts', value: '"A; B"', summary: 'What must be true at the end' },
  {
    name: 'check',
    kind: 'texts',
    value: '"NAME=COMMAND"',
    summary: 'A criterion that a command proves',
  },
  { name: 'steps', kind: 'texts', value: '"A; B"', summary: 'What will be done, in order' },
  ...limitFlags,
  ...checkFlags,
  shapeFlag,
] as const satisfies readonly Flag[];

const specFileFlag = {
  name: 'spec-file',
  kind: 'text',
  value: 'FILE',
  summary: 'Read the spec from a file',
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
      specFileFlag,
      ...planFlags,
      modeFlag,
      { name: 'ttl', kind: 'duration', value: 'TIME', summary: 'Silence after which the loop is stale (2h)' },
      { name: 'force', kind: 'switch', summary: 'Start although the spec is unclear' },
    ],
    examples: [
      ['loop start "Refactor the API routes" --check "tests=npm test"', 'a criterion that a command proves'],
      ['loop start --spec-file SPEC.md --iterations 20 --budget 10', 'a spec of any length, with limits'],
      ['loop start', 'with the text that was typed after /loop:start'],
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
    words: '[done|undo|add|remove] [step…]',
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
    words: '[tick|untick|add|remove] [name…]',
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
    flags: [specFileFlag, ...planFlags, modeFlag],
    examples: [['loop push "Issue 42: tokens expire early" --mode issue', 'one issue, then back']],
  },
  pop: {
    summary: 'Take the inner loop off; the outer one goes on',
    words: '[reason…]',
    count: [0, ANY],
    flags: [reasonFlag],
    examples: [['loop pop "needs a decision first"', 'back to the outer loop']],
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
    flags: [
      specFileFlag,
      { name: 'familiarity', kind: 'whole', value: '0-10', summary: 'How well the domain is known' },
    ],
    examples: [['loop score "Improve performance"', 'two points, and three questions']],
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
