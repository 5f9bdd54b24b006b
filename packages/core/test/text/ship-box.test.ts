import { describe, expect, test } from 'vitest';
import { shipBox } from '../../src/text/ship-box.ts';

import { frameAfter } from '../support/given.ts';

describe('the ship box', () => {
  const shipment = {
    frame: frameAfter({ type: 'start' }),
    confidence: 89.6,
    reversibility: 'y'.repeat(100),
    points: 1e12,
    alternative: 'a\nb',
    risk: 'z'.repeat(100),
  };

  test('keeps its frame with any content', () => {
    const lines = shipBox(shipment).split('\n');
    expect(lines.slice(1).map((line) => line.length)).toEqual([38, 38, 38, 38, 38, 38, 38]);
    expect(lines[3]).toContain('Subjective: ~90%');
    expect(lines[5]).toContain('↳ Alt: a b');
  });
});
