import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'look',
  summary: 'Write a report as one page, or serve it and follow runs live',
  words: '[run…]',
  count: [0, ANY],
  names: 'ids',
  flags: [
    {
      name: 'format',
      kind: 'choice',
      value: 'FORMAT',
      values: ['html', 'md', 'svg', 'json'],
      summary: 'A page, Markdown for a pull request, a drawing, or data (html)',
    },
    {
      name: 'out',
      kind: 'text',
      value: 'FILE',
      summary: 'Where to put it, - to print it (.loop/report.html)',
    },
    { name: 'force', kind: 'switch', summary: 'Replace a file that is no report' },
    {
      name: 'url',
      kind: 'text',
      value: 'URL',
      summary: 'The address that the page will have: draws a picture for previews of links beside it',
    },
    { name: 'open', kind: 'switch', summary: 'Open it in the browser' },
    { name: 'watch', kind: 'switch', summary: 'Serve it on this machine and follow the runs' },
    { name: 'port', kind: 'whole', value: 'N', summary: 'Where to serve it (default: any free port)' },
  ],
  examples: [
    ['loop report', 'every run of this project, in .loop/report.html'],
    ['loop report --open', 'the same, and show it'],
    ['loop report --watch', 'a page that updates itself'],
    ['loop report --format md --out -', 'a summary for a pull request or a CI job'],
  ],
} as const satisfies Verb;
