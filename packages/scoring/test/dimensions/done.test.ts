import { describe, expect, it } from 'vitest';
import { scoreSpec } from '../../src/index.ts';

describe('done', () => {
  it.each([
    ['a merge', 'Speed up the parser and merge it into main.', 2],
    ['a release', 'Speed up the parser. Release it as 2.1.0.', 2],
    ['a deployment', 'Speed up the parser. Done when it is deployed to staging.', 2],
    ['a heading with an event', 'Speed up the parser.\n\n## Definition of done\nRolled out to all users.', 2],
    ['a feeling', 'Speed up the parser, stop when it feels right.', 1],
    ['an order to go on', 'Speed up the parser. Keep going until you like it.', 1],
    ['a merge that was', 'We merged a parser last week. Speed it up.', 0],
    ['a merge nobody wants', "Speed up the parser. Don't merge it.", 0],
    ['a feature about merging', 'When a request is merged, the bot should post a comment.', 0],
    ['nothing', 'Speed up the parser.', 0],
  ] as const)('scores %s', (_, text, level) => {
    expect(scoreSpec(text).done).toBe(level);
  });
});
