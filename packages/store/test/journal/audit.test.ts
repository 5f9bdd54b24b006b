import { readFileSync, writeFileSync } from 'node:fs';
import type { Evidence } from '@loopwright/core';
import { describe, expect, it } from 'vitest';
import { auditJournal, decideAgain } from '../../src/journal/audit.ts';
import { encodeRecord, type RecordBody, scanRecords } from '../../src/journal/record.ts';
import { loopProgram } from '../../src/journal/loop-program.ts';
import { formatSnapshot } from '../../src/journal/snapshot.ts';
import { openRun, snapshotPath } from '../../src/run/open-run.ts';
import { runPath } from '../../src/presence.ts';
import { NOW, openLoop, SESSION, projectWithLoop, stopCommand, work } from '../support/loop.ts';

const CHECK = { command: 'npm test', by: 'user' } as const;
const PASSED: Evidence = {
  id: 'tests-000000000001',
  at: NOW,
  passed: true,
  exitCode: 0,
  durationMs: 1,
  fingerprint: 'tree-1',
  witness: 'hook',
};

/** A loop with a failed check, in four records. */
function project(): string {
  const { root, opened } = projectWithLoop({ criteria: [{ name: 'tests', check: CHECK, by: 'user' }] });
  work(opened);
  opened.submit({
    type: 'verify',
    at: NOW,
    results: [{ criterion: 'tests', evidence: { ...PASSED, passed: false, exitCode: 1 } }],
  });
  opened.submit(stopCommand());
  return root;
}

function audit(root: string): string | undefined {
  const opened = openLoop(root);
  try {
    return auditJournal(opened.journal);
  } finally {
  }
}

/** Rewrites the journal, every record in its place, with right hashes. */
function rewrite(root: string, change: (bodies: RecordBody[]) => readonly RecordBody[]): void {
  const path = runPath(root, SESSION);
  const bodies = scanRecords(readFileSync(path), 0).records.map(({ body }) => body);
  let text = Buffer.alloc(0);
  for (const body of change(bodies)) text = Buffer.concat([text, encodeRecord({ ...body, at: text.length })]);
  writeFileSync(path, text);
}

describe('the audit of a journal', () => {
  it('finds nothing in a journal of ours, and nothing in one that was only written anew', () => {
    const root = project();
    expect(audit(root)).toBeUndefined();
    rewrite(root, (bodies) => bodies);
    expect(audit(root)).toBeUndefined();
  });

  it.each<[string, (bodies: RecordBody[]) => readonly RecordBody[]]>([
    [
      'evidence under another command',
      ([start, seen, failed, ...rest]) => {
        const e = JSON.parse(
          JSON.stringify(failed!.e).replace('"passed":false', '"passed":true'),
        ) as unknown[];
        return [start!, { ...seen!, e }, failed!, ...rest];
      },
    ],
    [
      'a failed check that passed',
      (bodies) =>
        bodies.map(
          (body) =>
            JSON.parse(
              JSON.stringify(body).replace(/("e":.*)"passed":false/, '$1"passed":true'),
            ) as RecordBody,
        ),
    ],
    [
      'a criterion that is gone',
      ([start, ...rest]) => [
        start!,
        {
          ...start!,
          n: 'abcdefghijkl',
          c: { type: 'observe', at: NOW, tools: 1 },
          e: [{ type: 'criterion-removed', at: NOW, name: 'tests' }],
        },
        ...rest,
      ],
    ],
    [
      'a check that is another',
      (bodies) =>
        bodies.map((body, index) =>
          index === 0
            ? { ...body, e: JSON.parse(JSON.stringify(body.e).replace('npm test', 'true')) as unknown[] }
            : body,
        ),
    ],
  ])('finds %s', (_, change) => {
    const root = project();
    rewrite(root, change);
    expect(audit(root)).toMatch(/changed by hand/);
  });

  it('finds that a record was cut out', () => {
    const root = project();
    const path = runPath(root, SESSION);
    const { records } = scanRecords(readFileSync(path), 0);
    const [, second, third] = records;
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, second!.start), bytes.subarray(third!.start)]));
    expect(audit(root)).toBe('records of the journal were removed by hand');
  });

  it('reads no snapshot: what a forged one says is forgotten', () => {
    const root = project();
    const first = openLoop(root);
    const run = { ...first.run, frames: first.run.frames.map((frame) => ({ ...frame, criteria: [] })) };
    const position = first.journal.log.read(0).resume;
    const path = snapshotPath(runPath(root, SESSION));
    const snapshot = { run, position, count: 4, ignored: 0, sources: [] };
    writeFileSync(path, formatSnapshot(first.journal.log, snapshot, loopProgram.version) ?? '');

    const opened = openLoop(root);
    expect(opened.run.frames[0]?.criteria).toEqual([]);
    expect(auditJournal(opened.journal)).toBeUndefined();
    expect(opened.run.frames[0]?.criteria).toHaveLength(1);
  });

  it('lets differences pass that prove nothing, such as those of an older version', () => {
    const root = project();
    rewrite(root, (bodies) =>
      bodies.map(
        (body) =>
          JSON.parse(JSON.stringify(body).replace('"iterations":10', '"iterations":12')) as RecordBody,
      ),
    );
    const opened = openRun({ root, sessionId: SESSION });
    if (opened.status !== 'open') throw new Error(opened.status);
    const [start] = opened.journal.history();
    expect(decideAgain(start!).decision.events).not.toEqual(start!.record.events);
    expect(audit(root)).toBeUndefined();
  });
});
