import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CONFIG_SCHEMA_ID, configSchema } from '../../src/config/config-schema.ts';

test('the published JSON Schema is that of the config; UPDATE=1 writes it', () => {
  const path = new URL('../../config.schema.json', import.meta.url);
  const { $schema, ...schema } = z.toJSONSchema(configSchema, { io: 'input' });
  const whole = { $schema, $id: CONFIG_SCHEMA_ID, title: 'loop.config.json', ...schema };
  const text = `${JSON.stringify(whole, null, 2)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, 'utf8'));
});
