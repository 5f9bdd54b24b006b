import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runClaude, runInSandbox, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { checkout } from '../support/publish.ts';
import { bash, COMPLETE, mend, setStage } from '../support/stage.ts';

/** What every session pays for the plugin, in tokens, as the client counts them. */
const MAX_TOKENS = 300;
/** The most words of a skill that Claude reads whole. */
const MAX_WORDS = { start: 900, gate: 500, shape: 500 };

test('a built checkout installs as the guide says, in a clean home, and a loop runs to its proof', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([bash('loop start'), mend, say(COMPLETE)]);
  const built = join(sandbox.home, 'checkout');
  await mkdir(join(built, 'apps/plugin'), { recursive: true });
  await cp(join(checkout, '.claude-plugin'), join(built, '.claude-plugin'), { recursive: true });
  await cp(plugins[0] ?? '', join(built, 'apps/plugin/dist'), { recursive: true });
  const claude = async (words: string): Promise<string> => {
    const command = ['sh', '-c', `cd '${built}' && exec claude ${words}`] as const;
    const { exitCode, stdout, stderr } = await runInSandbox({ sandbox, model, command });
    expect(exitCode, stdout + stderr).toBe(0);
    return stdout;
  };
  const said = await linesOf('docs/guide/plugin.md');
  expect(said).toHaveLength(2);
  for (const line of said) await claude(line.replace(/^claude /, ''));

  const details = await claude('plugin details loop-from-checkout@loopwright');
  const [, tokens] = /Always-on: +~(\d+) tok/.exec(details) ?? [];
  expect(Number(tokens), details).toBeLessThanOrEqual(MAX_TOKENS);

  const prompt = '/loop:start make the tests pass --check "tests=node test.js"';
  const run = await runClaude({ sandbox, model, prompt });
  expect(run.notices.join('\n')).toContain('✓ Done: tests');
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

test.each(Object.entries(MAX_WORDS))('the skill %s has at most %d words', async (name, most) => {
  const text = await readFile(join(checkout, 'apps/plugin/content/skills', name, 'SKILL.md'), 'utf8');
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(most);
});

/** The commands of a page that install from a checkout. */
async function linesOf(page: string): Promise<readonly string[]> {
  const text = await readFile(join(checkout, page), 'utf8');
  return text.split('\n').filter((line) => line.startsWith('claude plugin '));
}
