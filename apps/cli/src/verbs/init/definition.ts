import type { Verb } from '../verb.ts';

export const definition = {
  group: 'set up',
  summary: 'Find the checks of the project, try each once, and write loop.config.json',
  words: '',
  count: [0, 0],
  flags: [
    { name: 'no-try', kind: 'switch', summary: 'Run nothing: only write what was found' },
    { name: 'dry-run', kind: 'switch', summary: 'Run nothing and write nothing: only show what was found' },
    { name: 'force', kind: 'switch', summary: 'Replace the loop.config.json that is there' },
  ],
  examples: [
    ['loop init --dry-run', 'what it finds: nothing runs, nothing is written'],
    ['loop init', 'the checks, each tried once, in loop.config.json'],
  ],
  notes: [
    'It looks at package.json and the package manager in use, Cargo.toml, pyproject.toml with uv, poetry, tox or nox, go.mod, Makefile, Gradle, Maven, composer.json, mix.exs and the workflows of CI.',
    'Each command runs once with your rights, as it would in a loop. In a terminal of your own that is your agreement to these commands; in Claude’s shell it is none.',
  ],
} as const satisfies Verb;
