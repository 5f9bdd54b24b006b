import { expect, it } from 'vitest';
import { instant } from '../../src/html/instant.ts';
import { localTimes } from '../../src/html/local-times.ts';

const AT = 1_770_285_600_000;

it('writes moments in a time zone, and keeps them for machines', () => {
  expect(localTimes(String(instant(AT)), 'Europe/Berlin')).toBe(
    '<time datetime="2026-02-05T10:00:00Z">2026-02-05 11:00:00 CET</time>',
  );
  expect(localTimes('<time datetime="2026-07-05T10:00:00Z"\n>10:00:00</time\n>', 'America/New_York')).toBe(
    '<time datetime="2026-07-05T10:00:00Z">06:00:00</time>',
  );
  expect(localTimes('<time datetime="2026-07-05T23:00:00Z">23:00:00</time>', 'Asia/Tokyo')).toBe(
    '<time datetime="2026-07-05T23:00:00Z">2026-07-06 08:00:00</time>',
  );
  expect(localTimes('in <span class="zone">UTC</span>', 'Asia/Tokyo')).toBe(
    'in <span class="zone">Asia/Tokyo</span>',
  );
});
