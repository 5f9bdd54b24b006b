import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { findProgram, HARMLESS_SETTINGS } from '@loopwright/checks';
import type { CommitStat, FileStat } from '@loopwright/report';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Nothing of the repository or of its settings is started or fetched. */
const LOG = [
  '--no-pager',
  ...HARMLESS_SETTINGS,
  'log',
  '--all',
  '--no-merges',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--no-renames',
  '--no-color',
  '--relative',
  '--numstat',
  '-z',
  '--fixed-strings',
];

/** Reads the commits that `loop run --commit` made for a run, the oldest first. None without git or a repository. */
export function readCommits(root: string, runId: string, since: number): readonly CommitStat[] {
  const program = findProgram(process.env, 'git', root);
  if (program === undefined) return [];
  // Before each commit and between its fields. No message and no path can contain it.
  const mark = randomUUID();
  try {
    const output = execFileSync(
      program,
      [
        ...LOG,
        `--format=${mark}%at${mark}%B${mark}`,
        `--since=${Math.floor(since / 1000) - 1}`,
        `--grep=Loop-Run: ${runId}`,
        '--',
      ],
      {
        cwd: root,
        env: gitEnvironment(),
        encoding: 'utf8',
        timeout: TIMEOUT_MS,
        maxBuffer: MAX_BYTES,
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
      },
    );
    return commitsOf(output.split(mark), runId).toSorted((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

function commitsOf([, ...parts]: readonly string[], runId: string): readonly CommitStat[] {
  const commits: CommitStat[] = [];
  for (let part = 0; part + 2 < parts.length; part += 3) {
    const [seconds = '', message = '', files = ''] = parts.slice(part, part + 3);
    const iteration = Number(/^Loop-Iteration: (\d+)/m.exec(message)?.[1]);
    if (!message.split('\n').includes(`Loop-Run: ${runId}`) || !Number.isInteger(iteration)) continue;
    commits.push({ at: Number(seconds) * 1000, iteration, files: filesOf(files) });
  }
  return commits;
}

/** Binary files have a dash in place of their lines. */
function filesOf(numstat: string): readonly FileStat[] {
  return [...numstat.matchAll(/(\d+|-)\t(\d+|-)\t([^\0]+)/g)].map(([, added, removed, path = '']) =>
    added === '-' || removed === '-'
      ? { path }
      : { path, lines: { added: Number(added), removed: Number(removed) } },
  );
}

function gitEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
}
