import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'set up',
  summary: 'Print each setting with where it comes from; agree to the commands of loop.config.json',
  words: '[show|agree] [check…]',
  count: [0, ANY],
  actions: ['show', 'agree'],
  flags: [],
  examples: [
    ['loop config', 'every value, and the file or variable that sets it'],
    ['loop config agree tests', 'the command of this check may run: for you to type, in a terminal of yours'],
  ],
  notes: [
    'What counts, in this order: a flag, the environment, loop.config.json, your own config.json, what is built in.',
    'loop.config.json stands in the project, or above it in the same repository. Your own stands in $XDG_CONFIG_HOME/loopwright (~/.config/loopwright).',
    'Keys: checks (by name: a command, or command, timeout, folder, paths), limits (iterations, budget, tokens, minutes), shape, guard, guardStrict. A repository can lift no limit.',
    'The commands of loop.config.json are proposals until you agree. /loop:start with --check NAME agrees to a command that this name never had before; a changed one needs loop config agree or /loop:approve.',
    '`loop init` writes the file.',
  ],
} as const satisfies Verb;
