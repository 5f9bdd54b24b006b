import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure, Section } from '../figures/figure.ts';
import { installHook } from '../stage/installed-hook.ts';

/** The files that a stop of an active loop loads; other files load only when needed. */
const LOADED = ['hook.cjs', 'loop.cjs'];

/** Measures the size of the hook's bundle. A kilobyte is a thousand bytes. */
export function weighBundle(): Section {
  const { folder } = installHook();
  const parts = readdirSync(folder)
    .filter((name) => name.endsWith('.cjs'))
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
  const weigh = (
    names: readonly { readonly name: string; readonly bytes: number }[],
  ): Omit<Figure, 'what'> => ({
    value: names.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    unit: 'KB',
    measured: names.map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)}`).join(', '),
  });
  return {
    title: 'The hook’s bundle, minified',
    figures: [
      { what: 'loaded without a loop', ...weigh(parts.filter(({ name }) => name === LOADED[0])) },
      {
        what: 'loaded for every loop',
        ...weigh(parts.filter(({ name }) => LOADED.includes(name))),
        goal: { kind: 'at most', limit: 155 },
      },
      { what: 'all files', ...weigh(parts) },
    ],
  };
}
