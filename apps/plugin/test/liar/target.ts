import { join } from 'node:path';
import type { LiarTarget } from '@loopwright/testkit';

const plugin = join(import.meta.dirname, '../../dist');

/** The programs as users get them. */
export const target: LiarTarget = {
  hook: join(plugin, 'hooks/hook.cjs'),
  loop: join(plugin, '../../cli/dist/loop.cjs'),
  bin: join(plugin, 'bin'),
};
