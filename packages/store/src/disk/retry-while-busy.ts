const TRIES = 5;
const PAUSE_MS = 20;

/**
 * Repeats an action while its result says that the file is busy: up to five times, 20 ms apart, and only on Windows,
 * where a virus scanner may hold a file for a moment.
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
