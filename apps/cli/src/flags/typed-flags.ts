import { type Flag, type FlagValue, wordedLimit, wordOf } from '@loopwright/core/flags';

/** The largest unit comes first. */
const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** Writes parsed flags as words again, those of them that a verb knows. */
export function typedFlags(
  known: readonly Flag[],
  values: Readonly<Record<string, FlagValue | undefined>>,
): readonly string[] {
  return known.flatMap((flag) => {
    const value = values[flag.name];
    if (value === undefined) return [];
    if (flag.kind === 'switch') return [`--${flag.name}`];
    if (flag.kind === 'name') return [value === '' ? `--${flag.name}` : `--${flag.name}=${String(value)}`];
    const texts: readonly string[] =
      typeof value === 'object' && value !== null ? value : [textOf(flag, value)];
    return texts.flatMap((text) => [`--${flag.name}`, text]);
  });
}

function textOf({ kind }: Flag, value: string | number | true | null): string {
  const limit = wordedLimit(kind);
  if (limit) return wordOf(limit.key, value === null ? null : Number(value));
  if (kind !== 'duration') return String(value);
  const [unit, ms] = UNITS.find(([, size]) => Number(value) % size === 0) ?? ['ms', 1];
  return `${Number(value) / ms}${unit}`;
}
