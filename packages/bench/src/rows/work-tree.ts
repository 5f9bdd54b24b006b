import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure, Section } from '../figures/figure.ts';
import { type Cost, costOf, measureCosts, type Measured, median, ms } from '../process/cost.ts';
import { mainNode } from '../process/nodes.ts';
import { timeProcess } from '../process/run-process.ts';
import { folderRestorer } from '../stage/folder-restorer.ts';
import { SESSION, stopHook, stopInput } from '../stage/hook.ts';
import { createProject, type Project } from '../stage/project.ts';
import { startLoop } from '../stage/start-loop.ts';
import { stateFolder } from '../stage/state-folder.ts';
import type { Plan } from './plan.ts';

const FILES_PER_FOLDER = 200;
/** The built command. */
const COMMAND = join(dirname(fileURLToPath(import.meta.resolve('loopwright/package.json'))), 'dist/loop.cjs');

/** Compares `loop verify` and a claim in large work trees with `git status --porcelain`. */
export function benchWorkTree({ rounds }: Plan): Section {
  const project = createProject('work-tree');
  try {
    createRepository(project);
    // The same project grows, because making a file takes longer than measuring it.
    const figures = [40_000, 200_000].flatMap((files) => {
      fillUpTo(project, files);
      return figuresOf(project, files, Math.ceil(rounds / 4));
    });
    return { title: 'A large work tree, beyond an empty Node', figures };
  } finally {
    project.remove();
  }
}

function figuresOf(project: Project, files: number, rounds: number): Figure[] {
  const costs = measureCosts(subjectsIn(project), rounds);
  const [git, empty] = [costOf(costs, 'git'), costOf(costs, 'empty')];
  return ['verify', 'claim'].flatMap((name) => {
    const what = `${name}, ${files.toLocaleString('en')} files`;
    return compare(what, costOf(costs, name), git, empty);
  });
}

function compare(what: string, cost: Cost, git: Cost, empty: Cost): Figure[] {
  const [own, status, start] = [median(cost.wallMs), median(git.wallMs), median(empty.wallMs)];
  const rssMb = median(cost.rssMb);
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
      value: rssMb,
      unit: 'MB',
      goal: { kind: 'at most', limit: 120 },
      measured: `an empty Node ${median(empty.rssMb).toFixed(1)} MB`,
    },
  ];
}

/** Makes a repository, and a loop with one criterion in it. */
function createRepository(project: Project): void {
  const git = gitIn(project);
  git('init');
  // A clean-up in the background would disturb the figures, and would still write when the folder is removed.
  git('config', 'gc.auto', '0');
  git('config', 'maintenance.auto', 'false');
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
  const git = gitIn(project);
  git('add', '.');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '-m', 'all files');
}

function gitIn({ path }: Project): (...args: readonly string[]) => void {
  return (...args) =>
    void execFileSync('git', args, { cwd: path, env: { PATH: process.env['PATH'] }, stdio: 'ignore' });
}

function subjectsIn(project: Project): readonly Measured[] {
  const { path: node } = mainNode();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: project.beside('.'),
    XDG_STATE_HOME: stateFolder(),
    CLAUDE_PROJECT_DIR: project.path,
    CLAUDE_CODE_SESSION_ID: SESSION,
  };
  const own = { stdin: '', env, cwd: project.path };
  const verify: Measured = {
    name: 'verify',
    invocation: () => ({ ...own, command: node, args: [COMMAND, 'verify'] }),
    check: ({ code }) => assert.equal(code, 0),
  };
  verify.check(timeProcess(verify.invocation()));
  // A proved claim ends the loop, so every claim starts from the same files.
  const prepare = folderRestorer(project.at('.loop'));
  const stdin = stopInput(project.path, { last_assistant_message: '<loop-done>COMPLETE</loop-done>' });
  writeFileSync(project.beside('empty.cjs'), '');
  return [
    {
      name: 'git',
      invocation: () => ({ ...own, command: 'git', args: ['status', '--porcelain'] }),
      check: ({ code }) => assert.equal(code, 0),
      isForeign: true,
    },
    {
      name: 'empty',
      invocation: () => ({ ...own, command: node, args: [project.beside('empty.cjs')] }),
      check: ({ code }) => assert.equal(code, 0),
    },
    { ...verify, prepare },
    {
      name: 'claim',
      prepare,
      invocation: () => stopHook(node, project.path, stdin, env),
      check: ({ stdout }) => assert.match(stdout, /verified/),
    },
  ];
}
