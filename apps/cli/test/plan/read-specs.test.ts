import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSpecs } from '../../src/plan/read-specs.ts';

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'specs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

function problemsOf(path: string): object {
  try {
    return readSpecs(path);
  } catch (error) {
    const { exit, message, details } = error as { exit: string; message: string; details: readonly string[] };
    return { exit, message: message.replaceAll(path, 'PATH'), details };
  }
}

test('reads the specs of a folder in the order of their needs, without its readme', () => {
  const folder = folderOf({
    'a.md': '---\nneeds: b\n---\nDo A.\n',
    'b.MD': 'Do B.\n',
    'README.md': 'x',
    'c.txt': 'x',
  });
  expect(readSpecs(folder)).toEqual([
    { name: 'b', needs: [], text: 'Do B.\n' },
    { name: 'a', needs: ['b'], text: 'Do A.\n' },
  ]);
});

test('reads the specs of a list, with the needs of the item and of the file', () => {
  const folder = folderOf({
    'list.md': '- [A](a.md) (needs: do-c)\n- Do B\n- Do C\n',
    'a.md': '---\nneeds: do-b\n---\nDo A.\n',
  });
  expect(readSpecs(join(folder, 'list.md'))).toEqual([
    { name: 'do-b', needs: [], text: 'Do B' },
    { name: 'do-c', needs: [], text: 'Do C' },
    { name: 'a', needs: ['do-c', 'do-b'], text: 'Do A.\n' },
  ]);
});

test('names all that makes an order impossible', () => {
  const folder = folderOf({
    'a.md': '---\nneeds: b, nobody\n---\n',
    'b.md': '---\nneeds: a\n---\n',
    'c.md': '',
    'c.markdown': '',
  });
  expect(problemsOf(folder)).toEqual({
    exit: 'usage',
    message: 'The specs of PATH can not be put in order.',
    details: [
      'Two specs are called c.',
      'a needs nobody, which is not among the specs.',
      expect.stringMatching(/^These need each other: (a → b → a|b → a → b)\.$/),
    ],
  });
});

test('says which file can not be read, and why', () => {
  const folder = folderOf({ 'a.md': Uint8Array.of(0xff, 0xfe) });
  expect(problemsOf(folder)).toMatchObject({ message: 'The spec file PATH/a.md is no UTF-8 text.' });
  const broken = folderOf({});
  symlinkSync('nowhere', join(broken, 'a.md'));
  expect(problemsOf(broken)).toMatchObject({ message: 'The spec file PATH/a.md could not be read: ENOENT.' });
  expect(problemsOf(folderOf({}))).toMatchObject({ message: 'There is no spec in PATH.' });
  expect(problemsOf(join(broken, 'none'))).toMatchObject({ message: 'PATH could not be read: ENOENT.' });
});
