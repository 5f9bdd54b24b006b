import type { Verb } from '../verb.ts';

export const definition = {
  group: 'set up',
  summary: 'Find the checks of the project, ask, try each once, and write loop.config.json',
  words: '',
  count: [0, 0],
  flags: [
    {
      name: 'yes',
      kind: 'switch',
      summary: 'Only write the file: no question, nothing runs, nothing is agreed to',
    },
    { name: 'dry-run', kind: 'switch', summary: 'Run nothing and write nothing: only show what was found' },
    { name: 'force', kind: 'switch', summary: 'Replace the loop.config.json that is there' },
  ],
  examples: [
    ['loop init --dry-run', 'what it finds: nothing runs, nothing is written'],
    ['loop init', 'the list and a question; after your yes each runs once, and loop.config.json is written'],
    ['loop init --yes', 'without a terminal: loop.config.json alone'],
  ],
  notes: [
    'It looks at package.json and the package manager in use, Cargo.toml, pyproject.toml with uv, poetry, tox or nox, go.mod, Makefile, Gradle, Maven, composer.json, mix.exs and the workflows of CI.',
    'From CI it takes only simple calls of known programs, and nothing of a release or a deployment. It never offers a command whose text deletes, sends, publishes or talks to a cluster.',
    'Your yes in a terminal of your own runs each command once with your rights, and is your agreement to them. Without a terminal, and in Claude’s shell, nothing runs and nobody agrees.',
  ],
} as const satisfies Verb;
