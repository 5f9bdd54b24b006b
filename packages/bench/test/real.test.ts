import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createTranscript, say, tool } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { benchReal } from '../src/rows/real.ts';
import { createProject, type Project } from '../src/stage.ts';

const SUM = { file_path: '/home/user/sum.js' };

/** A good session with an agent's transcript, and one that says a signal and then edits and fails twice over. */
function sessions(): Project {
  const project = createProject('sessions');
  onTestFinished(project.remove);
  const good = createTranscript().prompt('mend the sum').reply(tool('Edit', SUM)).toolResults('done');
  good.reply(say('The sum is right.'));
  const bad = createTranscript().prompt('mend it').reply(say('<loop-done>COMPLETE</loop-done>'));
  for (const errors of ['red red red', 'one two three four five six']) {
    bad.prompt('and now?');
    for (const error of errors.split(' ')) {
      bad.reply(tool('Edit', SUM)).toolResults('done');
      bad.reply(tool('Bash', { command: `node --${error}` }));
      const call = bad.lines().at(-1)?.['message'] as { content?: readonly { id: string }[] } | undefined;
      const answer = {
        type: 'tool_result',
        tool_use_id: call?.content?.[0]?.id,
        is_error: true,
        content: error,
      };
      bad.line({ type: 'user', isSidechain: false, message: { role: 'user', content: [answer] } });
    }
    bad.reply(say('It still fails.'));
  }
  mkdirSync(project.at('deep/good/subagents'), { recursive: true });
  writeFileSync(project.at('deep/good.jsonl'), good.text());
  writeFileSync(project.at('deep/good/subagents/agent-1.jsonl'), good.text());
  writeFileSync(project.at('bad.jsonl'), bad.text().trimEnd());
  writeFileSync(project.at('none.jsonl'), '{"type":"summary"}\nno JSON\n');
  return project;
}

test('the mistakes in sessions are counted, and named by file and line', () => {
  expect(benchReal(sessions().path).map(({ what, measured }) => `${what}: ${measured}`)).toEqual([
    'sessions: 46 lines, 4 turns, $0.02',
    'sessions that throw: 0 of 2',
    'messages with a signal that nobody said: 1 of 4 (bad.jsonl:2)',
    'last messages that would claim, and are not heard: 0 of 4',
    'alarms of same-file, of turns with edits: 1 of 3 (bad.jsonl:42)',
    'alarms of same-error, of turns with tools: 1 of 3 (bad.jsonl:17)',
  ]);
});

test('tokens and dollars are compared with what ccusage says of the same files', () => {
  const project = sessions();
  const program = project.beside('ccusage');
  const told = '{"totals": {"totalTokens": 240, "totalCost": 9}}';
  const copy = '"$CLAUDE_CONFIG_DIR/projects/project/session.jsonl"';
  writeFileSync(program, `#!/bin/sh\ntest -s ${copy} && echo '${told}'\n`);
  chmodSync(program, 0o755);
  const figures = benchReal(project.path, program);
  expect(figures.slice(2, 4).map(({ measured }) => measured)).toEqual([
    expect.stringMatching(/^1 of 2 \(bad\.jsonl: \d+, 240\)$/),
    expect.stringMatching(/^2 of 2 \(bad\.jsonl: .*, \$9\.0000; deep\/good\.jsonl: .*, \$9\.0000\)$/),
  ]);
  writeFileSync(program, '#!/bin/sh\necho sorry >&2\n');
  expect(() => benchReal(project.path, program)).toThrow('bad.jsonl: sorry');
});
