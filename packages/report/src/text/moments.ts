import { formatInstant } from '@loopwright/core';

/** A moment in UTC for people: `2026-03-01 08:15:30 UTC`. */
export function instantText(at: number): string {
  return `${formatInstant(at).slice(0, 10)} ${clockText(at)} UTC`;
}

/** The time of day of a moment, in UTC. */
export function clockText(at: number): string {
  return formatInstant(at).slice(11, 19);
}
