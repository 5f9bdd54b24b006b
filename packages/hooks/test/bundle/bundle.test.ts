import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { judgeWithRemark } from '@loopwright/transcript/remark';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { join as leanJoin } from '../../src/bundle/lean/path.ts';
import { BUNDLE } from '../support/run-hook.ts';

/** The largest size of each part, in bytes. A larger part slows down every stop. */
const LIMITS: Readonly<Record<string, number>> = {
  'hook.cjs': 11_850,
  'loop.cjs': 163_500,
  'message.cjs': 17_000,
  'markdown.cjs': 77_500,
  'failures.cjs': 2_300,
  'prices.cjs': 7_000,
  'adoption.cjs': 111_500,
  'events.cjs': 48_500,
  'endings.cjs': 45_500,
  'work-tree.cjs': 28_500,
  'final-proof.cjs': 109_500,
  'judge.cjs': 62_000,
  'statusline.cjs': 5_500,
  'statusline-run.cjs': 103_500,
};

test('the bundle consists of its parts, and none outgrows its limit', () => {
  expect(readdirSync(BUNDLE).toSorted()).toEqual(Object.keys(LIMITS).toSorted());
  for (const [name, limit] of Object.entries(LIMITS)) {
    expect(statSync(join(BUNDLE, name)).size, name).toBeLessThanOrEqual(limit);
  }
});

test('loads only cheap modules of Node at the start, and others when it needs them', () => {
  const sources = Object.keys(LIMITS).map((name) => readFileSync(join(BUNDLE, name), 'utf8'));
  const named = (call: RegExp): readonly string[] =>
    [
      ...new Set(sources.flatMap((source) => [...source.matchAll(call)].map(([, name = '']) => name))),
    ].toSorted();
  expect(named(/\brequire\(["'`]([^"'`]+)/g).map((name) => name.replace(/^node:/, ''))).toEqual([
    './adoption.cjs',
    './endings.cjs',
    './events.cjs',
    './failures.cjs',
    './final-proof.cjs',
    './judge.cjs',
    './markdown.cjs',
    './message.cjs',
    './prices.cjs',
    './statusline-run.cjs',
    './work-tree.cjs',
    'buffer',
    'child_process',
    'crypto',
    'events',
    'fs',
    'os',
    'path',
    'timers/promises',
    'v8',
    'vm',
    'zlib',
  ]);
  expect(named(/getBuiltinModule\(["'`]([^"'`]+)/g)).toEqual([
    'node:child_process',
    'node:crypto',
    'node:os',
  ]);
});

describe('a stand-in for a package', () => {
  test('joins paths as node:path does', () => {
    const part = fc.string({ unit: fc.constantFrom('/', '.', 'a', 'b ', '\\', '\u00e9'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        expect(leanJoin(...parts)).toBe(posix.join(...parts));
        expect(leanJoin('/root', ...parts)).toBe(posix.join('/root', ...parts));
      }),
      { numRuns: 2000 },
    );
  });

  test('leaves the parser judging every line as the whole one does, references and all', () => {
    const { judgeWithRemark: judgeOfBundle } = createRequire(import.meta.url)(
      join(BUNDLE, 'markdown.cjs'),
    ) as typeof import('../../src/bundle/markdown.ts');
    const line = fc.constantFrom(
      '<loop-done>COMPLETE</loop-done>',
      '&copy; text',
      '&auml;&nosuch; &amp',
      '[&auml;]: /x "&quot;"',
      '[&auml;]',
      '[a&copy;b](/&auml; "&copy;")',
      '```&auml;',
      '~~~',
      '> &copy;',
      '- item',
      '    code &copy;',
      '<b>&copy;</b>',
      '| a | b |',
      '| - | - |',
      '~~struck~~',
      '[^1]',
      '[^1]: note',
      '*a* `b`',
      '',
      '',
      'text',
      '---',
      '# head',
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const markdown = lines.join('\n');
        let at = 0;
        const asked = lines.map((text) => {
          const [start, end] = [at, at + text.length];
          at = end + 1;
          return { start, end };
        });
        expect(judgeOfBundle(markdown, asked)).toEqual(judgeWithRemark(markdown, asked));
      }),
      { numRuns: 300 },
    );
  });
});
