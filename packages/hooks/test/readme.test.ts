import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOOK_EVENTS } from '../src/answer.ts';
import { dialects } from '../src/dialects.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.each([...HOOK_EVENTS, ...Object.keys(dialects).map((name) => `\`${name}\``)])(
  'the README says what %s does',
  (name) => {
    expect(readme).toMatch(new RegExp(`^(?:- ${name}:|\\| ${name} +\\|)`, 'm'));
  },
);
