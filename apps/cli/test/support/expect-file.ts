import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

/** Compares a text with its expected file. `UPDATE=1` writes the file; a missing one fails. */
export function expectFile(name: string, text: string): void {
  const path = join(import.meta.dirname, '../expected', name);
  if (process.env['UPDATE'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(existsSync(path), `${path} is missing; UPDATE=1 writes it`).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
