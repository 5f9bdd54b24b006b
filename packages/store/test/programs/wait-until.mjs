/** Sleeps until a moment, so that programs that were started one after the other begin together. */
export function waitUntil(at) {
  const left = Number(at ?? 0) - Date.now();
  if (left > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, left);
}
