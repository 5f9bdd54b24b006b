import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An environment without settings of this machine. */
export const GIT_ENV: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.invalid',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.invalid',
};

/** What an attempt keeps of its work, but for the commit that a test has. */
export const BUNDLE = {
  iteration: 1,
  spentUsd: 0,
  isProved: false,
  branch: 'refs/x',
  base: '',
  commit: 'c',
  content: new Uint8Array(Buffer.from('journal')),
};

/** For jobs without needs: there is nothing to merge. */
export async function mergeNothing(): Promise<never> {
  throw new Error('These jobs need no other.');
}

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A bare repository with a commit on `main`, and a clone of it. */
export function createRepository(): {
  readonly path: string;
  readonly work: string;
  readonly git: (cwd: string, ...args: readonly string[]) => string;
  /** Makes the repository refuse pushes to refs that begin so. */
  readonly refuse: (refs: string) => void;
  readonly acceptAll: () => void;
} {
  const home = tempFolder();
  const [path, work] = [join(home, 'app.git'), join(home, 'work')];
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd,
      env: GIT_ENV,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  git(home, 'init', '--quiet', '--bare', '--initial-branch=main', path);
  git(home, 'clone', '--quiet', path, work);
  writeFileSync(join(work, 'README.md'), 'The app\n');
  git(work, 'add', '.');
  git(work, 'commit', '--quiet', '-m', 'begin');
  git(work, 'push', '--quiet', 'origin', 'HEAD:main');
  const hook = join(path, 'hooks/update');
  return {
    path,
    work,
    git,
    refuse: (refs) => {
      writeFileSync(hook, `#!/bin/sh\ncase "$1" in ${refs}*) echo 'only on Mondays'; exit 1;; esac\n`);
      chmodSync(hook, 0o755);
    },
    acceptAll: () => rmSync(hook, { force: true }),
  };
}
