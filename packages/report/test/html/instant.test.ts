import { momentsIn } from '@loopwright/core';
import { expect, it } from 'vitest';
import { clock, instant, zone } from '../../src/html/instant.ts';

it('writes moments in a time zone, and keeps them for machines', () => {
  expect(instant(Date.UTC(2026, 1, 5, 10)).toString(momentsIn('Europe/Berlin'))).toBe(
    '<time datetime="2026-02-05T10:00:00Z">2026-02-05 11:00:00 CET</time>',
  );
  expect(clock(Date.UTC(2026, 6, 5, 10)).toString(momentsIn('America/New_York'))).toBe(
    '<time datetime="2026-07-05T10:00:00Z">06:00:00</time>',
  );
  expect(clock(Date.UTC(2026, 6, 5, 23)).toString(momentsIn('Asia/Tokyo'))).toBe(
    '<time datetime="2026-07-05T23:00:00Z">2026-07-06 08:00:00</time>',
  );
  expect(zone.toString(momentsIn('Asia/Tokyo'))).toBe('<span class="zone">Asia/Tokyo</span>');
});
