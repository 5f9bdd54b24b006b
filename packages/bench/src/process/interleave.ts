/** A subject to measure repeatedly, in turns with others. */
export interface Subject<Sample> {
  readonly name: string;
  /** Prepares the next measurement; its time isn't counted. */
  readonly prepare?: () => void;
  /** Measures once; throws on a wrong answer. */
  readonly measure: () => Sample;
}

/**
 * Measures all subjects in turns, so that other load on the machine affects all of them. The first round
 * is a warm-up; each round starts with another subject.
 */
export function interleave<Sample>(
  subjects: readonly Subject<Sample>[],
  rounds: number,
): ReadonlyMap<string, readonly Sample[]> {
  const samples = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < subjects.length; turn += 1) {
      const subject = subjects[(turn + round) % subjects.length];
      if (!subject) continue;
      subject.prepare?.();
      const sample = subject.measure();
      if (round > 0) samples.get(subject.name)?.push(sample);
    }
  }
  return samples;
}

/** The samples of a subject by name; throws if it wasn't measured. */
export function samplesOf<Sample>(
  samples: ReadonlyMap<string, readonly Sample[]>,
  name: string,
): readonly Sample[] {
  const found = samples.get(name);
  if (!found) throw new Error(`${name} was not measured.`);
  return found;
}
