import { expect, it } from 'vitest';
import { startLoop } from '../support/loop.ts';
import { run } from '../support/programs.ts';
import { tempFolder } from '../support/temp-folder.ts';

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  'a program ends by %s that arrives in the middle of a write',
  async (signal) => {
    const root = tempFolder();
    startLoop(root).close();
    expect(await run('signalled.mjs', [root, signal])).toMatchObject({ code: null, signal, stderr: '' });
  },
);
