import { describe, expect, test } from 'vitest';
import { shipBox } from '../../src/text/ship-box.ts';
import { addTask } from '../support/commands.ts';
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

test('the ship box counts the tasks that are complete', () => {
  const task = addTask('A');
  const frame = frameAfter({ type: 'start' }, task, task, { type: 'task', action: 'complete', id: '2' });
  const box = shipBox({
    frame,
    confidence: 90,
    reversibility: 'Type 2B',
    points: 3,
    alternative: 'none',
    risk: 'low',
  });
  expect(box.split('\n')[2]).toBe('│ Tasks: 1/2 complete, 0 verified    │');
});
