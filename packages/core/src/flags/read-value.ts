import type { LimitFlag } from '../model/limits.ts';
import type { Flag, FlagValue } from './flag.ts';
import { wordedLimit } from './limit-flags.ts';

/** The value of a flag, or the expected form. */
export type ReadValue =
  | { readonly ok: true; readonly value: FlagValue }
  | { readonly ok: false; readonly expected: string };

/** Reads the text of a flag. Numbers are whole and plain; nothing is guessed. */
export function readValue(flag: Flag, text: string): ReadValue {
  switch (flag.kind) {
    case 'switch':
      return text === 'true' || text === '' ? value(true) : wrong('no value');
    case 'name':
      return /^[A-Za-z0-9][\w.-]{0,63}$/.test(text) && !/\.\.|\.lock$|\.$/.test(text)
        ? value(text)
        : wrong('a name of letters, digits, dots, dashes and underscores');
    case 'text':
      return value(text);
    case 'texts':
      return value([text]);
    case 'choice':
      return choice(flag.values ?? [], text);
    case 'whole':
      return /^\d{1,9}$/.test(text) ? value(Number(text)) : wrong('a whole number');
    case 'duration':
      return duration(text);
    default:
      return limit(text, flag.kind);
  }
}

/** One of the values, or so much of its beginning that no other can be meant. */
function choice(values: readonly string[], text: string): ReadValue {
  const begun = text === '' ? [] : values.filter((one) => one.startsWith(text));
  const meant = values.includes(text) ? text : begun.length === 1 ? begun[0] : undefined;
  return meant === undefined ? wrong(`one of ${values.join(', ')}`) : value(meant);
}

const AMOUNTS = {
  count: [/^\d{1,15}$/, 'a whole number'],
  usd: [/^\$?\d{1,9}(\.\d{1,6})?$/, 'an amount in dollars'],
  ms: [/^\d{1,9}(\.\d{1,3})?$/, 'a number of minutes'],
} as const;

function limit(text: string, kind: LimitFlag): ReadValue {
  const { unit, lifted, unitSize } = wordedLimit(kind);
  if (text === lifted) return value(null);
  const [pattern, words] = AMOUNTS[unit];
  const amount = pattern.test(text) ? Number(text.replace(/^\$/, '')) * unitSize : 0;
  return amount > 0 ? value(amount) : wrong(`${words} above 0, or "${lifted}"`);
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
