import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runPath } from '../../dist/index.js';
import { blockOf, checkAfter, copyScene, iterationOf, look, SESSION, startedAt, stop } from './scene.mjs';
import { runCommand, STOP } from './strace.mjs';

const isRoot = process.geteuid?.() === 0;
const isLinux = process.platform === 'linux';
const shell = (script, root) => runCommand('sh', ['-c', script, 'sh', process.execPath, STOP, root, SESSION]);
const NODE = '"$1" "$2" "$3" "$4"';

/** Situations that strace doesn't make: each says why it can't be made here, or runs and gives what broke. */
export const SITUATIONS = [
  { row: 'E18', name: 'a file size limit of 0', problem: linuxOnly, run: inShell(`ulimit -f 0; ${NODE}`) },
  {
    row: 'E20',
    name: 'few file descriptors (15 to 24)',
    problem: linuxOnly,
    run: (scene) =>
      severally(
        scene,
        Array.from({ length: 10 }, (_, index) => `ulimit -n ${15 + index}; ${NODE}`),
      ),
  },
  {
    row: 'E21',
    name: 'little memory (8 MB of old space)',
    run: inShell(`"$1" --max-old-space-size=8 "$2" "$3" "$4"`),
  },
  { row: 'E22', name: 'standard output closed', problem: linuxOnly, run: inShell(`${NODE} >&-`) },
  { row: 'E22', name: 'standard output full', problem: linuxOnly, run: inShell(`${NODE} >/dev/full`) },
  { row: 'E22', name: 'nobody reads standard output', problem: linuxOnly, run: inShell(`${NODE} | true`) },
  {
    row: 'E16, E17',
    name: 'a full disk: views and appends come out short (tmpfs of 128 KiB)',
    problem: mountProblem,
    run: fullDisk,
  },
  { row: 'E19', name: 'a read-only mount', problem: mountProblem, run: readOnly },
  {
    row: 'C5',
    name: '.loop removed while a stop is frozen at each step',
    problem: linuxOnly,
    run: removedMeanwhile,
  },
  { row: 'K23', name: 'frozen between append and answer while others stop', problem: linuxOnly, run: frozen },
  {
    row: 'T1',
    name: 'clocks of faketime: an hour ahead, ten years back',
    problem: faketimeProblem,
    run: jumpingClock,
  },
  {
    row: 'F1–F3',
    name: 'FIFO, device, folder, links, hard link, unreadable file at every path',
    problem: linuxOnly,
    run: strangeFiles,
  },
  { row: 'F4', name: 'sparse files of 3 GB at every path', run: hugeFiles },
];

function linuxOnly() {
  return isLinux ? undefined : 'Linux only';
}

function mountProblem() {
  if (!isLinux || !isRoot) return 'needs root on Linux to mount';
  const probe = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
  return probe.status === 0 ? undefined : 'mounting is not allowed here';
}

function faketimeProblem() {
  return spawnSync('faketime', ['--version']).status === 0 ? undefined : 'faketime is not installed';
}

function inShell(script) {
  return (scene) => severally(scene, [script]);
}

/** Runs scripts, each on a fresh copy; after each a stop without fault must work. */
async function severally(scene, scripts) {
  const failures = [];
  for (const script of scripts) {
    const root = join(scene.home, 'situation');
    copyScene(scene, root);
    const before = look(root);
    const outcome = await shell(script, root);
    // What Node itself can't start with is a let-go too.
    const code = outcome.code !== 0 && blockOf(outcome) === undefined ? 0 : outcome.code;
    failures.push(
      ...(await checkAfter(root, before, { ...outcome, code })).map((what) => `${script}: ${what}`),
    );
  }
  return { runs: scripts.length, failures };
}

/** Fills a small disk up to a few bytes, more bytes free each time, and stops there. */
async function fullDisk(scene) {
  const failures = [];
  const free = [0, 100, 1000, 4096, 8192, 16384, 32768];
  for (const bytes of free) {
    const root = join(scene.home, 'disk');
    mkdirSync(root, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'none', root]);
    try {
      execFileSync('cp', ['-a', `${scene.origin}/.`, root]);
      startedAt(root);
      const before = look(root);
      const filler = join(root, 'src', 'filler');
      spawnSync('sh', ['-c', `cat /dev/zero > "${filler}" 2>/dev/null`]);
      truncateSync(filler, Math.max(0, readFileSync(filler).length - bytes));
      const outcome = await stop(root);
      const broken = await checkAfter(root, before, outcome, { mayStayUnanswered: true });
      rmSync(filler);
      const next = await stop(root);
      if (blockOf(next) !== iterationOf(root)) broken.push('with room again the next stop did not work');
      failures.push(...broken.map((what) => `${bytes} bytes free: ${what}`));
    } finally {
      execFileSync('umount', [root]);
    }
  }
  return { runs: free.length, failures };
}

async function readOnly(scene) {
  const root = join(scene.home, 'read-only');
  copyScene(scene, root);
  const before = look(root);
  execFileSync('mount', ['--bind', root, root]);
  execFileSync('mount', ['-o', 'remount,ro,bind', root]);
  let outcome;
  try {
    outcome = await stop(root);
  } finally {
    execFileSync('umount', [root]);
  }
  const broken = await checkAfter(root, before, outcome);
  if (blockOf(outcome) !== undefined) broken.push('it blocked without a record');
  return { runs: 1, failures: broken };
}

