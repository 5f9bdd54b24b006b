import { ANY, type Verb } from '../verb.ts';

export const definition = {
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
} as const satisfies Verb;
