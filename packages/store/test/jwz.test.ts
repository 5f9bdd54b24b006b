import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toStackState } from '@loopwright/core';
import { describe, expect, it } from 'vitest';
import { hasJwz, postToJwz, readFromJwz } from '../src/jwz.ts';
import { startLoop } from './support/loop.ts';
import { tempFolder } from './support/temp-folder.ts';

/** A `jwz` command made of a few lines of shell, on a PATH of its own. */
function project(script: string): { readonly root: string; readonly env: NodeJS.ProcessEnv } {
  const root = tempFolder();
  mkdirSync(join(root, '.jwz'));
  const bin = join(root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'jwz'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'jwz'), 0o755);
  return { root, env: { PATH: `${bin}:/usr/bin:/bin` } };
}

const message = {
  schema: 1,
  event: 'STATE',
  run_id: 'r',
  updated_at: '2026-01-02T03:04:05Z',
  stack: [{ id: 'f', mode: 'loop', iter: 1, max: 5 }],
};

describe('the topic of seed 004', () => {
  it('gets the stack of a run as one message', () => {
    const { root, env } = project('printf "%s\\n" "$1" "$2" "$3" "$4" > posted');
    const { run, close } = startLoop(root);
    expect(postToJwz(run, { root, env })).toBe(true);
    const [verb, topic, flag, text] = readFileSync(join(root, 'posted'), 'utf8').split('\n');
    expect([verb, topic, flag]).toEqual(['post', 'loop:current', '-m']);
    expect(JSON.parse(text ?? '')).toEqual(toStackState(run));
    close();
  });

  it('reads the newest message with a stack, with any text around it', () => {
    const lines = [
      JSON.stringify({ ...message, run_id: 'old' }),
      `  01HQ  ${JSON.stringify(message)}`,
      'chatter {not json}',
    ];
    const { root, env } = project(`cat <<'END'\n${lines.join('\n')}\nEND`);
    expect(readFromJwz({ root, env })).toMatchObject({ run_id: 'r', stack: [{ iter: 1 }] });
  });

  it.each([
    ['fails', 'exit 1'],
    ['says nothing', 'true'],
    ['says nonsense', 'echo nonsense'],
    ['never ends', 'exec sleep 30'],
    ['says too much', 'head -c 3000000 /dev/zero'],
  ])('costs nothing but a little time when the command %s', (_what, script) => {
    const { root, env } = project(script);
    expect(readFromJwz({ root, env })).toBeUndefined();
  });

  it('is left alone where there is no command or no store', () => {
    const { root } = project('true');
    const { run, close } = startLoop(root);
    expect(postToJwz(run, { root, env: { PATH: '/nowhere' } })).toBe(false);
    const { env } = project('true');
    const bare = tempFolder();
    expect(hasJwz(bare)).toBe(false);
    expect(postToJwz(run, { root: bare, env })).toBe(false);
    close();
  });
});
