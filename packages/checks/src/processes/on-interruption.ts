/** Calls back on SIGINT, SIGTERM and SIGHUP. Returns a function that stops listening. */
export function onInterruption(interrupt: (signal: NodeJS.Signals) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  return () => {
    for (const signal of signals) process.off(signal, interrupt);
  };
}
