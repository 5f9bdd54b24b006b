// @module-tag deep
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { playSession } from './play-session.ts';
import { sessions } from './sessions.ts';

const EXPECTED = join(import.meta.dirname, 'expected');

describe('the built hook and command answer as recorded', () => {
  test.concurrent.each(sessions)('$name', async (session) => {
    const played = await playSession(session);
    const path = join(EXPECTED, `${session.name}.txt`);
    if (process.env['UPDATE'] === '1') writeFileSync(path, played);
    expect(existsSync(path), `${path} is missing; UPDATE=1 writes it`).toBe(true);
    // Node's message shows the lines that differ, also in the summary of CI.
    assert.equal(played, readFileSync(path, 'utf8'));
  });
});

test('every recording belongs to a session', () => {
  const names = sessions.map(({ name }) => `${name}.txt`);
  expect(readdirSync(EXPECTED).toSorted()).toEqual(names.toSorted());
});
