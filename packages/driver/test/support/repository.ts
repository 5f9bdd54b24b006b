import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

/** A repository with one commit, and an environment with nothing of this machine's settings. */
export interface TestRepository {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  git(...args: readonly string[]): string;
  write(path: string, text: string, mode?: number): void;
}

export function createRepository(): TestRepository {
  const folder = tempFolder();
  const path = join(folder, 'project');
  mkdirSync(path);
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
  const repository: TestRepository = {
    path,
    env,
    git: (...args) => execFileSync('git', args, { cwd: path, env, encoding: 'utf8' }),
    write: (name, text, mode = 0o644) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text, { mode });
    },
  };
  repository.git('init', '--quiet', '--initial-branch=main');
  repository.git('config', 'user.name', 'A User');
  repository.git('config', 'user.email', 'user@example.invalid');
  repository.write('old.txt', 'old\n');
  repository.write('both.txt', 'both\n');
  repository.git('add', '--all');
  repository.git('commit', '--quiet', '--message', 'Begin');
  return repository;
}
