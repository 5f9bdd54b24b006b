// Runs the suite, or another command, several times beside two busy processes and prints each red test.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const HELP = `Usage: .ci/repeat N [-- COMMAND...]

Runs the suite N times (1 to 100) beside two busy processes and prints each red test.
With a command, runs that instead, for example one test file:

  .ci/repeat 20 -- npm run -s pnpm -- --filter @loopwright/hooks exec vitest run test/edge

Stops a run after 45 minutes. Exit code: 0 all green, 1 a run was red, 2 wrong usage, 130 interrupted.
`;
const SUITE = ['npm', 'run', '-s', 'pnpm', '--', 'run', 'test:all', '--force'];
const SETUP = ['npm', 'run', '-s', 'setup'];
const BUSY_PROCESSES = 2;
const MAX_RUN_MS = 45 * 60_000;
const TAIL_CHARACTERS = 4_000;

/** Computes until its parent is gone, so that a killed parent leaves nothing behind. */
const BUSY = 'const parent = process.ppid; for (let i = 1; i % 1e7 || process.ppid === parent; i += 1);';

const running = new Map();
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => {
    endAll();
    process.exit(code);
  });
}

const [count, separator, ...command] = process.argv.slice(2);
if (count === '--help' || count === '-h') process.stdout.write(HELP);
else if (
  !/^([1-9]\d?|100)$/.test(count ?? '') ||
  ![undefined, '--'].includes(separator) ||
  (separator && !command[0])
) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else {
  process.exitCode = await repeat(Number(count), command.length > 0 ? command : undefined);
}

async function repeat(times, ownCommand) {
  if (!ownCommand && (await run(SETUP)).code !== 0) return 1;
  const busy = Array.from(
    { length: BUSY_PROCESSES },
    () => start([process.execPath, '-e', BUSY], 'ignore').pid,
  );
  console.log(`busy processes: ${busy.join(', ')}`);
  let red = 0;
  try {
    for (let index = 1; index <= times; index += 1) {
      const began = Date.now();
      const { code, output } = await run(ownCommand ?? SUITE);
      const seconds = Math.round((Date.now() - began) / 1000);
      console.log(`run ${index} of ${times}: ${code === 0 ? 'green' : 'RED'} in ${seconds} s`);
      if (code === 0) continue;
      red += 1;
      const names = reportsSince(began).flatMap(redTests);
      console.log(
        names.length > 0 ? names.map((name) => `  ${name}`).join('\n') : output.slice(-TAIL_CHARACTERS),
      );
    }
  } finally {
    endAll();
  }
  console.log(`${times - red} green, ${red} red`);
  return red === 0 ? 0 : 1;
}

/** Runs a command to its end; `output` is the end of its output. */
function run(words) {
  const child = start(words, 'pipe');
  let output = '';
  const take = (chunk) => (output = (output + chunk).slice(-2 * TAIL_CHARACTERS));
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const timer = setTimeout(() => {
    take(`\nStopped after ${MAX_RUN_MS / 60_000} minutes.\n`);
    end(child);
  }, MAX_RUN_MS);
  return new Promise((resolve) => {
    const done = (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      take(`${error.message}\n`);
      done(127);
    });
    child.on('close', done);
  });
}

/** Starts a process in a group of its own, to be ended by its id. */
function start([program, ...args], output) {
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, CI: 'true', TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  });
  running.set(child.pid, child);
  child.on('exit', () => running.delete(child.pid));
  return child;
}

function end({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

function endAll() {
  for (const child of running.values()) end(child);
}

/** The reports that were written since a moment. Older ones belong to other runs and stay where they are. */
function reportsSince(moment) {
  const folders = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(parent).map((name) => `${parent}/${name}`),
  );
  return [...folders, 'docs']
    .map((folder) => `${folder}/.test-report.json`)
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= moment);
}

/** The names of the red tests of a report; of a file that didn't run, its first line of why. */
function redTests(path) {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.slice(name.indexOf(dirname(path)));
    const red = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && red.length === 0) return [`${file}: ${message.split('\n')[0]}`];
    return red.map(({ fullName }) => `${file} > ${fullName}`);
  });
}
