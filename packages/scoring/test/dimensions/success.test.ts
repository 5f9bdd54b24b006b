import { describe, expect, it } from 'vitest';
import { scoreSpec } from '../../src/index.ts';

describe('success', () => {
  it.each([
    ['two checks', 'Speed up the parser. Unit tests and lint must pass.', 2],
    ['two commands', 'Speed up the parser. `npm test` and `npm run lint` should be green.', 2],
    [
      'three subjects, one of them a test',
      'Speed up the parser. The sample import and the tests have to succeed.',
      2,
    ],
    [
      'items under a heading',
      'Speed up the parser.\n\n## Verification\n- [ ] same output as before\n- [ ] `make bench` is quicker\n',
      2,
    ],
    ['commands in a list', 'Run these after each step:\n\n- `tsc --noEmit`\n- `vitest run`\n', 2],
    ['a check with its command', 'Speed up the parser. The unit tests (`npm test`) must pass.', 1],
    ['a check', 'Speed up the parser. Tests pass.', 1],
    ['a check of another name', 'Speed up the parser. The simulation passes.', 1],
    ['a waiver', "Speed up the parser. There's no need for tests to pass.", 0],
    ['a report of how things are', 'Tests are failing since Monday, speed up the parser.', 0],
    ['tests as the work itself', 'Improve test coverage of the parser.', 0],
    ['nothing', 'Speed up the parser.', 0],
  ] as const)('scores %s', (_, text, level) => {
    expect(scoreSpec(text).success).toBe(level);
  });
});
