/** Random numbers that repeat with their seed. */
export interface Random {
  /** A whole number from 0 up to, but without, `below`. */
  readonly whole: (below: number) => number;
  readonly pick: <T>(of: readonly T[]) => T | undefined;
  readonly shuffle: <T>(all: readonly T[]) => readonly T[];
}

/** Creates random numbers by xorshift. */
export function createRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) | 1;
  const whole = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  return {
    whole,
    pick: (of) => of[whole(Math.max(1, of.length))],
    shuffle: (all) => {
      const left = [...all];
      return all.map(() => left.splice(whole(left.length), 1)[0]!);
    },
  };
}
