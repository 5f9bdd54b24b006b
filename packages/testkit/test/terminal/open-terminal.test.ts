// @module-tag deep
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  canOpenTerminal,
  type ModelScripts,
  openTerminal,
  say,
  type Step,
  type Terminal,
} from '../../src/index.ts';
import { setStage } from '../stage.ts';
import { toyPlugin } from '../toy-plugin.ts';

async function open(scripts: readonly Step[] | ModelScripts): Promise<Terminal> {
  const { sandbox, model } = await setStage(scripts, { name: `it's "odd" 🙂` });
  const terminal = await openTerminal({
    sandbox,
    model,
    plugins: [toyPlugin],
    env: { TOY_BLOCKS: '1' },
  });
  onTestFinished(terminal.close);
  return terminal;
}

describe.skipIf(!(await canOpenTerminal()))('an interactive client', () => {
  test("shows Claude's words and a Stop hook's notice for the user", async () => {
    const terminal = await open([say('Hello from the script.'), say('Still here.')]);

    await terminal.submit('hello there');
    const screen = await terminal.waitFor('Still here.');

    expect(screen).toContain('❯ hello there');
    expect(screen).toContain('Hello from the script.');
    expect(screen).toContain('Stop says: toy kept Claude going (1)');
  });

  test('a failed wait reports the screen', async () => {
    const terminal = await open([]);

    const wait = terminal.waitFor('never to be seen', 1000);

    await expect(wait).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('Claude Code v'),
    });
  });

  test('a wait ends when the client has left', async () => {
    const terminal = await open([]);

    const wait = terminal.waitFor('never to be seen');
    await terminal.submit('/exit');

    await expect(wait).rejects.toMatchObject({ code: 'ENDED' });
  });
});
