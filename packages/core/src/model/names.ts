import { MAX_NAME } from './defaults.ts';

/**
 * Tells whether a criterion or a step may be called that: one line of 1 to 200 characters, without control
 * characters, bidi controls and zero-width characters, which make a name look like another one. `__proto__` is
 * refused too, because it breaks as a key of JSON objects.
 */
export function isName(text: string): boolean {
  return (
    text.trim() !== '' &&
    text.length <= MAX_NAME &&
    text !== '__proto__' &&
    !/[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(text)
  );
}

/** Gives the first name of a plan that can't be one: no sane text, or a criterion named twice. Steps may repeat. */
export function badNameIn(criteria: readonly string[], steps: readonly string[]): string | undefined {
  const seen = new Set<string>();
  const isTaken = (name: string): boolean => seen.size === seen.add(name).size;
  return criteria.find((name) => !isName(name) || isTaken(name)) ?? steps.find((name) => !isName(name));
}
