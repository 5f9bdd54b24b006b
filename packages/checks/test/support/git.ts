import { execFileSync, spawnSync } from 'node:child_process';

/** True where git can be asked; tests that need it as an oracle are skipped elsewhere, and say so. */
export const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) console.warn('git is not on this machine: the tests that ask it are skipped.');

/** Runs git in a folder, without the settings of this machine. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...GIT_ENV, HOME: folder, XDG_CONFIG_HOME: `${folder}/.none` },
  });
}

const GIT_ENV = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  GIT_TERMINAL_PROMPT: '0',
};
