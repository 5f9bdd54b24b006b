import { textWidth } from '@loopwright/core';
import { expect } from 'vitest';
import { plain } from '../../src/terminal/page.ts';
import { type Followed, type FollowedView, livePage } from '../../src/verbs/watch/follow.ts';

export const HOSTILE = 'a\u001b[2J\u202eb文'.repeat(60);

/** Fails for a page that leaves its terminal, or says something that the terminal obeys. */
export function expectFits<T>(followed: Followed<T>, view: FollowedView<T>): void {
  for (const width of [20, 37, 80, 120])
    for (const rows of [5, 10, 24, 60]) {
      const lines = livePage(followed, view, { width, paint: plain }, rows);
      expect(lines.length).toBeLessThan(rows);
      expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
      expect(lines.join('')).not.toMatch(/[\u001b\u202e]/);
    }
}
