import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInSandbox, say } from '@loopwright/testkit';
import { expect } from 'vitest';
import { openSeat, terminalTest } from '../support/seat.ts';
import { keepPicture } from '../support/keep-picture.ts';
import { loop, mend, plugin, setStage, startLoop } from '../support/stage.ts';

const SESSION = '6f9b1f0e-1111-4222-8333-99990000aaaa';

terminalTest('in a terminal, the client shows the loop beside the user’s own status line', async () => {
  const stage = await setStage([startLoop, say('Started.'), mend, loop('verify'), say('One more look.')]);
  const { sandbox } = stage;
  const settings = join(sandbox.home, '.claude/settings.json');
  const mine = { statusLine: { type: 'command', command: 'echo "it\'s mine"' } };
  await writeFile(settings, JSON.stringify(mine));
  const set = async (flag: string) =>
    runInSandbox({ sandbox, command: ['node', join(plugin, 'bin/loop'), 'config', 'statusline', flag] });
  expect(await set('--install')).toMatchObject({ exitCode: 0 });

  const terminal = await openSeat(stage, SESSION);
  await terminal.waitFor("it's mine");
  expect(terminal.screen()).not.toContain('⟳');
  await terminal.submit('/loop:start make the tests pass --force --shape colleague');
  await terminal.waitFor(/it's mine │ ⟳ 1\/10 · 0\/1 proved · tests pass not run · \$/);
  await terminal.submit('go on');
  await terminal.waitFor(/it's mine │ ⟳ \d\/10 · 1\/1 proved · \$/);
  keepPicture(terminal, 'status-line', {
    label: 'The status line of Claude Code with the loop of the session',
    columns: 100,
    crop: (texts) => [texts.findLastIndex((text) => text.startsWith('────')) - 2, texts.length],
  });

  expect(await set('--remove')).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(await readFile(settings, 'utf8'))).toMatchObject(mine);
});
