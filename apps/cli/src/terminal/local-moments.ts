import { type Moments, momentsIn } from '@loopwright/core';

/** The name of this machine's time zone. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Writes moments in the time zone of this machine. */
export function localMoments(): Moments {
  return momentsIn('local');
}
