import { existsSync, mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '@loopwright/core';
import { describe, expect, it } from 'vitest';
import type * as Store from '../../src/index.ts';
import { NOW, SESSION, startCommand } from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';
import texts from './state-texts.json' with { type: 'json' };

// The built package, as it is published.
const built = join(import.meta.dirname, '..', '..', 'dist', 'index.js');
const store = (await import(built)) as typeof Store;

type Text = (typeof texts)[number] & {
  readonly text?: string;
  readonly hex?: string;
  readonly repeat?: readonly [string, number];
  readonly fill?: number;
  readonly sparse?: number;
};

function write(path: string, { text, hex, repeat, fill, sparse }: Text): void {
  if (sparse !== undefined) {
    writeFileSync(path, '');
    truncateSync(path, sparse);
  } else if (hex !== undefined) writeFileSync(path, Buffer.from(hex, 'hex'));
  else if (repeat !== undefined) writeFileSync(path, repeat[0].repeat(repeat[1]));
  else writeFileSync(path, (text ?? '').replace('@', 'x'.repeat(fill ?? 1)));
}

/** A run without what a refused edit leaves: the count of its events and the note for Claude. */
function withoutNotes(run: Run): unknown {
  return { ...run, events: 0, updatedAt: 0, frames: run.frames.map((frame) => ({ ...frame, notes: [] })) };
}

const prototype = JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort());

function expectUnharmed(root: string): void {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort())).toBe(prototype);
  expect(existsSync(join(root, 'pwned'))).toBe(false);
  expect(readdirSync(root)).toEqual(['.loop']);
}

describe.each(texts as readonly Text[])('corpus $no, $name', (entry) => {
  it(`as a hand-written state.json: ${entry.handWritten}`, () => {
    const root = tempFolder();
    mkdirSync(join(root, '.loop'));
    write(join(root, '.loop', 'state.json'), entry);
    const adopted = store.adoptRun({ root, sessionId: SESSION, runId: 'run-1', at: Date.now(), by: 'stop' });
    const answer =
      adopted.status === 'adopted' && adopted.opened.run.status === 'aborted' ? 'aborted' : adopted.status;
    expect(answer).toBe(entry.handWritten);
    if (adopted.status === 'adopted') {
      store.projectViews(adopted.opened, Date.now());
      expect(store.openRun({ root, sessionId: SESSION }).status).toBe('open');
    }
    expectUnharmed(root);
  });

  it('as an edit of state.json it changes nothing but a note that refuses it, and the view is put right', () => {
    const root = tempFolder();
    const started = store.startRun({ root, sessionId: SESSION }, startCommand());
    if (started.status !== 'started') throw new Error(started.status);
    const { opened } = started;
    const before = opened.run;
    write(join(root, '.loop', 'state.json'), entry);
    store.importEdits(opened, NOW);
    const { kept, failed } = store.projectViews(opened, NOW);
    expect(failed).toEqual([]);
    expect(kept).toHaveLength(1);
    expect(withoutNotes(opened.run)).toEqual(withoutNotes(before));
    expect(JSON.parse(readFileSync(join(root, '.loop', 'state.json'), 'utf8'))).toMatchObject({
      spec: before.frames[0]?.spec,
    });
    expectUnharmed(root);
  });

  it('as a journal it is nobody’s loop, as a snapshot or marks it changes nothing', () => {
    const root = tempFolder();
    const started = store.startRun({ root, sessionId: SESSION }, startCommand());
    if (started.status !== 'started') throw new Error(started.status);
    const path = store.runPath(root, SESSION);
    for (const name of [path.replace('.jsonl', '.snapshot.json'), join(root, '.loop', 'views.json')])
      write(name, entry);
    expect(store.openRun({ root, sessionId: SESSION }).status).toBe('open');
    write(path, entry);
    expect(store.openRun({ root, sessionId: SESSION }).status).toBe('unsafe');
    expect(store.listRuns(root)[0]?.run).toBeUndefined();
    expectUnharmed(root);
  });
});
