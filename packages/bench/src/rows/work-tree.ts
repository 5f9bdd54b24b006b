import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cost, mainNode, type Measured, measureCosts, timeProcess } from '../costs.ts';
import { type Figure, median, ms } from '../figures.ts';
import {
  COMMAND,
  createProject,
  folderRestorer,
  install,
  type Project,
  SESSION,
  startLoop,
  stopHook,
  stopInput,
} from '../stage.ts';

const FILES_PER_FOLDER = 200;

/** Compares `loop verify` and a claim in large work trees with `git status --porcelain`. */
export function benchWorkTree(rounds: number): readonly Figure[] {
  const project = createProject('work-tree');
  try {
    createRepository(project);
    // The same project grows, because making a file takes longer than measuring it.
    return [40_000, 200_000].flatMap((files) => {
      fillUpTo(project, files);
      const subjects = subjectsIn(project);
      const cost = measureCosts(subjects, Math.ceil(rounds / 4));
      // A measured claim may have ended the loop, which the next size needs.
      subjects.at(-1)?.prepare?.();
      return ['verify', 'claim'].flatMap((name) =>
        compare(`${name}, ${files.toLocaleString('en')} files`, cost(name), cost('git'), cost('empty')),
      );
    });
  } finally {
    project.remove();
  }
}

function compare(what: string, cost: Cost, git: Cost, empty: Cost): Figure[] {
  const [own, status, start] = [median(cost.wallMs), median(git.wallMs), median(empty.wallMs)];
  return [
    {
      what: `${what}, against git status`,
      value: (own - start) / status,
      unit: '×',
      goal: { kind: 'at most', limit: 4 },
      measured: `${ms(status)} → ${ms(own)}, an empty Node ${ms(start)}`,
    },
    {
      what: `${what}: memory`,
      value: median(cost.rssMb),
      unit: 'MB',
      goal: { kind: 'at most', limit: 120 },
      measured: `an empty Node ${median(empty.rssMb).toFixed(1)} MB`,
    },
  ];
}

/** Makes a repository, and a loop with one criterion in it. */
function createRepository(project: Project): void {
  git(project, 'init');
  // A clean-up in the background would disturb the figures, and would still write when the folder is removed.
  git(project, 'config', 'gc.auto', '0');
  git(project, 'config', 'maintenance.auto', 'false');
  startLoop(project.path, {
    criteria: [{ name: 'tests pass', check: { command: 'true' } }],
    limits: { iterations: null, budgetUsd: null },
  }).close();
}

/** Adds committed files until there are this many. */
function fillUpTo(project: Project, files: number): void {
  for (let folder = 0; folder < files / FILES_PER_FOLDER; folder += 1) {
    const path = project.at(`folder-${folder}`);
    if (existsSync(path)) continue;
    mkdirSync(path);
    // Every folder has the same content, so that git stores few objects. Reading the tree reads none of them.
    for (let file = 0; file < FILES_PER_FOLDER; file += 1) {
      writeFileSync(join(path, `file-${file}-of-folder-${folder}.txt`), `content of file ${file}\n`);
    }
  }
  git(project, 'add', '.');
  git(
    project,
    '-c',
    'user.name=bench',
    '-c',
    'user.email=bench@example.org',
    'commit',
    '--quiet',
    '-m',
    'all files',
  );
}

function git({ path }: Project, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: path, env: { PATH: process.env['PATH'] }, stdio: 'ignore' });
}

function subjectsIn(project: Project): readonly Measured[] {
  const { path: node } = mainNode();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: project.beside('.'),
    XDG_STATE_HOME: install().state,
    CLAUDE_PROJECT_DIR: project.path,
    CLAUDE_CODE_SESSION_ID: SESSION,
  };
  const subject = (name: string, command: string, ...args: readonly string[]): Measured => ({
    name,
    invocation: () => ({ command, args, stdin: '', env, cwd: project.path }),
    check: ({ code }) => assert.equal(code, 0),
  });
  const verify = subject('verify', node, COMMAND, 'verify');
  verify.check(timeProcess(verify.invocation()));
  // A proved claim ends the loop, so every claim starts from the same files.
  const prepare = folderRestorer(project.at('.loop'));
  const stdin = stopInput(project.path, { last_assistant_message: '<loop-done>COMPLETE</loop-done>' });
  writeFileSync(project.beside('empty.cjs'), '');
  return [
    { ...subject('git', 'git', 'status', '--porcelain'), isForeign: true },
    subject('empty', node, project.beside('empty.cjs')),
    { ...verify, prepare },
    {
      name: 'claim',
      prepare,
      invocation: () => stopHook(node, project.path, stdin, env),
      check: ({ stdout }) => assert.match(stdout, /✓ Done/),
    },
  ];
}
