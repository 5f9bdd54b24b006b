/** One iteration of a story: what Claude does, and how it ends its turn. */
export interface Act {
  /** Shell commands, one tool call each. */
  readonly does: readonly string[];
  /** `leaves`: it believes that the work is done and does not say so. `goes on`: it knows that more is to be done. */
  readonly ends: 'claims' | 'leaves' | 'goes on' | 'fails';
}

/** A headless run with a model that obeys its prompts and works through `acts`. */
export interface Story {
  readonly name: string;
  readonly checks: readonly string[];
  /** Files of the project beside `sum.js` and `test.js`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly acts: readonly Act[];
}

const write = (path: string, text: string): string => `printf '%s\\n' '${text}' > ${path}`;
const mend = write('sum.js', 'module.exports = (a, b) => a + b;');
const halfMend = write('sum.js', 'module.exports = (a, b) => a * b;');
const claims = (...does: readonly string[]): Act => ({ does, ends: 'claims' });
const leaves = (...does: readonly string[]): Act => ({ does, ends: 'leaves' });
const goesOn = (...does: readonly string[]): Act => ({ does, ends: 'goes on' });
const fails = (...does: readonly string[]): Act => ({ does, ends: 'fails' });

const TESTS = 'tests=node test.js';

/** A check whose output is long, as that of most test runners. */
const LOUD = {
  'loud.js':
    "for (let n = 1; n <= 400; n += 1) console.log(`ok ${n} - case number ${n} of the suite`);\nrequire('./test.js');\n",
};

/** The files of every story: one failing test. */
export const FILES = {
  'sum.js': 'module.exports = (a, b) => a - b;\n',
  'test.js': "if (require('./sum.js')(1, 2) !== 3) { console.error('1 + 2 is not 3'); process.exit(1); }\n",
};

/** The ten stories, in the order of the table. */
export const stories: readonly Story[] = [
  { name: 'mends it and claims', checks: [TESTS], acts: [claims(mend)] },
  { name: 'mends it and says nothing', checks: [TESTS], acts: [leaves(mend), claims()] },
  {
    name: 'claims too early, then mends it',
    checks: [TESTS],
    acts: [claims(halfMend), claims(mend)],
  },
  {
    name: 'one step in each of three iterations',
    checks: ['parts=test -f a && test -f b && test -f c'],
    acts: [goesOn('touch a'), goesOn('touch b'), claims('touch c')],
  },
  {
    name: 'green before any work',
    checks: [TESTS],
    files: { 'sum.js': 'module.exports = (a, b) => a + b;\n' },
    acts: [claims()],
  },
  {
    name: 'edits a comment after its proof',
    checks: [TESTS],
    acts: [leaves(mend), claims('echo "// adds" >> sum.js')],
  },
  {
    name: 'two checks, one after the other',
    checks: [TESTS, 'docs=grep -q sum README.md'],
    acts: [leaves(mend), claims('echo sum > README.md')],
  },
  {
    name: 'a check with 400 lines of output',
    checks: ['tests=node loud.js'],
    files: LOUD,
    acts: [claims(halfMend), claims(mend)],
  },
  { name: 'an API error after the work', checks: [TESTS], acts: [fails(mend), claims()] },
  {
    name: 'five tries',
    checks: [TESTS],
    acts: [
      goesOn(halfMend),
      goesOn('echo "// one" >> sum.js'),
      goesOn('echo "// two" >> sum.js'),
      goesOn('echo "// three" >> sum.js'),
      claims(mend),
    ],
  },
];
