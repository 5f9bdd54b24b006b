import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../figures.ts';
import { install } from '../stage.ts';

/** Measures the size of the hook's bundle. A kilobyte is a thousand bytes. */
export function weighBundle(): readonly Figure[] {
  const { hooks } = install();
  const weigh = (what: string, names: readonly string[], limit: number): Figure => {
    const sizes = names.map((name) => statSync(join(hooks, name)).size / 1000);
    return {
      what,
      value: sizes.reduce((sum, size) => sum + size, 0),
      unit: 'KB',
      goal: { kind: 'at most', limit },
      measured: names.map((name, index) => `${name} ${sizes[index]?.toFixed(1)}`).join(', '),
    };
  };
  return [
    weigh('loaded without a loop', ['hook.cjs'], 15),
    weigh('loaded for every loop', ['hook.cjs', 'loop.cjs'], 155),
  ];
}
