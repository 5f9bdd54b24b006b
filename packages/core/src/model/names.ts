import { MAX_NAME } from './defaults.ts';

/** True for a name of a criterion or a step: one line without invisible characters, and not `__proto__`. */
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
