import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundle, libraries, type Size, sizesOf } from './support/entry-sizes.ts';
import { readText, root } from './support/root.ts';

// A README states what each entry point costs. The statement may be a tenth off, so that a small change doesn't have to
// touch it. `UPDATE=1` writes the lists anew.

const TOLERANCE = 0.1;
const list = /## Sizes\n\n(?:.+\n\n)?((?:- .+\n)+)/;

test.each(libraries)('the README of $name says what each entry point costs', async (library) => {
  const path = `${library.folder}/README.md`;
  const sizes = await sizesOf(library);
  if (process.env['UPDATE'] === '1') write(path, sizes);
  const lines = (list.exec(readText(path))?.[1] ?? '').split('\n').filter(Boolean);
  expect(lines.map((line) => line.replace(/: .*/, ''))).toEqual(sizes.map((size) => `- ${nameOf(size)}`));
  for (const [index, { kilobytes, lines: count }] of sizes.entries()) {
    const line = lines[index] ?? '';
    const [, statedSize = '', statedCount = ''] = /: ([\d.]+) KB(?:, ([\d,]+) lines)?$/.exec(line) ?? [];
    expect(isNear(Number(statedSize), kilobytes), `${line}, measured ${kilobytes} KB`).toBe(true);
    if (count === undefined) continue;
    expect(isNear(Number(statedCount.replaceAll(',', '')), count), `${line}, measured ${count}`).toBe(true);
  }
});

test('three comparisons cost less than a kilobyte', async () => {
  expect((await bundle({ from: '@loopwright/scoring', name: 'shapeForSpec' })).byteLength).toBeLessThan(1024);
});

test('a person can read the declarations of core', async () => {
  const [core] = libraries.filter(({ name }) => name === '@loopwright/core');
  if (core === undefined) throw new Error('no core');
  // A frame that was inlined wherever it stood made 5,292 lines of them; named schemas keep it in one place.
  for (const { lines = 0 } of await sizesOf(core)) expect(lines).toBeLessThan(3900);
});

test.each(libraries.filter(({ name }) => name !== '@loopwright/fleet'))(
  'an ES module bundle of everything in $name runs',
  async ({ name, entries }) => {
    const folder = mkdtempSync(join(tmpdir(), 'bundled-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const files = await Promise.all(
      entries.map(async ([entry], index) => {
        const file = join(folder, `${index}.mjs`);
        writeFileSync(file, await bundle({ from: join(name, entry) }));
        return file;
      }),
    );
    const program = `for (const file of process.argv.slice(1)) console.log(Object.keys(await import(file)).length > 0);`;
    const printed = execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', program, '--', ...files],
      {
        encoding: 'utf8',
      },
    );
    expect(printed).toBe('true\n'.repeat(files.length));
  },
);

test('an ES module bundle of openRun opens a run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'store.mjs'), await bundle({ from: '@loopwright/store' }));
  const program = `
    import { openRun, projectViews, startRun } from './store.mjs';
    const address = { root: process.cwd(), sessionId: 'session-1' };
    const at = Date.now();
    startRun(address, { type: 'start', at, runId: 'r', session: 'session-1', frameId: 'f', spec: 'Mend it' });
    const opened = openRun(address);
    opened.submit({ type: 'stop', at });
    projectViews(opened, at);
    console.log(opened.status, opened.run.frames[0].iteration);
  `;
  writeFileSync(join(folder, 'program.mjs'), program);
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, 'state') };
  expect(execFileSync(process.execPath, ['program.mjs'], { cwd: folder, env, encoding: 'utf8' })).toBe(
    'open 1\n',
  );
});

function nameOf({ import: { from, name } }: Size): string {
  return name ? `\`${name}\` alone` : `\`${from}\``;
}

/** True within a tenth, or for small sizes within one kilobyte; three comparisons have a limit of their own. */
function isNear(stated: number, measured: number): boolean {
  return stated > 0 && Math.abs(stated - measured) <= Math.max(TOLERANCE * measured, 1);
}

function write(path: string, sizes: readonly Size[]): void {
  const lines = sizes.map((size) => {
    const { kilobytes, lines: count } = size;
    const shown = kilobytes < 10 ? kilobytes.toFixed(1) : kilobytes.toFixed(0);
    return `- ${nameOf(size)}: ${shown} KB${count === undefined ? '' : `, ${count.toLocaleString('en')} lines`}\n`;
  });
  const text = readText(path).replace(
    list,
    () => `## Sizes\n\nMinified with all dependencies, and lines of declarations:\n\n${lines.join('')}`,
  );
  writeFileSync(join(root, path), text);
}
