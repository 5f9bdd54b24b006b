// Runs the whole fault matrix on the built package and writes what came of it into the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { callsOf, ERRNOS, injectAll } from './injections.mjs';
import { createScene, removeScene } from './scene.mjs';
import { SITUATIONS } from './situations.mjs';
import { straceProblem } from './strace.mjs';

const README = join(import.meta.dirname, '..', '..', 'README.md');
const BEGIN = '<!-- faults -->';
const END = '<!-- /faults -->';

const scene = await createScene();
const rows = [];
try {
  await injectRows();
  for (const { row, name, problem, run } of SITUATIONS)
    await addRow(row, name, problem?.(), () => run(scene));
} finally {
  removeScene(scene);
}
report();

async function injectRows() {
  const problem = straceProblem();
  const calls = problem === undefined ? await callsOf(scene) : [];
  const workers = Math.max(1, Math.min(4, cpus().length));
  const inject =
    (faults, some = calls) =>
    () =>
      injectAll(scene, some, faults, { workers });
  await addRow(
    'K1–K21',
    `kill -9 before each of ${calls.length} system calls`,
    problem,
    inject(['signal=KILL']),
  );
  for (const errno of ERRNOS)
    await addRow('E1–E14', `${errno} from each system call`, problem, inject([`error=${errno}`]));
  // Not the answer: strace says of bytes that they were written, and they are not.
  const writes = calls.filter(({ name, isAnswer }) => (name === 'write' || name === 'pwrite64') && !isAnswer);
  await addRow('E15, E16', 'every write comes out short', problem, inject(['retval=1', 'retval=20'], writes));
  const syncs = calls.filter(({ name }) => name === 'fdatasync' || name === 'fsync');
  await addRow('E25', 'syncing is not known here', problem, inject(['error=EINVAL', 'error=ENOSYS'], syncs));
}

async function addRow(row, name, problem, run) {
  const result = problem === undefined ? await run() : { runs: 0, failures: [], skipped: problem };
  rows.push({ row, name, ...result });
  process.stdout.write(
    `${row}  ${name}: ${result.skipped ? `skipped, ${result.skipped}` : `${result.runs} runs, ${result.failures.length} failures`}\n`,
  );
  for (const failure of result.failures) process.stdout.write(`    ${failure}\n`);
  if (result.missed > 0) process.stdout.write(`    ${result.missed} not injected\n`);
}

function report() {
  const lines = rows.map(({ row, name, runs, failures, missed = 0, skipped }) =>
    skipped
      ? `| ${row} | ${name} | – | skipped: ${skipped} |`
      : `| ${row} | ${name} | ${runs}${missed > 0 ? ` (${missed} not hit)` : ''} | ${failures.length} |`,
  );
  const total = rows.reduce((sum, { runs }) => sum + runs, 0);
  const failed = rows.reduce((sum, { failures }) => sum + failures.length, 0);
  const table = [
    `Node ${process.version}, ${process.platform} ${process.arch}, ${new Date().toISOString().slice(0, 10)}: ${total} runs, ${failed} failures.`,
    '',
    '| row | fault | runs | failures |',
    '| --- | --- | ---: | --- |',
    ...lines,
  ].join('\n');
  const text = readFileSync(README, 'utf8');
  const [head, rest] = [text.slice(0, text.indexOf(BEGIN) + BEGIN.length), text.slice(text.indexOf(END))];
  writeFileSync(README, `${head}\n\n${table}\n\n${rest}`);
  process.exitCode = failed === 0 ? 0 : 1;
}
