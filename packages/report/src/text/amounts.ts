import { formatInstant } from '@loopwright/core';

/** Dollars with as many places as say something: `$0.004`, `$0.62`, `$25`. */
export function usdText(usd: number): string {
  if (!Number.isFinite(usd)) return '$?';
  if (Number.isInteger(usd)) return `$${usd}`;
  return usd < 0.01 ? `$${usd.toFixed(4).replace(/0+$/, '')}` : `$${usd.toFixed(2)}`;
}

/** Tokens in short: `950`, `12.4k`, `3.1M`. */
export function tokensText(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 999_950 ? `${short(tokens / 1000)}k` : `${short(tokens / 1_000_000)}M`;
}

/** A moment in UTC for people: `2026-03-01 08:15:30 UTC`. */
export function instantText(at: number): string {
  const [day = '', time = ''] = isoText(at).split('T');
  return `${day} ${time.slice(0, 8)} UTC`;
}

/** The time of day of a moment, in UTC. */
export function clockText(at: number): string {
  return isoText(at).split('T')[1]?.slice(0, 8) ?? '';
}

/** A moment for machines. What no calendar has is the epoch. */
export function isoText(at: number): string {
  // The last millisecond of the year 9999: later ones have no form that a reader of HTML knows.
  const isSane = Number.isFinite(at) && at >= 0 && at <= 253_402_300_799_999;
  return formatInstant(isSane ? Math.floor(at) : 0);
}

function short(value: number): string {
  return value < 100 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
}
