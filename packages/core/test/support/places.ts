/** Every place in a value, as the keys that lead to it. */
export function places(value: unknown, path: readonly string[] = []): string[][] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => places(one, [...path, key]))
      : [];
  return path.length === 0 ? below : [[...path], ...below];
}

/** The value at a place. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((one, key) => (one as Readonly<Record<string, unknown>>)[key], value);
}

/** The same value with something else in one place. */
export function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = copyOf(value);
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** The same value without the field in one place. */
export function lacking(value: unknown, [key, ...rest]: readonly string[]): unknown {
  const copy = copyOf(value);
  if (key === undefined) return copy;
  if (rest.length === 0) delete copy[key];
  else copy[key] = lacking(copy[key], rest);
  return copy;
}

function copyOf(value: unknown): Record<string, unknown> {
  return Array.isArray(value)
    ? (Object.assign([], value) as unknown as Record<string, unknown>)
    : { ...(value as object) };
}
