import type { Attempt, Claim, Fleet } from '@loopwright/fleet';
import { setTimeout as wait } from 'node:timers/promises';

export interface SimulatedAgent {
  /** The attempts in hand. */
  readonly hands: ReadonlySet<Attempt>;
  /** As kill −9: it says nothing any more, and loses its jobs. */
  readonly die: () => Promise<void>;
}

/** As in `run-agent.ts`, which runs real drivers in real work trees. */
const BEAT_MS = 2_500;

/** Asks the store all that an agent asks, while its jobs only take time. */
export function simulateAgent(
  fleet: Fleet,
  id: string,
  {
    slots,
    jobMs,
    onClaim,
  }: { readonly slots: number; readonly jobMs: () => number; readonly onClaim?: (claim: Claim) => void },
): SimulatedAgent {
  const hands = new Set<Attempt>();
  const timers = new Set<NodeJS.Timeout>();
  const endings = new Set<Promise<void>>();
  const death = new AbortController();
  let [lastBeat, ring] = [-Infinity, (): void => undefined];
  const end = async (attempt: Attempt): Promise<void> => {
    await fleet.settle(attempt, { outcome: { kind: 'verified' }, spentUsd: 0.1 });
    hands.delete(attempt);
    ring();
  };
  const living = (async () => {
    const unlisten = await fleet.listen(() => ring());
    while (!death.signal.aborted) {
      if (performance.now() - lastBeat >= BEAT_MS) {
        lastBeat = performance.now();
        await fleet.touch({ id, host: 'bench', slots }, [...hands]);
        await fleet.expire();
      }
      while (!death.signal.aborted && hands.size < slots && performance.now() - lastBeat < BEAT_MS) {
        const claim = await fleet.claim(id);
        if (!claim) break;
        onClaim?.(claim);
        const attempt = { delivery: claim.delivery, attempt: claim.attempt };
        hands.add(attempt);
        const timer = setTimeout(() => {
          timers.delete(timer);
          const ending = end(attempt).finally(() => endings.delete(ending));
          endings.add(ending);
        }, jobMs());
        timers.add(timer);
      }
      await Promise.race([
        wait(Math.max(0, lastBeat + BEAT_MS - performance.now())),
        new Promise<void>((resolve) => (ring = resolve)),
      ]);
    }
    await unlisten();
  })();
  return {
    hands,
    die: async () => {
      death.abort();
      ring();
      await living;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(endings);
    },
  };
}
