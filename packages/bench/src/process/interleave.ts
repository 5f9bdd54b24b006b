/** Something to be measured again and again, in turns with others. */
export interface Subject<Sample> {
  readonly name: string;
  /** Brings the world to where it must be; not part of what is measured. */
  readonly prepare?: () => void;
  /** Measures once, and throws when what was measured gave a wrong answer. */
  readonly measure: () => Sample;
}

/**
 * Measures all subjects in turns, so that whatever else the machine does hits them alike. The first round
 * only warms up; each round begins with another subject.
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

/** The samples of a subject by name; asking for one that wasn't measured is a mistake. */
export function samplesOf<Sample>(
  samples: ReadonlyMap<string, readonly Sample[]>,
  name: string,
): readonly Sample[] {
  const found = samples.get(name);
  if (!found) throw new Error(`${name} was not measured.`);
  return found;
}
