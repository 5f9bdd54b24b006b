import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linkIfFree } from '../../src/disk/link-if-free.ts';
import { tempFolder } from '../support/temp-folder.ts';

it('gives a free name to the file, leaves a taken name alone, and throws for a missing file', () => {
  const folder = tempFolder();
  const [temp, target] = [join(folder, 'temp'), join(folder, 'target')];
  writeFileSync(temp, 'one');
  expect(linkIfFree(temp, target)).toBe('placed');
  expect(readFileSync(target, 'utf8')).toBe('one');
  const other = join(folder, 'other');
  writeFileSync(other, 'two');
  expect(linkIfFree(other, target)).toBe('taken');
  expect(readFileSync(target, 'utf8')).toBe('one');
  expect(() => linkIfFree(join(folder, 'absent'), join(folder, 'free'))).toThrow('ENOENT');
});

it('counts a link that was made although its answer was lost', () => {
  const folder = tempFolder();
  const [temp, target] = [join(folder, 'temp'), join(folder, 'target')];
  writeFileSync(temp, 'one');
  expect(linkIfFree(temp, target)).toBe('placed');
  // The second call fails with EEXIST, as a repeated request to a network file system does.
  expect(linkIfFree(temp, target)).toBe('placed');
});
