import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as driver from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.each(Object.keys(driver))('the README describes %s', (name) => {
  expect(readme).toMatch(new RegExp(`^\\| .*\`${name}\\b`, 'm'));
});
