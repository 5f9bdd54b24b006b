/** A JSON object with unvalidated fields. */
export type UntrustedObject = Readonly<Record<string, unknown>>;

/** The object that a text is in JSON; undefined for anything else. Never throws. */
export function parseObject(text: string): UntrustedObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The value as an object; undefined for an array or any other value. */
export function asObject(value: unknown): UntrustedObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as UntrustedObject)
    : undefined;
}

/** The object's own field, never an inherited one. */
export function fieldOf(object: UntrustedObject | undefined, name: string): unknown {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The field if it is a string. */
export function stringField(object: UntrustedObject | undefined, name: string): string | undefined {
  const value = fieldOf(object, name);
  return typeof value === 'string' ? value : undefined;
}

/** The field if it is an object. */
export function objectField(object: UntrustedObject | undefined, name: string): UntrustedObject | undefined {
  return asObject(fieldOf(object, name));
}

/** The objects of a field that is an array; anything else in it is left out. */
export function objectsField(object: UntrustedObject | undefined, name: string): readonly UntrustedObject[] {
  const value = fieldOf(object, name);
  return Array.isArray(value) ? value.map(asObject).filter((item) => item !== undefined) : [];
}

const MAX_COUNT = 1e12;

/** The field if it is a sane count, else 0. */
export function countField(object: UntrustedObject | undefined, name: string): number {
  const value = fieldOf(object, name);
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT ? value : 0;
}
