import { join } from 'node:path';
import { checkAfter, copyScene, look, SESSION } from './scene.mjs';
import { injectStop, traceStop } from './strace.mjs';

/** The errors of the fault matrix. */
export const ERRNOS = [
  'EIO',
  'ENOSPC',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'EROFS',
  'EDQUOT',
  'ENOMEM',
  'EINTR',
  'EBADF',
  'ELOOP',
  'ESTALE',
];

/** Every call of a stop that touches `.loop`, and the answer. */
export async function callsOf(scene) {
  const root = join(scene.home, 'traced');
  copyScene(scene, root);
  // As before each fault: looking leaves a snapshot of this very journal.
  look(root);
  const { calls } = await traceStop(root, SESSION);
  return calls;
}

/** Runs a stop for every pair of call and fault, and gives what broke, in words. */
export async function injectAll(scene, calls, faults, { workers = 2, onProgress = () => undefined } = {}) {
  const cases = calls.flatMap((call) => faults.map((fault) => ({ call, fault })));
  const failures = [];
  let missed = 0;
  let next = 0;
  async function work(worker) {
    const root = join(scene.home, `case-${worker}`);
    while (next < cases.length) {
      const { call, fault } = cases[next];
      next += 1;
      onProgress(next, cases.length);
      let before;
      const outcome = await injectStop(root, SESSION, call, fault, () => {
        copyScene(scene, root);
        before = look(root);
      });
      if (outcome === undefined) {
        missed += 1;
        continue;
      }
      const broken = await checkAfter(root, before, outcome);
      failures.push(...broken.map((what) => `${call.name} #${call.ordinal} ${fault}: ${what}`));
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, index) => work(index)));
  return { runs: cases.length - missed, missed, failures };
}
