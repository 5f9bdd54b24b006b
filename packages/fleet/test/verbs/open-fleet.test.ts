import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from 'loopwright/src/parts.ts';
import { fleetPlace } from '../../src/verbs/open-fleet.ts';

const URL_WITH_PASSWORD = 'postgres://loop:secret@db.example.org/loop';

/** A file with this text and this mode. */
function fileWith(text: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'loop-place-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'fleet');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const placeOf = (named: string | undefined, env: Readonly<Record<string, string>> = {}) =>
  fleetPlace({ cwd: '/', env: { HOME: '/home/ann', ...env } } as unknown as Context, named);

test('the URL of a fleet is read from a file, and its password is never shown', () => {
  const path = fileWith(`${URL_WITH_PASSWORD}\n`);
  const found = { kind: 'server', url: URL_WITH_PASSWORD, isExposed: false };
  expect(placeOf(path)).toMatchObject({ ...found, shown: expect.not.stringContaining('secret') });
  expect(placeOf(undefined, { LOOP_FLEET: path })).toMatchObject(found);
});

test('a password in the environment or the arguments counts as exposed, also behind a question mark', () => {
  const behind = 'postgres:///loop?host=db&password=secret';
  for (const place of [placeOf(URL_WITH_PASSWORD), placeOf(undefined, { LOOP_FLEET: behind })])
    expect(place).toMatchObject({ isExposed: true, shown: expect.not.stringContaining('secret') });
  expect(placeOf('postgres:///loop?host=/run/postgresql')).toMatchObject({ isExposed: false });
});

test('a file that others can read, or that holds no URL, is refused', () => {
  expect(() => placeOf(fileWith(URL_WITH_PASSWORD, 0o604))).toThrow('is not yours alone');
  expect(() => placeOf(fileWith('secret'))).toThrow(/^The file \S+ holds no URL of a PostgreSQL server\.$/);
});

test('any other place is a folder', () => {
  expect(placeOf('srv/fleet')).toMatchObject({ kind: 'folder', folder: '/srv/fleet' });
  expect(placeOf(undefined)).toMatchObject({ folder: '/home/ann/.local/state/loopwright/fleet' });
});
