import { describe, expect, onTestFinished, test } from 'vitest';
import {
  canOpenTerminal,
  createRecorder,
  type ModelScripts,
  openTerminal,
  type Recorder,
  say,
  type ScriptedModel,
  type Step,
  type Terminal,
} from '../../src/index.ts';
import { setStage } from '../stage.ts';
import { toyPlugin } from '../toy-plugin.ts';

async function open(
  scripts: readonly Step[] | ModelScripts,
): Promise<{ readonly terminal: Terminal; readonly model: ScriptedModel; readonly recorder: Recorder }> {
  const { sandbox, model } = await setStage(scripts, { name: `it's "odd" 🙂` });
  const recorder = await createRecorder(sandbox);
  const terminal = await openTerminal({
    sandbox,
    model,
    plugins: [toyPlugin, recorder.plugin],
    env: { TOY_BLOCKS: '1' },
  });
  onTestFinished(terminal.close);
  return { terminal, model, recorder };
}

describe.skipIf(!(await canOpenTerminal()))('an interactive client', () => {
  test("shows Claude's words and a Stop hook's notice for the user", async () => {
    const { terminal, model } = await open([say('Hello from the script.'), say('Still here.')]);

    await terminal.submit('hello there');
    const screen = await terminal.waitFor('Still here.');

    expect(screen).toContain('❯ hello there');
    expect(screen).toContain('Hello from the script.');
    expect(screen).toContain('Stop says: toy kept Claude going (1)');
    expect(model.otherCalls).toEqual([]);
  });

  test('/clear and /exit end sessions, each with its reason', async () => {
    const { terminal, model, recorder } = await open([
      say('first'),
      say('second'),
      say('third'),
      say('fourth'),
    ]);

    await terminal.submit('one');
    await terminal.waitFor('second');
    await terminal.submit('/clear');
    await terminal.submit('two');
    await terminal.waitFor('fourth');
    await terminal.submit('/exit');

    expect(await terminal.ended).toEqual({ exitCode: 0 });
    const ends = await recorder.inputs('SessionEnd');
    expect(ends.map(({ reason }) => reason)).toEqual(['clear', 'prompt_input_exit']);
    expect(new Set(model.requests.map(({ sessionId }) => sessionId)).size).toBe(2);
  });

  test('a failed wait reports the screen', async () => {
    const { terminal } = await open([]);

    const wait = terminal.waitFor('never to be seen', 1000);

    await expect(wait).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('Claude Code v'),
    });
  });

  test('a wait ends when the client has left', async () => {
    const { terminal } = await open([]);

    const wait = terminal.waitFor('never to be seen');
    await terminal.submit('/exit');

    await expect(wait).rejects.toMatchObject({ code: 'ENDED' });
  });
});
