import { expect, test } from 'vitest';
import { textWidth } from '../../src/text/text-width.ts';

test('a character that is counted the short way is as wide as the long way says', () => {
  for (let code = 0x20; code < 0xffff; code += 1) {
    const character = String.fromCodePoint(code);
    // An accent makes one cluster with these, which is always counted the long way.
    if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) continue;
    const long = textWidth(`${character}\u0301`);
    expect(textWidth(character), code.toString(16)).toBe(long);
  }
});
