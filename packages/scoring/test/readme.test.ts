import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const built = new URL('../dist/index.js', import.meta.url).href;

/** The blocks of code in the README; a line `expression; // → value` states the result. */
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/gu)].map(([, code = '']) => code);

describe('the README', () => {
  it('has examples', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(2);
  });

  it.each(blocks.map((code) => [code]))('states the results of:\n%s', async (code) => {
    const source = code
      .replace("'@loopwright/scoring'", `'${built}'`)
      .replaceAll(/^(.+); \/\/ → (.+)$/gmu, 'rows.push([$1, $2]);')
      .replace(/^(import .*)$/mu, '$1\nexport const rows = [];');
    const { rows } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
      rows: readonly (readonly [unknown, unknown])[];
    };
    expect(rows.length).toBeGreaterThan(0);
    for (const [actual, expected] of rows) expect(actual).toEqual(expected);
  });
});
