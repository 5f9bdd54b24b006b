import { expect, test } from 'vitest';
import { checkEnvironment, HOSTS, isAgentShell, ownClientEnvironment } from '../src/index.ts';

const USERS = { OWN: 'kept', PATH: '/bin', CLAUDE_CONFIG_DIR: '/config', ANTHROPIC_API_KEY: 'key' };
const MARKS = {
  AI_AGENT: 'claude-code',
  CLAUDECODE: '1',
  CLAUDE_CODE_CHILD_SESSION: '1',
  CLAUDE_CODE_SESSION_ID: 's',
  CLAUDE_CODE_MESSAGING_SOCKET: '/tmp/socket',
  CLAUDE_CODE_MESSAGING_TOKEN: 'secret',
  CLAUDE_PID: '1',
  CLAUDE_PROJECT_DIR: '/p',
};

test('a check gets the environment of the client without what makes it a part of the client or the loop', () => {
  const loop = { CLAUDE_PLUGIN_DATA: '/nowhere', CLAUDE_CODE_USE_BEDROCK: '1', LOOP_HEADLESS: '1' };
  expect(checkEnvironment({ ...USERS, ...MARKS, ...loop })).toEqual(USERS);
});

test('a client of its own keeps the settings of the user, and has no loop', () => {
  const settings = { ...USERS, CLAUDE_CODE_USE_BEDROCK: '1' };
  expect(ownClientEnvironment({ ...settings, ...MARKS })).toEqual({ ...settings, LOOP_DISABLE: '1' });
});

test('every agent marks its shells, and no other process has its marks', () => {
  for (const { name, marks } of HOSTS) {
    expect(marks.length).toBeGreaterThan(0);
    for (const mark of name === 'claude' ? ['CLAUDECODE'] : marks)
      expect(isAgentShell({ ...USERS, [mark]: '1' })).toBe(true);
  }
  expect(isAgentShell({ LOOP_ITERATION: 's' })).toBe(true);
  const settings = {
    GEMINI_API_KEY: 'k',
    CODEX_HOME: '/c',
    COPILOT_MODEL: 'm',
    OPENCODE_CONFIG: '/o',
    AGENT: '',
  };
  expect(isAgentShell({ ...USERS, ...settings, CLAUDECODE: '' })).toBe(false);
});
