const TRIES = 5;
const PAUSE_MS = 20;

/**
 * Does something again while the answer says that the file is busy, five times at most with 20 ms in between, and
 * only on Windows: there a virus scanner may hold a file for a moment. Elsewhere busy means no.
 */
export function retryWhileBusy<T>(
  act: () => T,
  isBusy: (answer: T) => boolean,
  platform: string = process.platform,
): T {
  const tries = platform === 'win32' ? TRIES : 1;
  let answer = act();
  for (let tried = 1; tried < tries && isBusy(answer); tried += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    answer = act();
  }
  return answer;
}
