import { expect, it } from 'vitest';
import { projectWithLoop } from '../support/loop.ts';
import { run } from '../support/programs.ts';

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  'a program ends by %s that arrives in the middle of a write',
  async (signal) => {
    const { root } = projectWithLoop();
    expect(await run('signalled.mjs', [root, signal])).toMatchObject({ code: null, signal, stderr: '' });
  },
);
