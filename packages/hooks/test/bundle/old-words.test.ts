import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runPath, sha256 } from '@loopwright/store';
import { afterAll, expect, test, vi } from 'vitest';
import { readConsent, readSessionWords, rememberRemoved } from '../../src/proof/contract.ts';
import { rememberTyped } from '../../src/proof/remember-typed.ts';
import { callHook, CLAIM, createProjectFolder, runIn, SESSION, submitIn } from '../support/run-hook.ts';

/** Files that the hook of version 0.1.0 wrote for a typed start and a typed continue. */
const FIXTURES = join(import.meta.dirname, '../fixtures/state-0.1.0');
const RUN = '87212f2c-7419-4214-a2f4-bec971df4b73';
// Old words are found by the session alone, and other tests have the same session.
const STATE_HOME = mkdtempSync(join(tmpdir(), 'loop-old-words-'));
vi.stubEnv('XDG_STATE_HOME', STATE_HOME);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(STATE_HOME, { recursive: true, force: true });
});
const ENV = { XDG_STATE_HOME: STATE_HOME };
const STATE = join(STATE_HOME, 'loopwright');

/** A project with the draft and the state files of version 0.1.0. */
function oldProject(): string {
  const root = createProjectFolder();
  writeFileSync(join(root, 'loop.config.json'), '{"checks":{"lint":"npm run lint"}}');
  const [session, run] = [`${root}\0${SESSION}`, `${root}\0${RUN}`];
  const about = { agreed: root, asked: run, starts: run, config: session, contract: session, typed: session };
  for (const [kind, text] of Object.entries({ ...about, words: SESSION })) {
    const path = join(STATE, kind, sha256(text).slice(0, 32));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, readFileSync(join(FIXTURES, kind)), { mode: 0o600 });
  }
  const journal = runPath(root, SESSION);
  mkdirSync(dirname(journal), { recursive: true, mode: 0o700 });
  copyFileSync(join(FIXTURES, 'journal.jsonl'), journal);
  return root;
}

/** Claude's shell makes the old draft a loop with this check. */
function activate(root: string, command: string): void {
  const criteria = [{ name: 'tests', check: { command, by: 'user' }, by: 'user' }] as const;
  const ids = { runId: runIn(root).id, session: SESSION, frameId: 'frame-1' };
  submitIn(root, { type: 'start', ...ids, spec: 'mend it', criteria: [...criteria] });
}

const stop = async (root: string): Promise<string> => (await callHook(root, 'Stop', CLAIM, ENV)).stdout;

test('the words, agreements and settings of version 0.1.0 are taken over, parsed', () => {
  const root = oldProject();
  const words = readSessionWords({ root, sessionId: SESSION }, ENV);
  expect(words.typed).toMatchObject([
    { command: 'loop:start', run: RUN, spec: 'mend it', flags: { budget: 3 }, iterations: 7, budget: 4 },
    { command: 'loop:continue', flags: { iterations: 5 } },
  ]);
  expect(words.configDigest).toBe(readFileSync(join(FIXTURES, 'config'), 'utf8'));
  expect(words.contracts).toMatchObject([
    { run: RUN, checks: [{ name: 'tests' }, { name: 'lint', typed: 'lint' }, { name: 'docs' }], removed: [] },
  ]);
});

test('the hook still runs what was typed and agreed to', () => {
  const root = oldProject();
  const agrees = (name: string, command: string, sessionId = SESSION, runId?: string): boolean =>
    readConsent({ root, sessionId }, ENV, runId).isAgreed({ name, check: { command } });
  const typed = 'test "a b" = "a b"';
  expect(agrees('tests', typed)).toBe(true);
  expect(agrees('lint', 'npm run lint', 'another')).toBe(true);
  expect(agrees('tests', 'true')).toBe(false);
  // The session that took the loop over.
  expect(agrees('tests', typed, 'another')).toBe(false);
  expect(agrees('tests', typed, 'another', RUN)).toBe(true);
});

test('a loop in the middle keeps its contract, and ends as it did', async () => {
  const root = oldProject();
  activate(root, 'test "a b" = "a b"');
  expect(await stop(root)).toContain('the loop lacks what the user typed: lint');
  const other = oldProject();
  for (const name of ['lint', 'docs']) rememberRemoved({ root: other, sessionId: SESSION }, ENV, RUN, name);
  activate(other, 'test "a b" = "a b"');
  expect(await stop(other)).toContain('✓ Done: tests');
});

test('an old hook beside a new one: its later words count, and the contract of before stays', () => {
  const root = oldProject();
  const place = { root, sessionId: SESSION };
  const typed = { commandName: 'loop:start', commandArgs: 'next --check "more=true"' };
  rememberTyped(place, ENV, typed, { at: Date.now(), drafted: 'run-2' });
  expect(readSessionWords(place, ENV).contracts.at(-1)?.run).toBe('run-2');
  const later = Date.now() / 1000 + 60;
  utimesSync(join(STATE, 'words', sha256(SESSION).slice(0, 32)), later, later);
  expect(readSessionWords(place, ENV).contracts.map(({ run }) => run)).toEqual(['run-2', RUN]);
});
