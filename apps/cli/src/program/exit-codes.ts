/** How the command ends. 2 to 5 are those of a headless run; `5` is also a spec that isn't clear enough to start. */
export const exitCodes = {
  ok: { code: 0, meaning: 'Done; every check that was asked for passed' },
  error: { code: 1, meaning: 'Could not be done; the message says why' },
  budget: { code: 2, meaning: 'A headless run used up its budget' },
  iterations: { code: 3, meaning: 'A headless run used up its iterations' },
  breaker: { code: 4, meaning: 'A circuit breaker ended a headless run' },
  unclear: { code: 5, meaning: 'The spec has fewer than 5 points; nothing was started' },
  unproved: {
    code: 6,
    meaning: 'A check failed, a replay differs, or a headless run ended without proofs that the driver saw',
  },
  'no-loop': { code: 7, meaning: 'There is no loop here, or none that this session may act on' },
  usage: { code: 64, meaning: 'The command was not understood; nothing was done' },
  'rate-limit': { code: 75, meaning: 'A rate limit ended a headless run; `ending.retryAt` says until when' },
  interrupted: { code: 130, meaning: 'Interrupted; running checks were ended' },
} as const;

/** The name of an exit code. */
export type ExitName = keyof typeof exitCodes;
