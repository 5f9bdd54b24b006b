// Runs the fault matrix on the built package and writes `results.md`. With names of rows as
// arguments (`faults E15 T1`) only those run again, and the table keeps the other rows.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { callsOf, ERRNOS, injectAll } from './injections.mjs';
import { createScene, removeScene } from './scene.mjs';
import { SITUATIONS } from './situations.mjs';
import { straceProblem } from './strace.mjs';

const RESULTS = join(import.meta.dirname, 'results.md');

const wanted = process.argv.slice(2);
const scene = await createScene();
try {
  const known = readTable();
  const rows = [];
  for (const row of await allRows()) {
    const isWanted = wanted.length === 0 || wanted.includes(row.row);
    rows.push(
      isWanted
        ? await runRow(row)
        : (known.get(`${row.row}|${row.name}`) ?? { ...row, runs: 0, result: 'not run' }),
    );
  }
  writeTable(rows);
} finally {
  removeScene(scene);
}

async function allRows() {
  const problem = straceProblem();
  const calls = problem === undefined ? await callsOf(scene) : [];
  const workers = Math.max(1, Math.min(4, cpus().length));
  const injected = (row, name, faults, some = calls) => ({
    row,
    name,
    problem: () => problem,
    run: () => injectAll(scene, some, faults, { workers }),
  });
  // Not views, and not the answer: strace says of bytes that they were written, and leaves a hole that no disk
  // leaves.
  const appends = calls.filter(({ name, isAnswer }) => name === 'write' && !isAnswer);
  const syncs = calls.filter(({ name }) => name === 'fdatasync' || name === 'fsync');
  return [
    injected('K1–K21', 'kill -9 before each system call', ['signal=KILL']),
    injected(
      'E1–E14',
      `each system call refused: ${ERRNOS.join(', ')}`,
      ERRNOS.map((errno) => `error=${errno}`),
    ),
    injected('E15', 'an append comes out short', ['retval=1', 'retval=20'], appends),
    injected('E25', 'syncing is not known here', ['error=EINVAL', 'error=ENOSYS'], syncs),
    ...SITUATIONS,
  ];
}

async function runRow({ row, name, problem, run }) {
  const reason = problem?.();
  if (reason !== undefined) {
    process.stdout.write(`${row}  ${name}: skipped, ${reason}\n`);
    return { row, name, runs: 0, result: `skipped: ${reason}` };
  }
  const { runs, failures, missed = 0 } = await run(scene);
  process.stdout.write(`${row}  ${name}: ${runs} runs, ${failures.length} failures, ${missed} not hit\n`);
  for (const failure of failures) process.stdout.write(`    ${failure}\n`);
  return { row, name, runs, result: `${failures.length}${missed > 0 ? ` (${missed} calls not hit)` : ''}` };
}

function readTable() {
  const cells = readFileSync(RESULTS, 'utf8')
    .split('\n')
    .filter((line) => /^\| [A-Z]\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    cells.map(([, row, name, runs, result]) => [`${row}|${name}`, { row, name, runs: Number(runs), result }]),
  );
}

function writeTable(rows) {
  const total = rows.reduce((sum, { runs }) => sum + runs, 0);
  const failed = rows.reduce((sum, { result }) => sum + (Number.parseInt(result, 10) || 0), 0);
  const table = [
    `Node ${process.version}, ${process.platform} ${process.arch}, ${new Date().toISOString().slice(0, 10)}: ${total} runs, ${failed} failures.`,
    '',
    '| row | fault | runs | failures |',
    '| --- | --- | ---: | --- |',
    ...rows.map(({ row, name, runs, result }) => `| ${row} | ${name} | ${runs} | ${result} |`),
  ].join('\n');
  writeFileSync(RESULTS, `${table}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
