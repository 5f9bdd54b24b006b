import { expect, test } from 'vitest';
import { type Figure, formatGoal, isReached, type Section } from '../../src/figures/figure.ts';
import { formatMarkdown } from '../../src/figures/format-markdown.ts';
import { formatTable } from '../../src/figures/format-table.ts';

const RATIO: Figure = {
  what: 'no loop',
  value: 1.0449,
  unit: '×',
  goal: { kind: 'at most', limit: 1.1 },
  measured: '16.1 → 16.8 ms',
};
const SECTIONS: readonly Section[] = [
  { title: 'A stop', figures: [RATIO, { what: 'memory', value: 2, unit: 'MB', measured: 'a|b' }] },
  {
    title: 'Accuracy',
    figures: [
      {
        what: 'missed',
        value: 0.4,
        unit: '%',
        goal: { kind: 'exactly', limit: 0 },
        measured: '1 of 250',
      },
    ],
  },
];

test('the printed figure decides whether a goal is reached', () => {
  expect(isReached(RATIO)).toBe(true);
  expect(isReached({ ...RATIO, value: 1.104 })).toBe(true);
  expect(isReached({ ...RATIO, value: 1.106 })).toBe(false);
  expect(isReached({ ...RATIO, goal: { kind: 'at least', limit: 2.5 } })).toBe(false);
  expect(isReached({ ...RATIO, value: 2.5, goal: { kind: 'at least', limit: 2.5 } })).toBe(true);
  expect(isReached({ ...RATIO, value: 5, unit: '', goal: { kind: 'exactly', limit: 5 } })).toBe(true);
  expect(isReached({ ...RATIO, value: 6, unit: '', goal: { kind: 'exactly', limit: 5 } })).toBe(false);
});

test('rows without a figure follow the figures of their section and show the reason', () => {
  const section: Section = {
    title: 'Hooks',
    figures: [RATIO],
    unmeasured: [{ what: 'another', why: 'fails here' }],
  };
  const lines = formatTable([section]).trimEnd().split('\n');
  expect(
    lines
      .at(-1)
      ?.trim()
      .split(/\s{2,}/),
  ).toEqual(['another', '–', 'fails here']);
  expect(formatMarkdown([section]).trimEnd().split('\n').at(-1)).toMatch(
    /^\| another +\| – +\| +\| +\| fails here +\|$/,
  );
});

test('a figure without a goal neither reaches nor misses one', () => {
  const { goal: _goal, ...free } = RATIO;
  expect(isReached(free)).toBeUndefined();
  expect(formatGoal(free)).toBe('');
});

test('the table for a terminal has every column of every section aligned', () => {
  expect(formatTable(SECTIONS)).toBe(
    [
      '  what     figure      goal  met  measured',
      '',
      'A stop',
      '  no loop  1.04 ×  ≤ 1.10 ×  yes  16.1 → 16.8 ms',
      '  memory   2.0 MB                 a|b',
      '',
      'Accuracy',
      '  missed    0.4 %       0 %  no   1 of 250',
      '',
    ].join('\n'),
  );
});

test('the table for the README has a row for each figure, and no cell can break out of it', () => {
  expect(formatMarkdown(SECTIONS)).toBe(
    [
      '|              | figure | goal     | met | measured       |',
      '| ------------ | ------ | -------- | --- | -------------- |',
      '| **A stop**   |        |          |     |                |',
      '| no loop      | 1.04 × | ≤ 1.10 × | yes | 16.1 → 16.8 ms |',
      '| memory       | 2.0 MB |          |     | a\\|b           |',
      '| **Accuracy** |        |          |     |                |',
      '| missed       | 0.4 %  | 0 %      | no  | 1 of 250       |',
      '',
    ].join('\n'),
  );
});
