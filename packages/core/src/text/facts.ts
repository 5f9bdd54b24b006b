import type { Facts } from '../decide/stop-rules.ts';
import { durationText } from './duration-text.ts';
import { sanitizeLine } from './sanitize.ts';
import { money } from './words.ts';

/** Names that say more than their own words. */
const NAMES: Readonly<Record<string, string>> = { silentMs: 'silent for', ttlMs: 'time to live' };

const UNITS = { Ms: durationText, Usd: money } as const;

/** The facts of a rule in words: `silentMs` is `silent for`, and its milliseconds are a duration. Lists stay lists. */
export function factsInWords(
  facts: Facts,
): readonly { readonly name: string; readonly value: string | readonly string[] }[] {
  return Object.entries(facts).map(([key, value]) => {
    const [, bare = key, unit] = /^(.+)(Ms|Usd)$/.exec(key) ?? [];
    const name = NAMES[key] ?? bare.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    if (typeof value === 'object') return { name, value: value ?? 'none' };
    if (typeof value === 'boolean') return { name, value: value ? 'yes' : 'no' };
    if (typeof value === 'string') return { name, value: sanitizeLine(value, 200) };
    return {
      name,
      value: unit ? UNITS[unit as keyof typeof UNITS](value) : String(Math.round(value * 1e4) / 1e4),
    };
  });
}

/** Writes the facts of a rule as one line: `silent for: 12m; time to live: 2h`. */
export function factsLine(facts: Facts): string {
  return factsInWords(facts)
    .map(({ name, value }) => {
      const text = typeof value === 'string' ? value : value.length > 0 ? value.join(', ') : 'none';
      return `${name}: ${sanitizeLine(text, 120)}`;
    })
    .join('; ');
}
