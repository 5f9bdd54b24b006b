import type { ProjectFiles } from '@loopwright/checks';
import { describe, expect, test } from 'vitest';
import { judgeQuestion } from '../../src/judge/judge-question.ts';
import { type Answer, weighAnswer } from '../../src/judge/read-answer.ts';

/** Files by path: their text at the start, if they were there, and their text now. */
function filesOf(
  texts: Readonly<Record<string, readonly [before: string | undefined, now: string]>>,
): ProjectFiles {
  return {
    paths: Object.keys(texts),
    changes: Object.entries(texts).flatMap(([path, [before, now]]) =>
      before === now
        ? []
        : [
            {
              path,
              change: before === undefined ? ('new' as const) : ('changed' as const),
              before: before === undefined ? undefined : Buffer.from(before),
            },
          ],
    ),
    unknown: undefined,
    read: (path) => Buffer.from(texts[path]?.[1] ?? ''),
  };
}

const ask = (statement: string, files: ProjectFiles) => judgeQuestion({ statement, files, boundary: 'b0' });

const LONG = Array.from({ length: 2000 }, (_, line) => `const value${line} = ${line};\n`).join('');

describe('a question to a judge', () => {
  test('shows a change at the end of a long file that the statement names', () => {
    const files = filesOf({ 'long.js': [LONG, `${LONG}steal();\n`] });
    const { prompt, cut } = ask('The module long.js is harmless', files);
    expect(prompt).toContain('2001 + steal();');
    expect(cut).toEqual([]);
  });

  test('shows every change before the unchanged lines of named files', () => {
    const names = Array.from({ length: 6 }, (_, index) => `named${index}.js`);
    const files = filesOf({
      ...Object.fromEntries(names.map((name) => [name, [LONG, LONG] as const])),
      'z.js': [undefined, LONG.slice(0, 20_000)],
    });
    const { prompt, cut } = ask(`Read ${names.join(', ')}`, files);
    expect(prompt).toContain('z.js (new since the start)');
    expect(prompt).toContain('named0.js (as it is)');
    expect(cut).toEqual([]);
  });

  test('names the files with changes that do not fit', () => {
    const files = filesOf({
      'big.js': [undefined, LONG.repeat(4)],
      'minified.js': ['old', 'x'.repeat(5000)],
      'small.js': ['old\n', 'new\n'],
    });
    const { prompt, cut } = ask('All is well', files);
    expect(cut).toEqual(['minified.js', 'big.js']);
    expect(prompt).toContain('They are missing from: minified.js, big.js.');
  });
});

test('a judge who did not see every change cannot say yes', () => {
  const places = [{ file: 'a.js', line: 1 }];
  const answer: Answer = { answer: 'yes', reason: 'It is.', places };
  expect(weighAnswer(answer, () => 1, [])).toBe(answer);
  expect(weighAnswer(answer, () => 1, ['big.js'])).toEqual({
    answer: 'cannot tell',
    reason:
      'it did not see all changes of big.js; --paths narrows what it is asked about; it said yes: It is.',
    places: [],
  });
  const no: Answer = { ...answer, answer: 'no' };
  expect(weighAnswer(no, () => 1, ['big.js'])).toBe(no);
});
