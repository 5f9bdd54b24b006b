import type { Flag, FlagValue } from './flag.ts';

/** The value of a flag, or the expected form. */
export type ReadValue =
  | { readonly ok: true; readonly value: FlagValue }
  | { readonly ok: false; readonly expected: string };

/** Reads the text of a flag. Numbers are whole and plain; nothing is guessed. */
export function readValue(flag: Flag, text: string): ReadValue {
  switch (flag.kind) {
    case 'switch':
      return text === 'true' || text === '' ? value(true) : wrong('no value');
    case 'text':
      return value(text);
    case 'texts':
      return value([text]);
    case 'choice':
      return choice(flag.values ?? [], text);
    case 'whole':
      return /^\d{1,9}$/.test(text) ? value(Number(text)) : wrong('a whole number');
    case 'iterations':
      return limit(text, 'unlimited', /^\d{1,9}$/, 1, 'a whole number above 0, or "unlimited"');
    case 'budget':
      return limit(
        text.replace(/^\$/, ''),
        'none',
        /^\d{1,9}(\.\d{1,6})?$/,
        1,
        'an amount in dollars above 0, or "none"',
      );
    case 'tokens':
      return limit(text, 'none', /^\d{1,15}$/, 1, 'a whole number above 0, or "none"');
    case 'minutes':
      return limit(text, 'none', /^\d{1,9}(\.\d{1,3})?$/, 60_000, 'a number of minutes above 0, or "none"');
    case 'duration':
      return duration(text);
  }
}

/** One of the values, or so much of its beginning that no other can be meant. */
function choice(values: readonly string[], text: string): ReadValue {
  const begun = text === '' ? [] : values.filter((one) => one.startsWith(text));
  const meant = values.includes(text) ? text : begun.length === 1 ? begun[0] : undefined;
  return meant === undefined ? wrong(`one of ${values.join(', ')}`) : value(meant);
}

function limit(text: string, word: string, pattern: RegExp, unit: number, expected: string): ReadValue {
  if (text === word) return value(null);
  const amount = pattern.test(text) ? Number(text) * unit : 0;
  return amount > 0 ? value(amount) : wrong(expected);
}

const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

function duration(text: string): ReadValue {
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  const timeMs = Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS];
  // A timer of Node's can wait no longer than 2^31 milliseconds, some 24 days.
  return timeMs >= 1 && timeMs < 2 ** 31 ? value(timeMs) : wrong('a time such as 90s, 10m or 1h');
}

function value(read: FlagValue): ReadValue {
  return { ok: true, value: read };
}

function wrong(expected: string): ReadValue {
  return { ok: false, expected };
}
