import type { Verb } from '../verb.ts';

export const definition = {
  group: 'set up',
  summary: 'Print a completion script for a shell',
  words: '<bash|zsh|fish>',
  count: [1, 1],
  actions: ['bash', 'zsh', 'fish'],
  flags: [],
  examples: [
    ['source <(loop completion bash)', 'in ~/.bashrc'],
    ['loop completion fish > ~/.config/fish/completions/loop.fish', 'once'],
  ],
} as const satisfies Verb;
