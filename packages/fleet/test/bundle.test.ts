import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packFolder, unpackFolder } from '../src/agent/bundle.ts';
import { tempFolder } from './support/repository.ts';

function bundleOf(path: string, content = 'eA=='): Uint8Array {
  return gzipSync(JSON.stringify({ format: 'loopwright-bundle-1', files: [{ path, content }] }));
}

test('a folder comes back as it was, without its links', async () => {
  const [from, to] = [tempFolder(), tempFolder()];
  mkdirSync(join(from, 'runs'));
  writeFileSync(join(from, 'runs/a.jsonl'), Buffer.from([0, 255, 10]));
  symlinkSync('/etc/passwd', join(from, 'secret'));
  await unpackFolder(await packFolder(from), to);
  expect(readFileSync(join(to, 'runs/a.jsonl'))).toEqual(Buffer.from([0, 255, 10]));
  expect(existsSync(join(to, 'secret'))).toBe(false);
});

test.each(['../out', 'a/../../out', '/tmp/out', 'a\\..\\out', './a', 'a//b', '..', 'a\0b'])(
  'a bundle that names the file %j is refused, and nothing is written',
  async (path) => {
    const folder = tempFolder();
    await expect(unpackFolder(bundleOf(path), folder)).rejects.toMatchObject({ code: 'bad-bundle' });
    expect(existsSync(join(folder, '..', 'out'))).toBe(false);
  },
);

test('a bundle that is cut off, damaged, of another form, or too large when unpacked is refused', async () => {
  const whole = bundleOf('a');
  const zeros = gzipSync(Buffer.alloc(100 * 1024 * 1024));
  const bombs = [
    whole.subarray(0, whole.length - 8),
    Buffer.from('no bundle'),
    gzipSync('{"files":[]}'),
    bundleOf('a', 'no base64!'),
    // 10 GB of zeros fit into 10 MB.
    Buffer.concat(Array.from({ length: 100 }, () => zeros)),
  ];
  for (const bundle of bombs) {
    await expect(unpackFolder(bundle, tempFolder())).rejects.toMatchObject({ code: 'bad-bundle' });
  }
});

test('a file that is there already is not replaced', async () => {
  const folder = tempFolder();
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'a'));
  await expect(unpackFolder(bundleOf('a'), folder)).rejects.toThrow('EEXIST');
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
});
