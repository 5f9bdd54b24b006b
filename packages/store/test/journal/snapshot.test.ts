import fc from 'fast-check';
import { expect, test } from 'vitest';
import { once, twice } from '../../src/journal/snapshot.ts';

test('gives back every text but the empty one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      expect(once(twice(text))).toEqual(Buffer.from(text));
    }),
  );
  expect(once(twice(''))).toBeUndefined();
});

test('gives nothing once any byte was changed, cut off or added', () => {
  const number = fc.nat();
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), number, fc.integer({ min: 1, max: 255 }), (text, place, by) => {
      const bytes = twice(text);
      const at = place % bytes.length;
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ by;
      expect(once(changed)).toBeUndefined();
      expect(once(Buffer.concat([bytes, Buffer.of(by)]))).toBeUndefined();
    }),
  );
  const text = '{"a":1,"b":[2,3],"c":"four"}';
  for (let length = 0; length < 2 * text.length; length += 1)
    expect(once(twice(text).subarray(0, length))).toBeUndefined();
});
