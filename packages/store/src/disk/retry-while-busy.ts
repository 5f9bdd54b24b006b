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
  let answer = act();
  for (let tries = 1; platform === 'win32' && tries < TRIES && isBusy(answer); tries += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    answer = act();
  }
  return answer;
}
