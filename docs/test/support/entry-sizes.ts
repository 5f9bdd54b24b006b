import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { listFiles, readJson, root } from './root.ts';

/** Something that a program imports from a library. */
export interface Import {
  /** As `@loopwright/store/presence`. */
  readonly from: string;
  /** Omitted: everything. */
  readonly name?: string;
}

/** What an import costs a program that is bundled for Node and minified. */
export interface Size {
  readonly import: Import;
  readonly kilobytes: number;
  /** The lines of declarations that an editor reads for it; undefined for a single name. */
  readonly lines: number | undefined;
}

/** What people take alone, by package. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  '@loopwright/core': ['decide'],
  '@loopwright/scoring': ['scoreSpec', 'shapeForSpec'],
  '@loopwright/transcript': ['detectSignals', 'priceUsage'],
  '@loopwright/checks': ['runCheck', 'treeIdentity'],
  '@loopwright/store': ['openRun'],
  '@loopwright/report': ['renderMarkdown'],
  '@loopwright/hooks': ['dialects'],
};

/** PGlite loads files of its own, and pg loads native code where it is: bundling them makes no sense. */
const UNBUNDLED = new Set(['@loopwright/fleet']);

/** The published packages that programs import, with their folders. */
export const libraries = listFiles('packages/*/package.json').flatMap((path) => {
  const manifest = readJson(path) as unknown as Manifest;
  return manifest.private === true || manifest.exports === undefined
    ? []
    : [{ name: manifest.name, folder: dirname(path), entries: Object.entries(manifest.exports) }];
});

const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url), __filename = import.meta.filename;`;

/** Measures every entry point of a library, and each name that people take alone. */
export async function sizesOf({
  name,
  folder,
  entries,
}: (typeof libraries)[number]): Promise<readonly Size[]> {
  const whole = entries.map(([path, { types }]) => ({
    import: { from: join(name, path) },
    lines: declarationLines(join(root, folder, types)),
  }));
  const alone = (ALONE[name] ?? []).map((one) => ({ import: { from: name, name: one }, lines: undefined }));
  return Promise.all(
    [...whole, ...alone].map(async (entry) => ({
      ...entry,
      kilobytes: (await bundle(entry.import)).byteLength / 1024,
    })),
  );
}

/** Bundles a program that imports something, as ES module for Node. */
export async function bundle({ from, name }: Import): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${name ? `{ ${name} }` : '*'} from '${from}';`,
      resolveDir: join(root, 'docs'),
    },
    bundle: true,
    format: 'esm',
    // For `write-file-atomic`, as the README of the store says.
    banner: { js: REQUIRE },
    platform: 'node',
    minify: true,
    write: false,
    logLevel: 'silent',
    ...(UNBUNDLED.has(from) && { external: ['pg', 'pg-boss', '@electric-sql/pglite'] }),
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** The lines of a declaration file and of all that it imports by a relative path. */
function declarationLines(path: string, seen = new Set<string>()): number {
  if (seen.has(path) || !existsSync(path)) return 0;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  const near = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, one]) =>
    join(dirname(path), `${one}.d.ts`),
  );
  return text.split('\n').length - 1 + near.reduce((sum, one) => sum + declarationLines(one, seen), 0);
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly types: string }>>;
}
