/** Calls back when somebody ends this process in good order; gives the way to stop listening. */
export function onInterruption(interrupt: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  return () => {
    for (const signal of signals) process.off(signal, interrupt);
  };
}
