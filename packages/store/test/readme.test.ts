import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the fault table of the README', () => {
  it('has been written by the harness, and shows no failure', () => {
    const table = readme.slice(readme.indexOf('<!-- faults -->'), readme.indexOf('<!-- /faults -->'));
    const rows = table.split('\n').filter((line) => /^\| [A-Z]\d/.test(line));
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row).toMatch(/\| (0|skipped: .+?) *\|$/);
  });
});
