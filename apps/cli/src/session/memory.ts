import { type MemoryKind, readMemory, writeMemory } from '@loopwright/store';
import * as z from 'zod/mini';
import { CliError } from '../program/cli-error.ts';

/** Reads a record outside of the project; undefined without one that fits the schema. */
export function recall<T>(schema: z.ZodMiniType<T>, kind: MemoryKind, key: readonly string[]): T | undefined {
  const read = z.safeParse(schema, readMemory(kind, key));
  return read.success ? read.data : undefined;
}

/** Writes a record outside of the project. Throws `CliError`, which says what is lost, if no folder takes it. */
export function remember(kind: MemoryKind, key: readonly string[], value: unknown, lost: string): void {
  if (writeMemory(kind, key, value)) return;
  throw new CliError({
    message: `Your state folder can not be written, so ${lost}.`,
    next: { words: ['doctor'] },
  });
}
