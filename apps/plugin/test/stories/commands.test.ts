// @module-tag deep
import { type ModelRequest, type Reply, runInSandbox, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { collectCommands, isForm } from '../../../../docs/test/support/commands.ts';
import { command } from '../support/drive.ts';
import { bash, plugin, sampleFiles, setStage } from '../support/stage.ts';

const commands = collectCommands();
const slashes = commands.filter(
  (one) => one.text.startsWith('/loop:') && !isForm(one) && (one.isShown || one.text.includes(' ')),
);
const sessionId = '6f9b1f0e-1111-4222-8333-999900001111';

/** The project that the examples presume: npm with tests and a config, and issues in a file. */
const files = {
  ...sampleFiles,
  'package.json': JSON.stringify({ scripts: { test: 'node test.js' } }),
  'loop.config.json': JSON.stringify({ checks: { tests: 'npm test' } }),
  'ISSUES.md': '# Issues\n\n- Tokens expire early\n',
};

test('the texts show starts and other commands of the plugin', () => {
  expect(slashes.filter(({ text }) => text.startsWith('/loop:start')).length).toBeGreaterThan(4);
  expect(slashes.length).toBeGreaterThan(8);
});

test.each(slashes)('$text ($where) works in the client as it stands', async ({ text, where }) => {
  const [, skill = ''] = /^\/loop:(\w+)/.exec(text) ?? [];
  const { sandbox, runOf, play } = await setStage(
    [
      // A start must be clear from the user's words, or from the command that the same text shows after it.
      (request) => bash(skill === 'start' ? startAfter(where) : commandOf(request)),
      (request): Reply => {
        expect(resultOf(request)).not.toMatch(/Exit code|is_error/);
        return bash(`"${plugin}/bin/loop" pause`);
      },
      say('Paused.'),
    ],
    { files },
  );
  const begins = ['start', 'grind'].includes(skill);
  if (!begins) {
    const { exitCode, stderr } = await runInSandbox({
      sandbox,
      command: [process.execPath, command, 'start', 'Make the tests pass', '--check', 'tests=npm test'],
      env: { CLAUDE_CODE_SESSION_ID: sessionId },
    });
    expect(exitCode, stderr).toBe(0);
    if (skill === 'continue') {
      await runInSandbox({ sandbox, command: [process.execPath, command, 'pause', '--session', sessionId] });
    }
  }

  await play(text, { sessionId });

  const run = runOf(sessionId);
  // The hook answers /loop:status itself, so Claude gets no turn and can't pause.
  expect(run?.status).toBe({ cancel: 'cancelled', status: 'active' }[skill] ?? 'paused');
  if (!begins) return;
  const [, words = ''] =
    /^\/loop:\w+ (.*?)(?: --(?:check|steps|criteria|iterations|issues|budget|shape|force|workflow|guard)\b.*)?$/.exec(
      text,
    ) ?? [];
  const isBare = words === '' || words.startsWith('--');
  expect(run?.frames[0]?.spec).toBe(isBare ? 'Work through the open issues, one after the other.' : words);
  const [, check] = /--check "([^"=]+)=/.exec(text) ?? [];
  if (check !== undefined) expect(run?.frames[0]?.criteria.map(({ name }) => name)).toContain(check);
});

/** The first command that a skill shows to Claude, with the user's words put in by the client. */
function commandOf({ newTexts }: ModelRequest): string {
  const shown = newTexts.flatMap((text) =>
    [...text.matchAll(/```bash\n\s*(.*)\n/g)].map(([, line = '']) => line),
  );
  expect(shown[0]).toContain(`${plugin}/bin/loop`);
  return shown[0] ?? '';
}

function startAfter(where: string): string {
  const next = commands.find(
    (one) =>
      one.where.split(':')[0] === where.split(':')[0] &&
      where.includes('skills/') &&
      one.text.includes('/bin/loop" start'),
  );
  return (next?.text ?? '"${CLAUDE_PLUGIN_ROOT}/bin/loop" start').replace('${CLAUDE_PLUGIN_ROOT}', plugin);
}

function resultOf({ newTexts }: ModelRequest): string {
  return newTexts.join('\n');
}
