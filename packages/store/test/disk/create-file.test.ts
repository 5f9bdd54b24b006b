import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createExclusively, linkIfFree, syncOrGoOn } from '../../src/disk/create-file.ts';
import { openGuarded, readGuarded } from '../../src/disk/open-guarded.ts';
import { tempFolder } from '../support/temp-folder.ts';

describe('creating a file exclusively', () => {
  it('puts all of it there, for its user alone', () => {
    const path = join(tempFolder(), 'a');
    expect(createExclusively(path, 'text', 'synced')).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('text');
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
  });

  it('leaves an existing file or dangling link alone', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a'), 'mine');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'b'));
    expect(createExclusively(join(folder, 'a'), 'text')).toBe(false);
    expect(createExclusively(join(folder, 'b'), 'text')).toBe(false);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('names the file and the failure', () => {
    const path = join(tempFolder(), 'none', 'a');
    expect(() => createExclusively(path, '')).toThrowError(
      expect.objectContaining({
        name: 'StoreError',
        code: 'io',
        message: `Could not create ${path}: ENOENT.`,
      }),
    );
  });
});

describe('syncing', () => {
  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };

  it.each(['ERR_ACCESS_DENIED', 'EINVAL', 'ENOSYS', 'ENOTSUP'])(
    'goes on where it is not to be had: %s',
    (code) => {
      expect(() => syncOrGoOn(0, failing(code))).not.toThrow();
    },
  );

  it.each(['EIO', 'ENOSPC', 'EDQUOT'])('is not done when the disk says %s', (code) => {
    expect(() => syncOrGoOn(0, failing(code))).toThrow(code);
  });
});

describe('opening a file of ours', () => {
  it('names the actual kind of the path', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'long'), '12345');
    expect(openGuarded(join(folder, 'none'), { access: 'read', maxBytes: 9 })).toBe('absent');
    expect(openGuarded(join(folder, 'long', 'below'), { access: 'read', maxBytes: 9 })).toBe('absent');
    expect(openGuarded(join(folder, 'folder'), { access: 'read', maxBytes: 9 })).toBe('not-plain');
    expect(readGuarded(join(folder, 'long'), 4)).toBe('too-large');
  });
});

it('linking gives a free name to the file, leaves a taken name alone, and throws for a missing file', () => {
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

it('linking counts a link that was made although its answer was lost', () => {
  const folder = tempFolder();
  const [temp, target] = [join(folder, 'temp'), join(folder, 'target')];
  writeFileSync(temp, 'one');
  expect(linkIfFree(temp, target)).toBe('placed');
  // The second call fails with EEXIST, as a repeated request to a network file system does.
  expect(linkIfFree(temp, target)).toBe('placed');
});
