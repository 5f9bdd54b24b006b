const POLL_EVERY_MS = 250;

/**
 * Calls back when the parent of this process has ended: then no process waits for its answer. The client starts a hook
 * in a session of its own, so a signal that kills the client doesn't reach the hook. Returns a function that stops the
 * watch.
 */
export function onOrphaned(leave: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) leave();
  }, POLL_EVERY_MS);
  return () => clearInterval(timer);
}
