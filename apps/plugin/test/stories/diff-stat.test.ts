import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { runClaude, say, type Step, tool } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, COMPLETE, loop, plugin, setStage } from '../support/stage.ts';

/** The part of a report that this story reads. */
interface Printed {
  readonly runs: readonly {
    readonly outcome: { readonly kind: string };
    readonly frames: {
      readonly head: readonly {
        readonly iterations: { readonly head: readonly { readonly diff: object }[] };
      }[];
    };
  }[];
}

test('the report has the diff stat of each iteration, from what the client recorded of edits and commands', async () => {
  let root = '';
  const at = (name: string): string => join(root, name);
  const steps: readonly Step[] = [
    loop('start --check "tests pass=node test.js"'),
    () => tool('Write', { file_path: at('notes.txt'), content: 'one\ntwo\nthree\n' }),
    bash('git add notes.txt; printf "two\\n" > made.txt; rm notes.txt; echo > ../outside.txt'),
    say('Begun.'),
    () => tool('Read', { file_path: at('sum.js') }),
    () => tool('Edit', { file_path: at('sum.js'), old_string: 'a - b;', new_string: 'a + b;\n// mended' }),
    () => tool('Edit', { file_path: at('not-there.js'), old_string: 'a', new_string: 'b' }),
    say(COMPLETE),
  ];
  const { sandbox, model, plugins } = await setStage(steps);
  root = sandbox.project.path;
  const sessionId = randomUUID();
  const prompt = '/loop:start make the tests pass --check "tests pass=node test.js" --force';
  await runClaude({ sandbox, model, plugins, sessionId, prompt });

  expect(model.unscripted).toEqual([]);
  const command = ['report', '--format', 'json', '--out', '-'];
  const printed = execFileSync(join(plugin, 'bin/loop'), command, { cwd: root, env: sandbox.env });
  const report = JSON.parse(String(printed)) as Printed;
  expect(report.runs[0]?.outcome.kind).toBe('verified');
  expect(report.runs[0]?.frames.head[0]?.iterations.head.map(({ diff }) => diff)).toEqual([
    {
      source: 'edits',
      fileCount: 2,
      countedFiles: 2,
      added: 4,
      removed: 3,
      files: [
        { path: 'notes.txt', added: 3, removed: 3 },
        { path: 'made.txt', added: 1, removed: 0 },
      ],
    },
    {
      source: 'edits',
      fileCount: 1,
      countedFiles: 1,
      added: 2,
      removed: 1,
      files: [{ path: 'sum.js', added: 2, removed: 1 }],
    },
  ]);
});
