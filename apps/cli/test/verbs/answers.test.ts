import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toJsonSchema } from '../support/to-json-schema.ts';

test('the published JSON Schema is that of the answers; UPDATE=1 writes it', () => {
  const path = new URL('../../answers.schema.json', import.meta.url);
  const text = `${JSON.stringify(toJsonSchema(), null, 2)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, 'utf8'));
});