/** Starts a stop that halts for a while before one of its calls, and acts meanwhile. */
async function whileHalted(root, call, act) {
  const flags = ['-o', '/dev/null', '-e', `trace=${call}`, '-P', runPath(root, SESSION)];
  const child = spawn(
    'strace',
    [...flags, '-e', `inject=${call}:delay_exit=1500000:when=1`, process.execPath, STOP, root, SESSION],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stdout = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  const ended = new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr: '' })),
  );
  await act();
  return ended;
}

const grown = async (root, length) => {
  const until = Date.now() + 5000;
  while (readFileSync(runPath(root, SESSION)).length === length && Date.now() < until)
    await new Promise(setImmediate);
};

async function removedMeanwhile(scene) {
  const failures = [];
  for (const call of ['write', 'fdatasync']) {
    const root = join(scene.home, 'removed');
    copyScene(scene, root);
    const { length } = readFileSync(runPath(root, SESSION));
    const outcome = await whileHalted(root, call, async () => {
      await grown(root, length);
      rmSync(join(root, '.loop'), { recursive: true });
    });
    if (outcome.stdout !== '') failures.push(`${call}: it blocked although the loop was removed`);
    if (existsSync(join(root, '.loop'))) failures.push(`${call}: it made the folder again`);
  }
  return { runs: 2, failures };
}

async function frozen(scene) {
  const root = join(scene.home, 'frozen');
  copyScene(scene, root);
  const before = look(root);
  let others = [];
  const outcome = await whileHalted(root, 'write', async () => {
    await grown(root, before.journal.length);
    others = [await stop(root), await stop(root)];
  });
  const numbers = [outcome, ...others].map(blockOf);
  const expected = [1, 2, 3].map((number) => before.iteration + number);
  return {
    runs: 1,
    failures: numbers.join() === expected.join() ? [] : [`numbers were ${numbers}, not ${expected}`],
  };
}

async function jumpingClock(scene) {
  const failures = [];
  for (const offset of ['+1h', '-10y']) {
    const root = join(scene.home, 'clock');
    copyScene(scene, root);
    const before = look(root);
    const outcome = await runCommand('faketime', ['-f', offset, process.execPath, STOP, root, SESSION]);
    failures.push(...(await checkAfter(root, before, outcome)).map((what) => `${offset}: ${what}`));
    if (blockOf(outcome) !== before.iteration + 1) failures.push(`${offset}: another decision`);
  }
  return { runs: 2, failures };
}

const PATHS = [
  '.loop',
  '.loop/runs',
  'journal',
  '.loop/state.json',
  '.loop/stack.json',
  '.loop/PROGRESS.md',
  '.loop/views.json',
  '.loop/iterations.jsonl',
];

const STRANGE = {
  fifo: (path) => execFileSync('mkfifo', [path]),
  device: (path) => symlinkSync('/dev/zero', path),
  folder: (path) => mkdirSync(path),
  'link out': (path, victim) => symlinkSync(victim, path),
  'dangling link': (path) => symlinkSync('/nowhere', path),
  'link to itself': (path) => symlinkSync(path, path),
  'hard link': (path, victim) => linkSync(victim, path),
  unreadable: (path) => {
    writeFileSync(path, 'x');
    chmodSync(path, 0);
  },
};

async function strangeFiles(scene) {
  return replaced(scene, STRANGE);
}

async function hugeFiles(scene) {
  return replaced(scene, {
    huge: (path) => {
      writeFileSync(path, '');
      truncateSync(path, 3e9);
    },
  });
}

/** Replaces every path by something strange. No victim may change and nothing may hang. */
async function replaced(scene, strangers) {
  const failures = [];
  let runs = 0;
  for (const name of PATHS) {
    for (const [kind, make] of Object.entries(strangers)) {
      const root = join(scene.home, 'strange');
      copyScene(scene, root);
      const path = name === 'journal' ? runPath(root, SESSION) : join(root, name);
      const isEntrance = name === '.loop' || name === '.loop/runs' || name === 'journal';
      if (existsSync(path)) renameSync(path, join(scene.home, `aside-${runs}`));
      make(path, join(root, 'src', 'victim'));
      runs += 1;
      const outcome = await runCommand('timeout', ['20', process.execPath, STOP, root, SESSION]);
      rmSync(join(scene.home, `aside-${runs - 1}`), { recursive: true, force: true });
      const broken = [];
      if (outcome.code !== 0) broken.push(`exit code ${outcome.code}`);
      if (isEntrance && outcome.stdout !== '') broken.push('it blocked');
      if (!isEntrance && blockOf(outcome) === undefined) broken.push('a strange view changed the decision');
      if (readFileSync(join(root, 'src', 'victim'), 'utf8') !== 'mine') broken.push('the victim was touched');
      failures.push(...broken.map((what) => `${kind} at ${name}: ${what}`));
    }
  }
  return { runs, failures };
}
