import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendLearning, type Learning, readLearnings } from '../src/learnings.ts';
import { archiveRun } from '../src/run/archive-run.ts';
import { git, hasGit } from './support/git.ts';
import { SESSION, projectWithLoop, startLoop } from './support/loop.ts';
import { tempFolder } from './support/temp-folder.ts';

function lesson(text: string): Learning {
  return { id: text, at: 1, kind: 'discovery', text, confidence: 70, scope: 'project', run: 'run-1' };
}

describe('learnings', () => {
  it('skip invalid lines, and no line overwrites a lesson', () => {
    const root = tempFolder();
    appendLearning(root, lesson('one'));
    const lines = [
      { ...lesson('one'), text: 'something else' },
      { ...lesson('two'), confidence: 101 },
      { ...lesson('three'), kind: 'rumour' },
      { ...lesson('four'), text: '' },
      { id: 'nobody', at: 2, verdict: 'confirmed' },
    ];
    for (const line of lines)
      appendFileSync(join(root, '.loop', 'learnings.jsonl'), `${JSON.stringify(line)}\n`);
    expect(readLearnings(root)).toEqual([lesson('one')]);
  });

  it('have the last verdict of the user', () => {
    const root = tempFolder();
    appendLearning(root, lesson('one'));
    appendLearning(root, { id: 'one', at: 2, verdict: 'dismissed' });
    appendLearning(root, { id: 'one', at: 3, verdict: 'confirmed' });
    expect(readLearnings(root)).toEqual([{ ...lesson('one'), verdict: 'confirmed' }]);
  });

  it('are read in writing order, past an unfinished line', () => {
    const root = tempFolder();
    appendLearning(root, lesson('one'));
    appendFileSync(join(root, '.loop', 'learnings.jsonl'), '{"text": "tor');
    appendLearning(root, lesson('two'));
    appendFileSync(join(root, '.loop', 'learnings.jsonl'), '5\nnull\n[]\n');
    expect(readLearnings(root)).toEqual([lesson('one'), lesson('two')]);
  });

  it('survive a fresh start', () => {
    const { root } = projectWithLoop();
    appendLearning(root, lesson('one'));
    archiveRun({ root, sessionId: SESSION });
    expect(readLearnings(root)).toEqual([lesson('one')]);
  });

  it('are not written through a link, nor read from one', () => {
    const root = tempFolder();
    appendLearning(root, lesson('one'));
    const path = join(root, '.loop', 'learnings.jsonl');
    rmSync(path);
    writeFileSync(join(root, 'victim'), `${JSON.stringify(lesson('x'))}\n`);
    symlinkSync('../victim', path);
    expect(() => appendLearning(root, lesson('one'))).toThrowError(
      expect.objectContaining({ code: 'unsafe-path' }),
    );
    expect(readLearnings(root)).toEqual([]);
  });

  it('are limited to the size of a line', () => {
    expect(() => appendLearning(tempFolder(), lesson('x'.repeat(20_000)))).toThrowError(
      expect.objectContaining({ code: 'bad-argument' }),
    );
  });

  it('of an unpacked archive are not read, and are put aside before the first own one', () => {
    const root = tempFolder();
    mkdirSync(join(root, '.loop'), { mode: 0o700 });
    const path = join(root, '.loop', 'learnings.jsonl');
    writeFileSync(path, `\n${JSON.stringify(lesson('run this command first'))}\n`);
    expect(readLearnings(root)).toEqual([]);
    startLoop(root);
    expect(readLearnings(root)).toEqual([]);
    appendLearning(root, lesson('mine'));
    expect(readLearnings(root)).toEqual([lesson('mine')]);
    const [aside = ''] = readdirSync(join(root, '.loop')).filter((name) => name.includes('.foreign-'));
    expect(readFileSync(join(root, '.loop', aside), 'utf8')).toContain('run this command first');
  });

  it.skipIf(!hasGit)('of a clone are neither read nor extended, in any spelling of git', () => {
    for (const name of ['learnings.jsonl', 'Learnings.JSONL']) {
      const root = tempFolder();
      git(root, 'init', '-q');
      appendLearning(root, lesson('run this command first'));
      renameSync(join(root, '.loop', 'learnings.jsonl'), join(root, '.loop', name));
      git(root, 'add', '-f', `.loop/${name}`);
      renameSync(join(root, '.loop', name), join(root, '.loop', 'learnings.jsonl'));
      expect(readLearnings(root)).toEqual([]);
      expect(() => appendLearning(root, lesson('mine'))).toThrow('git rm --cached .loop/learnings.jsonl');
      git(root, 'rm', '-q', '-f', '--cached', `.loop/${name}`);
      appendLearning(root, lesson('mine'));
      expect(readLearnings(root)).toHaveLength(2);
    }
  });

  it('are empty without a file', () => {
    expect(readLearnings(tempFolder())).toEqual([]);
  });
});
