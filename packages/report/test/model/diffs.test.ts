import { describe, expect, it } from 'vitest';
import { keptOf } from '../../src/model/keep-ends.ts';
import type { ChangeHistory } from '../../src/model/history.ts';
import { toReports } from '../../src/model/to-report.ts';
import { diffText } from '../../src/text/diff-text.ts';
import { HistoryBuilder } from '../support/history-builder.ts';
import { grindRun, verifiedRun } from '../support/histories.ts';

/** Each iteration of each frame with its diff stat. */
function diffsOf(history: HistoryBuilder, changes?: Partial<ChangeHistory>): readonly string[] {
  const built = history.build();
  const none = { roots: [], transcripts: [], edits: [], commits: [] };
  const [run] = toReports(changes ? { ...built, changes: { ...none, ...changes } } : built);
  return keptOf(run!.frames).flatMap((frame) =>
    keptOf(frame.iterations).map(
      ({ number, diff }) => `${frame.id} ${number}: ${diffText(diff)} (${diff.source})`,
    ),
  );
}

const first = (history: HistoryBuilder) =>
  keptOf(toReports(history.build())[0]!.frames)[0]!.iterations.head[0]!;

/** The time of a record of a history. */
function timeOf(history: HistoryBuilder, step: number): number {
  return history.steps[step]?.record.command.at ?? 0;
}

describe('the diff stat of an iteration', () => {
  it('adds up what the transcripts have, and counts files without lines', () => {
    expect(diffsOf(verifiedRun())).toEqual([
      'frame-1 0: 2 files +76 −3 (edits)',
      'frame-1 1: 3 files +171 −9 (edits)',
      'frame-1 2: 3 files, 2 of them +51 −14 (edits)',
      'frame-1 3: 2 files +11 −13 (edits)',
      'frame-1 4: 1 file +2 −2 (edits)',
      'frame-1 5: 2 files +16 −5 (edits)',
      'frame-1 6: no file (edits)',
    ]);
  });

  it('names files and says that lines are not known where no transcript is left', () => {
    const history = new HistoryBuilder().start();
    history.work(2, ['a.ts', 'b.ts']).stop(0, { message: 'a' }).work(1).stop(0, { message: 'b' });
    expect(diffsOf(history)).toEqual([
      'frame-1 0: 2 files, lines not known (names)',
      'frame-1 1: not known (names)',
      'frame-1 2: not known (names)',
    ]);
  });

  it('an iteration before the part of a transcript that is left is not known', () => {
    const history = new HistoryBuilder().start().work(1, ['a.ts']).wait(60_000).stop(0, { message: 'a' });
    history.wait(60_000).work(1, ['b.ts']);
    const edit = { at: timeOf(history, 3), path: 'b.ts', lines: { added: 1, removed: 0 } };
    const transcripts = [{ from: edit.at, to: edit.at }];
    expect(diffsOf(history, { transcripts, edits: [edit] })).toEqual([
      'frame-1 0: 1 file, lines not known (names)',
      'frame-1 1: 1 file +1 −0 (edits)',
    ]);
  });

  it('the frame on top did the work', () => {
    const history = grindRun(1);
    const edit = { at: timeOf(history, 2), path: 'src/token.ts', lines: { added: 4, removed: 1 } };
    expect(diffsOf(history, { transcripts: [{ from: edit.at, to: edit.at }], edits: [edit] })).toEqual(
      expect.arrayContaining([
        'frame-1 0: not known (names)',
        'issue-1 0: 1 file +4 −1 (edits)',
        'issue-1 1: 1 file, lines not known (names)',
      ]),
    );
  });

  it('a commit of the iteration is worth more than the edits', () => {
    const history = new HistoryBuilder().start().stop(0, { message: 'a' }).wait(60_000);
    history.work(1, ['a.ts']).lines('a.ts', 9, 9).wait(100).stop(0, { message: 'b' });
    // Git cuts the time to a second.
    const at = Math.floor(timeOf(history, 3) / 1000) * 1000;
    const files = [{ path: 'a.ts', lines: { added: 2, removed: 1 } }, { path: 'logo.png' }];
    const commits = [
      { at: at - 3_600_000, iteration: 1, files: [] },
      { at, iteration: 1, files },
      { at, iteration: 7, files: [] },
    ];
    expect(diffsOf(history, { commits })[1]).toBe('frame-1 1: 2 files, 1 of them +2 −1 (commit)');
  });

  it('what was changed outside of the project, in the state of the loop or after the end does not count', () => {
    const history = new HistoryBuilder().start().work(1, ['/p/in/a.ts', '/p/inner/b.ts']);
    const at = timeOf(history, 1);
    const lines = { added: 1, removed: 0 };
    history.wait(1000).do({ type: 'cancel' });
    const edits = [
      { at, path: '/p/in/a.ts', lines },
      { at, path: '/p/in/.loop/state.json', lines },
      { at, path: '/tmp/notes', lines },
      { at: at + 60_000, path: '/p/in/later.ts', lines },
    ];
    const changes = { roots: ['/p/in'], transcripts: [{ from: at, to: at }], edits };
    expect(diffsOf(history, changes)).toEqual(['frame-1 0: 1 file +1 −0 (edits)']);
  });

  it('lists the most changed files, and counts the others', () => {
    const history = new HistoryBuilder().start();
    for (let file = 0; file < 60; file += 1) history.lines(`src/${file}.ts`, file);
    const { diff } = first(history);
    expect(diff).toMatchObject({ fileCount: 60, countedFiles: 60, added: 1770, removed: 0 });
    expect(diff.files).toHaveLength(40);
    expect(diff.files[0]).toEqual({ path: 'src/59.ts', added: 59, removed: 0 });
  });
});
