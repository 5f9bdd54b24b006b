import { randomUUID } from 'node:crypto';
import { askGit } from '@loopwright/checks';
import type { CommitStat, FileStat } from '@loopwright/report';

/** Nothing of the repository or of its settings is started or fetched. */
const LOG = [
  'log',
  '--all',
  '--reverse',
  '--no-merges',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--no-renames',
  '--no-color',
  '--relative',
  '--numstat',
  '--patch',
  '-z',
  '--fixed-strings',
];

/** Reads the commits that `loop run --commit` made for a run, the oldest first. None without git or a repository. */
export function readCommits(root: string, runId: string, since: number): readonly CommitStat[] {
  // Before each commit and between its fields. No message and no path can contain it.
  const mark = randomUUID();
  const output = askGit(root, process.env, [
    '--no-pager',
    ...LOG,
    `--format=${mark}%at${mark}%B${mark}`,
    `--since=${Math.floor(since / 1000) - 1}`,
    `--grep=Loop-Run: ${runId}`,
    '--',
  ]);
  return commitsOf((output ?? '').split(mark), runId).toSorted((one, other) => one.at - other.at);
}

function commitsOf([, ...parts]: readonly string[], runId: string): readonly CommitStat[] {
  const commits: CommitStat[] = [];
  for (let part = 0; part + 2 < parts.length; part += 3) {
    const [seconds = '', message = '', changes = ''] = parts.slice(part, part + 3);
    const iteration = Number(/^Loop-Iteration: (\d+)/m.exec(message)?.[1]);
    if (!message.split('\n').includes(`Loop-Run: ${runId}`) || !Number.isInteger(iteration)) continue;
    const [files, patch] = partsOf(changes);
    commits.push({ at: Number(seconds) * 1000, iteration, files: filesOf(files), patch });
  }
  return commits;
}

/** The list of files ends before the diff, with an empty entry. */
function partsOf(changes: string): readonly [files: string, patch: string] {
  const end = changes.indexOf('\0\0');
  return end < 0 ? [changes, ''] : [changes.slice(0, end + 1), changes.slice(end + 2)];
}

/** Binary files have a dash in place of their lines. */
function filesOf(numstat: string): readonly FileStat[] {
  return [...numstat.matchAll(/(\d+|-)\t(\d+|-)\t([^\0]+)/g)].map(([, added, removed, path = '']) =>
    added === '-' || removed === '-' ? { path } : { path, added: Number(added), removed: Number(removed) },
  );
}
