// @module-tag deep
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changes } from './support/changes.ts';
import { listFiles, root } from './support/root.ts';

type Edit = (text: string) => string;
type Edits = Readonly<Record<string, Edit>>;

/** A change that somebody makes by the guide. */
interface Change {
  /** Files that the row names, in the order of the row. */
  readonly files: Edits;
  /** Lists in tests that name every one. */
  readonly lists: Edits;
  /** A test of the change itself. */
  readonly newTest: readonly [path: string, text: string];
}

const before =
  (anchor: string, added: string): Edit =>
  (text) => {
    expect(text).toContain(anchor);
    return text.replace(anchor, () => added + anchor);
  };

const CHANGES: Readonly<Record<string, Change>> = {
  breaker: {
    files: {
      'packages/core/src/model/defaults.ts': (text) =>
        before(
          '  idle: 3,\n',
          '  interrupted: 4,\n',
        )(before('  denials: 0,\n', '  interruptions: 0,\n')(text)),
      'packages/core/src/decide/breakers.ts': before(
        '  idle: {\n',
        "  interrupted: { effect: 'paused', found: () => 'interrupted', read: (_, { interruptions }) => interruptions },\n",
      ),
      'packages/core/src/evolve/progress.ts': before(
        '    tools: addCounts(breaker.tools',
        '    interruptions: addCounts(breaker.interruptions, event.denials),\n',
      ),
      'docs/reference/meanings.ts': before("  idle: 'continuations", "  interrupted: 'interruptions',\n"),
    },
    lists: {
      'packages/core/test/decide/breakers.test.ts': before(
        "      idle: [3, 'stuck'],\n",
        "      interrupted: [4, 'paused'],\n",
      ),
    },
    newTest: [
      'packages/core/test/decide/interrupted.test.ts',
      `import { expect, test } from 'vitest';
import { FRESH_BREAKER } from '../../src/model/defaults.ts';
import { given, openedWith } from '../support/given.ts';

test.each([[2, 'continue'], [3, 'breaker']])('%i interruptions and one more: %s', (interruptions, rule) => {
  const loop = given(openedWith({ breaker: { ...FRESH_BREAKER, interruptions } }));
  const { verdict } = loop.when({ type: 'observe', tools: 1, denials: 1 }, { type: 'stop' });
  expect(verdict?.rule).toBe(rule);
});
`,
    ],
  },
  dialect: {
    files: {
      'packages/hooks/src/dialects.ts': (text) =>
        before(
          '] as const;\nexport type DialectName',
          ", 'plain'",
        )(before('    // Seed 004: exit 2', '    plain: inClient((reason) => ({ plain: reason })),\n')(text)),
      'packages/hooks/README.md': before(
        '| `exit-code` |',
        '| `plain` | the same as `context` | the same |\n',
      ),
      'apps/cli/src/verbs.ts': before("'exit-code']", "'plain', "),
      'docs/reference/environment.md': before('`exit-code`', '`plain`, '),
    },
    lists: {},
    newTest: [
      'packages/hooks/test/plain.test.ts',
      `import { expect, test } from 'vitest';
import { chooseDialect, dialects } from '../src/dialects.ts';

test('a host may ask for the new dialect', () => {
  const dialect = dialects[chooseDialect('plain', undefined)];
  expect(dialect({ kind: 'silent' })).toEqual(dialects.context({ kind: 'silent' }));
});
`,
    ],
  },
};
const rows = changes.filter(({ change }) => CHANGES[change]);
const named = rows.flatMap(({ tests }) => tests.filter((path) => path.endsWith('.test.ts')));
const newTests = Object.values(CHANGES).map(({ newTest: [path] }) => path);
const pages = rows.flatMap(({ files }) => files.filter((path) => /^docs\/reference\/.*\.md$/.test(path)));

/** Writes the pages of the rows as the command of the guide does. */
const GENERATOR = `import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { fillPage } from '../reference/fill.ts';

test.each(${JSON.stringify(pages)})('%s', (path) => {
  const file = new URL('../../' + path, import.meta.url);
  writeFileSync(file, fillPage(path, readFileSync(file, 'utf8')));
});
`;

let scratch = '';

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'twelve-changes-'));
  for (const path of listFiles()) cpSync(join(root, path), join(scratch, path));
  const manifests = listFiles(
    'package.json',
    'packages/*/package.json',
    'apps/*/package.json',
    'docs/package.json',
  );
  for (const folder of manifests.map(dirname))
    symlinkSync(join(root, folder, 'node_modules'), join(scratch, folder, 'node_modules'));
  // Changed packages are read from their sources: nothing has to be built.
  const sources = JSON.stringify(join(scratch, 'packages/$1/src/index.ts'));
  write(
    'vitest.config.mjs',
    `export default {
  resolve: { alias: [{ find: /^@loopwright.(core|hooks)$/, replacement: ${sources} }] },
  test: { setupFiles: ['packages/testkit/vitest-seed.ts'], testTimeout: 120_000 },
};
`,
  );
  write('docs/test/generate.test.ts', GENERATOR);
  execFileSync('git', ['init', '-q'], { cwd: scratch });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function write(path: string, text: string): void {
  writeFileSync(join(scratch, path), text);
}

/** Applies edits to the repository's files; all others stay as the scratch copy has them. */
function apply(edits: Edits): void {
  for (const [path, edit] of Object.entries(edits)) write(path, edit(readFileSync(join(root, path), 'utf8')));
}

/** The files among some tests that fail in the scratch copy. */
function failing(tests: readonly string[]): readonly string[] {
  const report = join(scratch, 'report.json');
  const runner = join(root, 'node_modules/vitest/vitest.mjs');
  // Looking through the pinned client takes long, and concerns prices alone.
  const others = ['-t', '^(?!every model)'];
  const args = [runner, 'run', ...tests, ...others, '--reporter=json', `--outputFile=${report}`];
  const { stderr } = spawnSync(process.execPath, args, { cwd: scratch, encoding: 'utf8' });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly testResults: readonly { readonly name: string; readonly status: string }[];
  };
  expect(testResults, stderr).toHaveLength(new Set(tests).size);
  return testResults
    .filter(({ status }) => status !== 'passed')
    .map(({ name }) => name.slice(name.indexOf(scratch) + scratch.length + 1));
}

test('the rows of a breaker and of a dialect name all files of the change, and tests that fail without them', () => {
  for (const { change, files } of rows) {
    const edited = Object.keys(CHANGES[change]?.files ?? {});
    expect(files.filter((path) => edited.includes(path) || !pages.includes(path))).toEqual(edited);
  }

  // Forgotten: all but the first file.
  for (const { files } of Object.values(CHANGES))
    apply(Object.fromEntries(Object.entries(files).slice(0, 1)));
  const withoutTheRest = failing(named);
  // Forgotten: the generated pages.
  for (const { files, lists, newTest } of Object.values(CHANGES)) {
    apply({ ...files, ...lists });
    write(...newTest);
  }
  const withoutPages = failing(named);
  expect(named.filter((path) => ![...withoutTheRest, ...withoutPages].includes(path))).toEqual([]);
  // Nothing forgotten.
  expect(failing(['docs/test/generate.test.ts'])).toEqual([]);
  expect(failing([...named, ...newTests])).toEqual([]);
});
