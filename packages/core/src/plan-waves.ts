/** The part of a task that its order depends on. */
export interface Dependent {
  readonly id: string;
  readonly blockedBy: readonly string[];
}

/** Tasks in working order. */
export interface WavePlan {
  /** Ids by wave: everything that blocks a task stands in an earlier wave. */
  readonly waves: readonly (readonly string[])[];
  /** Circles, each as the ids on it, the first one repeated at the end. */
  readonly cycles: readonly (readonly string[])[];
  /** Unknown blockers. They count as completed, so they block nothing. */
  readonly missing: readonly { readonly id: string; readonly blockedBy: string }[];
  /** Ids in no wave: on a circle or behind one. */
  readonly unreachable: readonly string[];
}

/**
 * Groups tasks into waves by `blockedBy`, in the order of the input. Names circles and unknown ids.
 * @example planWaves([{ id: '1', blockedBy: [] }, { id: '2', blockedBy: ['1'] }]).waves // [['1'], ['2']]
 */
export function planWaves(tasks: readonly Dependent[]): WavePlan {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const missing: { readonly id: string; readonly blockedBy: string }[] = [];
  const waiting = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const { id, blockedBy } of byId.values()) {
    let blockers = 0;
    for (const blocker of new Set(blockedBy)) {
      if (!byId.has(blocker)) {
        missing.push({ id, blockedBy: blocker });
        continue;
      }
      blockers += 1;
      const list = dependents.get(blocker);
      if (list) list.push(id);
      else dependents.set(blocker, [id]);
    }
    waiting.set(id, blockers);
  }
  const place = new Map([...byId.keys()].map((id, index) => [id, index]));
  const waves: string[][] = [];
  let wave = [...byId.keys()].filter((id) => waiting.get(id) === 0);
  while (wave.length > 0) {
    waves.push(wave);
    const next: string[] = [];
    for (const id of wave) {
      waiting.delete(id);
      for (const dependent of dependents.get(id) ?? []) {
        const left = (waiting.get(dependent) ?? 0) - 1;
        waiting.set(dependent, left);
        if (left === 0) next.push(dependent);
      }
    }
    wave = next.sort((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
  }
  return { waves, cycles: cyclesAmong(byId, waiting), missing, unreachable: [...waiting.keys()] };
}

/** Walks back along blockers from everything that was left over; where the walk meets itself is a circle. */
function cyclesAmong(byId: ReadonlyMap<string, Dependent>, left: ReadonlyMap<string, number>): string[][] {
  const cycles: string[][] = [];
  const seen = new Set<string>();
  for (const start of left.keys()) {
    const path = new Map<string, number>();
    let id: string | undefined = start;
    while (id !== undefined && !seen.has(id) && !path.has(id)) {
      path.set(id, path.size);
      id = byId.get(id)?.blockedBy.find((blocker) => left.has(blocker));
    }
    const from = id === undefined ? undefined : path.get(id);
    if (id !== undefined && from !== undefined) cycles.push([...[...path.keys()].slice(from), id]);
    for (const visited of path.keys()) seen.add(visited);
  }
  return cycles;
}
