// Runs the files with properties on fresh seeds. Names each seed, and for a red one the command that repeats it.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';

const HELP = `Usage: npm run pnpm -- run properties [N]

Runs the files with properties N times (1 to 100, default 1), each time with a fresh seed.
Exit code: 0 all green, 1 a run was red, 2 wrong usage.
`;
const root = join(import.meta.dirname, '..');
const [count = '1'] = process.argv.slice(2);

if (/^([1-9]\d?|100)$/.test(count)) {
  process.exitCode = runAll(Number(count));
} else {
  process.stderr.write(HELP);
  process.exitCode = 2;
}

function runAll(rounds) {
  const packages = propertyFiles();
  let red = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const seed = String(randomInt(1_000_000_000));
    console.log(`round ${round} of ${rounds}: SEED=${seed}`);
    for (const [folder, files] of packages) {
      const words = ['run', 'pnpm', '--', '--filter', `./${folder}`, 'exec', 'vitest', 'run', ...files];
      const { status, stdout, stderr } = spawnSync('npm', words, {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, SEED: seed },
        maxBuffer: Infinity,
      });
      if (status === 0) continue;
      red += 1;
      console.log(`${stdout}${stderr}\nRED. To repeat it:\n  SEED=${seed} npm ${words.join(' ')}\n`);
    }
  }
  console.log(`${packages.size * rounds - red} green, ${red} red`);
  return red === 0 ? 0 : 1;
}

/** The test files that use fast-check, by the folder of their package. */
function propertyFiles() {
  const args = ['grep', '--untracked', '-l', "from 'fast-check'", '--', '*.test.ts'];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const packages = new Map();
  for (const path of paths) {
    const [folder, file] = path.split(/\/(?=test\/)/);
    packages.set(folder, [...(packages.get(folder) ?? []), file]);
  }
  return packages;
}
