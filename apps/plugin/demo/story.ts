/** A step of Claude's in the story. */
export type StoryStep =
  | { readonly kind: 'loop'; readonly words: string }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'say'; readonly text: string };

/** The user's prompt: the first command of the README. */
export const prompt = '/loop:start make the login tests pass --check "tests=npm test"';

/** The sample project: the login lets in users without a password. */
export const project: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "sample", "private": true, "scripts": { "test": "node test.js" } }\n',
  'login.js': 'module.exports = (user, password) => !user.password;\n',
  'test.js': [
    "const login = require('./login.js');",
    "if (!login({ password: 'blue' }, 'blue')) throw new Error('the right password is refused');",
    "if (login({}, undefined)) throw new Error('a user without a password is let in');",
    '',
  ].join('\n'),
};

const complete = '<loop-complete>\nAll success criteria satisfied:\n- tests: ✓\n</loop-complete>';

function writeLogin(condition: string): StoryStep {
  return { kind: 'shell', command: `echo 'module.exports = (user, password) => ${condition};' > login.js` };
}

/** The story: Claude claims too early, mends, tidies up after its tests passed, is sent back, mends for good. */
export const steps: readonly StoryStep[] = [
  { kind: 'loop', words: 'start --steps "read the tests; mend login.js"' },
  { kind: 'loop', words: 'step done "read the tests"' },
  { kind: 'say', text: 'The right password is refused. I will mend login.js next.' },
  { kind: 'say', text: `That was easy, all done!\n\n${complete}` },
  writeLogin('Boolean(password) && user.password === password'),
  { kind: 'loop', words: 'verify' },
  { kind: 'loop', words: 'step done "mend login.js"' },
  writeLogin('user.password === password'),
  { kind: 'say', text: `Mended: the tests pass. I also made it shorter.\n\n${complete}` },
  writeLogin('password !== undefined && user.password === password'),
  { kind: 'say', text: `The short form let everybody in. Mended for good.\n\n${complete}` },
];
