import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFile } from '../../src/disk/replace-file.ts';
import { StoreError } from '../../src/errors.ts';
import { tempFolder } from '../support/temp-folder.ts';

describe('replaceFile', () => {
  it('replaces a whole file, private to the user, and leaves no other file', () => {
    const folder = tempFolder();
    const path = join(folder, 'view');
    writeFileSync(path, 'a much longer text than the new one', { mode: 0o666 });
    replaceFile(path, 'café');
    expect(readFileSync(path, 'utf8')).toBe('café');
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    replaceFile(path, Buffer.of(0, 255));
    expect([...readFileSync(path)]).toEqual([0, 255]);
    expect(readdirSync(folder)).toEqual(['view']);
  });

  it('replaces a link and leaves its target alone', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'target'), 'mine');
    symlinkSync('target', join(folder, 'view'));
    replaceFile(join(folder, 'view'), 'new');
    expect(lstatSync(join(folder, 'view')).isFile()).toBe(true);
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('mine');
  });

  it('throws and cleans up when the path is a folder or the folder is missing', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'view'));
    expect(() => replaceFile(join(folder, 'view'), 'new')).toThrow(StoreError);
    expect(readdirSync(folder)).toEqual(['view']);
    expect(() => replaceFile(join(folder, 'absent', 'view'), 'new')).toThrow('ENOENT');
  });
});
