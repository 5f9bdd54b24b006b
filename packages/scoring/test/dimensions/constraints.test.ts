import { describe, expect, it } from 'vitest';
import { scoreSpec } from '../../src/index.ts';

describe('constraints', () => {
  it.each([
    ['two bans in a sentence', 'Speed up the parser. No new deps, no changes to the public API.', 2],
    [
      'two bans behind one "without"',
      'Speed up the parser without touching its tests or changing its output.',
      2,
    ],
    ['a version and a limit', 'Speed up the parser. Python 3.9 only, under 300 changed lines.', 2],
    ['a list under a heading', 'Speed up the parser.\n\n## Constraints\n- Rust 1.70\n- one commit\n', 2],
    ['what is kept', 'Speed up the parser. Preserve all 2M rows.', 1],
    ['a maximum of the work', 'Split the parser; maximum number of files 30.', 1],
    ['a single ban', 'Speed up the parser. No new deps.', 1],
    ['a preference', 'Speed up the parser, reuse what we already have.', 1],
    ['a ban with its edge taken off', 'Speed up the parser, if possible without new dependencies.', 1],
    ['nothing', 'Speed up the parser.', 0],
    [
      'a free hand',
      'Speed up the parser. No constraints at all: new deps, breaking changes, I really do not mind.',
      0,
    ],
    ['limits of the product', 'The list shows at most 20 rows.', 0],
    ['a figure of speech', 'Speed up the parser. No rush, no worries.', 0],
  ] as const)('scores %s', (_, text, level) => {
    expect(scoreSpec(text).constraints).toBe(level);
  });
});
