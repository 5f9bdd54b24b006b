import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditJournal } from '../../src/journal/audit.ts';
import { rememberStart } from '../../src/run/state-folder.ts';
import { openLoop } from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';

const AT = Date.UTC(2026, 0, 2, 4);

/** A run that version 0.1.0 began: two inner loops ended, then a rate limit paused it. */
function oldRun(): ReturnType<typeof openLoop> {
  const root = tempFolder();
  mkdirSync(join(root, '.loop', 'runs'), { recursive: true });
  copyFileSync(
    join(import.meta.dirname, '..', 'fixtures', 'run-of-0.1.0.jsonl'),
    join(root, '.loop', 'runs', 'b19cc7cbfd0c5fb1.jsonl'),
  );
  rememberStart(root, 'run-1');
  return openLoop(root);
}

test('the endings in a journal of version 0.1.0 are read into their fields', () => {
  const { run } = oldRun();
  expect(run.closed.map(({ ending }) => ending)).toEqual([
    { kind: 'cancelled', at: expect.any(Number), reason: 'not needed', by: 'user' },
    { kind: 'claimed', at: expect.any(Number) },
  ]);
  expect(run.ending).toMatchObject({
    kind: 'paused',
    cause: { kind: 'failure', failure: 'rate-limit', reason: 'rate_limit', retryAt: 1_767_326_645_000 },
  });
});

test('a run that version 0.1.0 began goes on and ends as verified', () => {
  const opened = oldRun();
  opened.submit({ type: 'resume', at: AT });
  const evidence = { id: 'e1', at: AT, passed: true, exitCode: 0, durationMs: 5, fingerprint: 'tree-1' };
  const seen = { ...evidence, witness: 'hook' } as const;
  opened.submit({ type: 'verify', at: AT, results: [{ criterion: 'tests', evidence: seen }] });
  opened.submit({
    type: 'stop',
    at: AT + 1,
    signals: [{ kind: 'loop-complete', value: 'done', line: 1 }],
    fingerprints: [{ scope: '', value: 'tree-1' }],
  });
  expect(opened.run.ending).toMatchObject({ kind: 'verified', seen: { hook: ['tests'] } });
  expect(auditJournal(opened.journal)).toBeUndefined();
});
