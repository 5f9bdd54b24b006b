import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { judgeWithRemark } from '@loopwright/transcript/remark';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { join as leanJoin } from '../../src/edge/lean/path.ts';
import leanWriteFileAtomic from '../../src/edge/lean/write-file-atomic.ts';
import { createProjectFolder, runHook, startIn } from '../support/run-hook.ts';

const BUNDLE = join(import.meta.dirname, '../../dist/bundle');
const SESSION = 'a-session';

/** What a part may weigh, in bytes. A part that outgrows it costs every stop of everybody. */
const LIMITS: Readonly<Record<string, number>> = {
  'hook.cjs': 10_500,
  'loop.cjs': 165_000,
  'markdown.cjs': 77_000,
};

test('the bundle consists of its parts, and none outgrows its limit', () => {
  expect(readdirSync(BUNDLE).toSorted()).toEqual(Object.keys(LIMITS).toSorted());
  for (const [name, limit] of Object.entries(LIMITS)) {
    expect(statSync(join(BUNDLE, name)).size, name).toBeLessThanOrEqual(limit);
  }
});

test('of Node it loads files and paths, and of what costs more only what it asks for when it needs it', () => {
  const sources = Object.keys(LIMITS).map((name) => readFileSync(join(BUNDLE, name), 'utf8'));
  const named = (call: RegExp): readonly string[] =>
    [
      ...new Set(sources.flatMap((source) => [...source.matchAll(call)].map(([, name = '']) => name))),
    ].toSorted();
  expect(named(/\brequire\(["'`]([^"'`]+)/g).map((name) => name.replace(/^node:/, ''))).toEqual([
    './loop.cjs',
    './markdown.cjs',
    'fs',
    'path',
  ]);
  expect(named(/getBuiltinModule\(["'`]([^"'`]+)/g)).toEqual(['node:crypto', 'node:module', 'node:os']);
});

function stopInput(root: string): string {
  return `${JSON.stringify({ session_id: SESSION, cwd: root, hook_event_name: 'Stop' })}\n`;
}

function cutShort(path: string): void {
  truncateSync(path, Math.floor(statSync(path).size / 2));
}

function turnBits(path: string): void {
  const bytes = readFileSync(path);
  for (let at = 100; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  writeFileSync(path, bytes);
}

function empty(path: string): void {
  truncateSync(path, 0);
}

describe('what is compiled', () => {
  const keepsIt = 'enableCompileCache' in createRequire(import.meta.url)('node:module');

  test.runIf(keepsIt)(
    'is kept in the plugin’s data folder, and the answer from there is the same',
    async () => {
      const root = createProjectFolder();
      const data = join(createProjectFolder('data'), 'not there yet');
      startIn(root, SESSION);
      const env = { CLAUDE_PROJECT_DIR: root, CLAUDE_PLUGIN_DATA: data };
      const first = await runHook(['Stop'], stopInput(root), env);
      expect(readdirSync(data)).toEqual(['compiled']);
      expect(readdirSync(join(data, 'compiled'))).toHaveLength(1);
      const second = await runHook(['Stop'], stopInput(root), env);
      expect([first.stderr, second.stderr]).toEqual(['', '']);
      expect(second.stdout).toBe(first.stdout.replaceAll('1/10', '2/10'));
    },
  );

  test.runIf(keepsIt)('is left aside where it is damaged', async () => {
    const root = createProjectFolder();
    const data = createProjectFolder('data');
    startIn(root, SESSION);
    const env = { CLAUDE_PROJECT_DIR: root, CLAUDE_PLUGIN_DATA: data };
    await runHook(['Stop'], stopInput(root), env);
    const entries = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(entries.length).toBeGreaterThan(0);
    for (const [index, damage] of [cutShort, turnBits, empty].entries()) {
      for (const { parentPath, name } of entries) damage(join(parentPath, name));
      const { stdout, stderr, code } = await runHook(['Stop'], stopInput(root), env);
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      expect(stdout).toContain(`[ITERATION ${index + 2}/10]`);
    }
  });

  test('leaves no trace of a session without a loop', async () => {
    const root = createProjectFolder();
    const data = createProjectFolder('data');
    await runHook(['Stop'], stopInput(root), { CLAUDE_PROJECT_DIR: root, CLAUDE_PLUGIN_DATA: data });
    expect(readdirSync(data)).toEqual([]);
  });

  test.each([
    ['a file', () => join(BUNDLE, 'hook.cjs')],
    ['a relative path', () => 'somewhere'],
  ])(
    'is not kept where the data folder is %s, and the stop is answered all the same',
    async (_, dataFolder) => {
      const root = createProjectFolder();
      startIn(root, SESSION);
      const env = { CLAUDE_PROJECT_DIR: root, CLAUDE_PLUGIN_DATA: dataFolder() };
      const { stdout, stderr } = await runHook(['Stop'], stopInput(root), env);
      expect({ isBlocked: stdout.includes('[ITERATION 1/10]'), stderr }).toEqual({
        isBlocked: true,
        stderr: '',
      });
      expect(readdirSync(root)).toEqual(['.loop']);
    },
  );
});

describe('what stands in for a package', () => {
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

  test('writes a file whole, with its mode, and never over or through another', () => {
    const path = join(createProjectFolder(), 'view');
    leanWriteFileAtomic.sync(path, 'caf\u00e9\n', { mode: 0o600 });
    expect(readFileSync(path, 'utf8')).toBe('caf\u00e9\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => leanWriteFileAtomic.sync(path, 'other', { mode: 0o600 })).toThrow('EEXIST');
    expect(readFileSync(path, 'utf8')).toBe('caf\u00e9\n');
  });

  test('leaves the parser judging every line as the whole one does, references and all', () => {
    const { judgeWithRemark: judgeOfBundle } = createRequire(import.meta.url)(
      join(BUNDLE, 'markdown.cjs'),
    ) as typeof import('../../src/edge/markdown.ts');
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
        const asked = lines.flatMap((text) => {
          const [start, end] = [at, at + text.length];
          at = end + 1;
          return (['alone', 'opening', 'closing', 'field'] as const).map((readAs) => ({
            start,
            end,
            readAs,
          }));
        });
        expect(judgeOfBundle(markdown, asked)).toEqual(judgeWithRemark(markdown, asked));
      }),
      { numRuns: 300 },
    );
  });
});
