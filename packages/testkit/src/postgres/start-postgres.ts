import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server of the test's own, in a folder of its own. */
export interface PostgresServer {
  readonly url: string;
  readonly stop: () => void;
  readonly start: () => void;
  readonly remove: () => void;
}

/** The folder of PostgreSQL's programs; undefined where it isn't installed. */
export function postgresPrograms(): string | undefined {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return undefined;
  return readdirSync(base)
    .map((version) => join(base, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** Starts a server that listens on a socket in its folder, and on nothing else unless the options say so. */
export function startPostgres(programs: string, options = "-h ''"): PostgresServer {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-pg-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o777);
  }
  const run = (program: string, args: readonly string[]): void => {
    const [file, all] = isRoot
      ? ['runuser', ['-u', 'postgres', '--', join(programs, program), ...args]]
      : [join(programs, program), [...args]];
    execFileSync(file, all, { stdio: 'ignore', cwd: folder });
  };
  run('initdb', ['-D', data, '-U', 'fleet', '-A', 'trust', '-N']);
  const start = (): void =>
    run('pg_ctl', [
      '-D',
      data,
      '-w',
      '-l',
      join(folder, 'log'),
      '-o',
      `-k ${folder} -c fsync=off ${options}`,
      'start',
    ]);
  const stop = (): void => run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']);
  start();
  return {
    url: `postgresql://fleet@/postgres?host=${encodeURIComponent(folder)}`,
    start,
    stop,
    remove: () => {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
