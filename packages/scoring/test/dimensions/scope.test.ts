import { describe, expect, it } from 'vitest';
import { scoreSpec } from '../../src/index.ts';

describe('scope', () => {
  it.each([
    ['a file', 'Tidy up `lib/money.rb`.', 2],
    ['a file without code marks', 'tidy up lib/money.rb pls', 2],
    ['an endpoint', 'POST /v1/refunds is too slow.', 2],
    ['a function', 'Speed up `parseRow()`.', 2],
    ['a class by its kind', 'The class `InvoicePrinter` is too slow.', 2],
    ['a list of files', 'Make these nicer:\n\n- `src/a.ts`\n- `src/b.ts`\n', 2],
    ['a part of the product', 'Speed up the checkout.', 1],
    ['a part named by a word that no list has', 'Speed up the zeppelin.', 1],
    ['the product with a word in front', 'Speed up the inventory system.', 1],
    ['a part beside a type of content', 'Support application/json in the parser.', 1],
    ['the whole product', 'Speed up the app.', 0],
    ['no place', 'Improve security.', 0],
    ['the file of a check', 'Speed up the app. `tests/speed.sh` has to pass.', 0],
    ['the file of a rule', "Speed up the search. Don't touch `src/db.ts`.", 1],
    ['an address on the web', 'Speed up the search, see https://example.org/src/search.ts', 1],
  ] as const)('scores %s', (_, text, level) => {
    expect(scoreSpec(text).scope).toBe(level);
  });
});
