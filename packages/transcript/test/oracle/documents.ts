import * as fc from 'fast-check';

const SIGNALS = ['<loop-done>COMPLETE</loop-done>', '<loop-complete>', '</loop-complete>'];

const CONTAINERS = [
  '> ',
  '>',
  '- ',
  '+ ',
  '* ',
  '1. ',
  '2) ',
  '10. ',
  '-\t',
  '>\t',
  '  ',
  '   ',
  '    ',
  '\t',
  ' ',
  '-   ',
  '-     ',
];

const FENCES = ['```', '````', '~~~', '~~~~', '```sh', '~~~ x', '``` a`b', '``'];

const HTML = [
  '<script>',
  '</script>',
  '<pre>',
  '</pre>',
  '<!--',
  '-->',
  '<!-- x -->',
  '<!-->',
  '<?php',
  '?>',
  '<!DOCTYPE x',
  '<![CDATA[',
  ']]>',
  '<div>',
  '</div>',
  '<details',
  '<x-y>',
  '</x-y>',
  '<x-y a="',
  '<x-y a="b" c>',
  '<a> b',
  'b <kbd>',
  'b <!-- c',
  'c --> d',
  'b <i c="',
  'd"> e',
  'f</i> g',
  '</kbd> b',
  '<br/>',
];

const TEXTS = [
  'text',
  'more text here',
  // So long that a heading or an item below it is read apart.
  'more '.repeat(220),
  '`',
  'a `b',
  'c` d',
  '``',
  '[',
  'a [b',
  'b](c)',
  '![',
  ']',
  '*',
  '**a',
  'b**',
  '_a',
  '\\',
  'a\\',
  'a  ',
  '&lt;',
  '# h',
  '#',
  '####### no',
  '===',
  '---',
  '-',
  '=',
  '***',
  '- - -',
  '_ _ _',
  '[a]: /b',
  '[a]: /b "',
  '"',
  '[a]:',
  '/b',
  '1.',
  '-',
  '\\<loop-done>COMPLETE</loop-done>',
  'x <loop-done>COMPLETE</loop-done>',
  '<loop-done>COMPLETE</loop-done> x',
  '`<loop-done>COMPLETE</loop-done>`',
  '<loop-done>COMPLETE</loop-done>\\',
  '<loop-complete> x',
  '</loop-complete>  ',
];

const prefix = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fc.constantFrom(...CONTAINERS) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...CONTAINERS), { minLength: 2, maxLength: 3 })
      .map((all) => all.join('')),
  },
);

const content = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SIGNALS) },
  { weight: 2, arbitrary: fc.constantFrom(...FENCES) },
  { weight: 2, arbitrary: fc.constantFrom(...HTML) },
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
);

const line = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(prefix, content).map(([before, text]) => before + text) },
  { weight: 1, arbitrary: fc.constantFrom('', '', '', ' ', '\t', '> ') },
);

/**
 * Documents made of every construct of CommonMark that can hide or show a line, in any order and at any depth.
 * They start with text, because CommonMark knows no front matter, and hold nothing that GFM reads differently.
 */
export const documents: fc.Arbitrary<string> = fc
  .array(line, { minLength: 1, maxLength: 20 })
  .map((lines) => ['Start.', '', ...lines].join('\n'));
