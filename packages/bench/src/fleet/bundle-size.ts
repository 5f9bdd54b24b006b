import { connectPostgres } from '@loopwright/fleet';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Figure } from '../figures/figure.ts';

const ITERATIONS = 3;
/** Adds a line to the file `made`, and claims the end with the last iteration. */
const CLIENT = `#!/bin/sh
cat > /dev/null
echo line >> made
text="Line $(wc -l < made) is there."
[ "$(wc -l < made)" -ge ${ITERATIONS} ] && text='<loop-complete>\\nAll lines are there.\\n</loop-complete>'
printf '{"type":"result","subtype":"success","is_error":false,"result":"%s","total_cost_usd":0.25}\\n' "$text"
`;

/** The size of the bundle that a job leaves after three iterations with a stand-in client. */
export async function bundleSize(url: string): Promise<Figure> {
  const home = mkdtempSync(join(tmpdir(), 'loop-bench-fleet-'));
  try {
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/claude'), CLIENT);
    chmodSync(join(home, 'bin/claude'), 0o755);
    const env = {
      PATH: [join(home, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
      HOME: home,
      XDG_STATE_HOME: join(home, 'state'),
      LOOP_FLEET: url,
      GIT_CONFIG_NOSYSTEM: '1',
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((who) => [
          [`GIT_${who}_NAME`, 'Ann'],
          [`GIT_${who}_EMAIL`, 'ann@example.invalid'],
        ]),
      ),
    };
    const run = (program: string, ...args: readonly string[]): string =>
      execFileSync(program, args, { cwd: home, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const repo = join(home, 'app.git');
    run('git', 'init', '--quiet', '--bare', '--initial-branch=main', repo);
    const tree = run('git', '-C', repo, 'hash-object', '-t', 'tree', '-w', '/dev/null').trim();
    const commit = run('git', '-C', repo, 'commit-tree', tree, '-m', 'begin').trim();
    run('git', '-C', repo, 'update-ref', 'refs/heads/main', commit);
    const loop = join(
      dirname(createRequire(import.meta.url).resolve('loopwright/package.json')),
      'dist/loop.cjs',
    );
    const check = `lines=test "$(wc -l < made)" -ge ${ITERATIONS}`;
    const spec = `Make the file made hold ${ITERATIONS} lines.`;
    run(process.execPath, loop, 'fleet', 'add', spec, '--key', 'bundle', '--repo', repo, '--check', check);
    run(process.execPath, loop, 'fleet', 'work', '--until-empty');
    const database = await connectPostgres(url);
    const [row] = await database.query(
      `SELECT octet_length(content) AS bytes, iteration FROM fleet.bundle JOIN fleet.job j ON j.id = job WHERE key = 'bundle'`,
    );
    await database.close();
    return {
      what: 'bundle of a job',
      value: Number(row?.['bytes']) / 1000,
      unit: 'KB',
      measured: `packed, after ${row?.['iteration']} iterations of a stand-in client`,
    };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
