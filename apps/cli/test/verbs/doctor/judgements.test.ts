import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  examineCap,
  examinePlugin,
  examineSettings,
  judgeCap,
  judgeNode,
} from '../../../src/verbs/doctor/examinations.ts';
import { examineAgents, judgeAgent } from '../../../src/verbs/doctor/examine-agents.ts';
import { HOSTS } from '@loopwright/hosts';
import { tempFolder } from '../../support/temp-folder.ts';

function createFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test.each([
  [judgeNode, '18.20.0', 'broken'],
  [judgeNode, '20.18.9', 'broken'],
  [judgeNode, '20.19.0', 'sound'],
  [judgeNode, '26.1.0', 'sound'],
  [judgeCap, '', 'sound'],
  [judgeCap, '8', 'sound'],
  [judgeCap, '3', 'doubtful'],
  [judgeCap, '0', 'doubtful'],
  [judgeCap, '-1', 'doubtful'],
  [judgeCap, 'many', 'doubtful'],
])('%o finds %j %s', (judge, text, level) => {
  expect(judge(text).level).toBe(level);
});

test('every finding that is not sound says what to do', () => {
  const findings = [
    judgeNode('18.0.0'),
    judgeAgent(HOSTS[0], '', ''),
    judgeCap('0'),
    examinePlugin({}, '/nowhere/loop'),
  ];
  expect(findings.filter(({ remedy }) => remedy === undefined)).toEqual([]);
});

const HELP = HOSTS.flatMap((host) =>
  host.argv({ root: '', prompt: '', sessionId: '', command: '', checks: [] }),
);

test.each([
  ['2.1.326 (Claude Code)', 'sound'],
  ['2.1.163', 'sound'],
  ['2.1.162', 'doubtful'],
  ['2.0.900', 'doubtful'],
  ['10.0.0', 'sound'],
  ['no version', 'doubtful'],
])('a client of version %j is %s', (printed, level) => {
  expect(judgeAgent(HOSTS[0], printed, HELP.join(' ')).level).toBe(level);
});

test('every agent on PATH is named with its version, and with arguments of ours that it does not know', async () => {
  const bin = createFolder({
    claude: '#!/bin/sh\nexit 1\n',
    codex:
      '#!/bin/sh\n[ "$1 $2" = "exec --help" ] && echo "--json --skip-git-repo-check" || echo "codex-cli 0.1.2"\n',
    gemini: '#!/bin/sh\necho "0.0.9 --output-format"\n',
  });
  for (const name of ['claude', 'codex', 'gemini']) chmodSync(join(bin, name), 0o755);
  const found = await examineAgents({ PATH: bin });
  expect(found.map((one) => [one.subject, one.level, one.found])).toEqual([
    ['claude', 'doubtful', 'claude --version names no version'],
    [
      'codex',
      'sound',
      '0.1.2, tested with 0.166.0: loop run --agent codex can start it, once it is logged in',
    ],
    [
      'gemini',
      'doubtful',
      '0.0.9, tested with 0.61.0: it does not know --session-id, --skip-trust, --prompt',
    ],
  ]);
  expect(await examineAgents({ PATH: '/nowhere' })).toMatchObject([{ found: 'PATH does not find claude' }]);
});

test('the nearest settings decide about the cap, and any of them can switch hooks off', () => {
  const root = createFolder({
    '.claude/settings.json': '{"env":{"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"2"}}',
    '.claude/settings.local.json': '{"disableAllHooks":true,"env":{"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"20"}}',
  });
  const env = { HOME: root, CLAUDE_CONFIG_DIR: createFolder() };
  expect(examineSettings(env, root).map(({ level }) => level)).toEqual(['broken']);
  expect(examineCap(env, root)).toEqual({ level: 'sound', found: '20' });
});

test.each([
  ['{"disableAllHooks":"yes","env":{"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":2}}', ['doubtful']],
  ['{"env":"none"}', ['sound']],
  ['{"env":{"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":[2]}}', ['sound']],
  ['{', ['broken', 'sound']],
  ['[]', ['broken', 'sound']],
  ['null', ['broken', 'sound']],
])('of the settings %s only known values count', (text, levels) => {
  const root = createFolder({ '.claude/settings.json': text });
  const env = { CLAUDE_CONFIG_DIR: createFolder() };
  const findings = [...examineSettings(env, root), examineCap(env, root)];
  expect(findings.map(({ level }) => level)).toEqual(levels);
});

test('a plugin is looked through for what answers a stop', () => {
  const files = {
    '.claude-plugin/plugin.json': '{}',
    'hooks/hooks.json': '{"hooks":{"Stop":[{}]}}',
    'hooks/hook.cjs': '',
    'bin/loop': '',
  };
  const whole = createFolder(files);
  expect(examinePlugin({}, join(whole, 'bin/loop'))).toEqual({
    level: 'sound',
    found: whole,
  });
  const mute = createFolder({ ...files, 'hooks/hooks.json': '{"hooks":{}}' });
  expect(examinePlugin({ CLAUDE_PLUGIN_ROOT: mute }, '').level).toBe('broken');
  const torn = createFolder({ '.claude-plugin/plugin.json': '{}' });
  expect(examinePlugin({ CLAUDE_PLUGIN_ROOT: torn }, '').found).toContain(
    'lacks hooks/hooks.json, hooks/hook.cjs',
  );
});
