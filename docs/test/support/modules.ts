import { basename } from 'node:path';
import { blocksOf, type Block } from './blocks.ts';
import { listFiles, readText } from './root.ts';
import { promisedBy } from './run-example.ts';

/** A page of the documents with its blocks of code. */
export interface Page {
  readonly path: string;
  readonly blocks: readonly Block[];
}

/** A TypeScript program that a reader may copy: a block of a page, or a file of `docs/programs`. */
export interface Module {
  /** Where it stands, as `README.md:12`. */
  readonly name: string;
  readonly code: string;
  /** The expected output. */
  readonly promised: string;
  /** The packages that it imports. */
  readonly packages: readonly string[];
}

/** Every page with examples for users. */
export const pages: readonly Page[] = listFiles(
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/*.md',
  'docs/adr/*.md',
  'docs/guide/*.md',
  'docs/reference/*.md',
  'packages/*/README.md',
  'apps/*/README.md',
).map((path) => ({ path, blocks: blocksOf(readText(path)) }));

/** The programs of `docs/programs`. */
export const programs: readonly Module[] = listFiles('docs/programs/*.ts').map((path) =>
  moduleOf(basename(path), readText(path)),
);

/** Every block of TypeScript. Without `// →` lines its output is the `text` block right after it. */
export const blocks: readonly Module[] = pages.flatMap(({ path, blocks: ofPage }) =>
  ofPage.flatMap(({ language, code, line }, index) => {
    if (language !== 'ts') return [];
    const next = ofPage[index + 1];
    const output = next?.language === 'text' && isRightAfter(path, line, next.line) ? `${next.code}\n` : '';
    return [moduleOf(`${path}:${line}`, code, output)];
  }),
);

function moduleOf(name: string, code: string, output = ''): Module {
  const imported = [...code.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)[^']*';$/gm)].map(([, one = '']) => one);
  const packages = [...new Set(imported)].filter((one) => one !== 'node');
  return { name, code, promised: promisedBy(code) || output, packages };
}

/** True if nothing but the end of a block stands between two blocks. */
function isRightAfter(path: string, line: number, next: number): boolean {
  const between = readText(path)
    .split('\n')
    .slice(line, next - 1)
    .join('\n');
  return /^(?:(?!```)[^])*```\s*$/.test(between);
}
