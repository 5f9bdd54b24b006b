import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHost, type Host, HOSTS } from '@loopwright/hosts';
import { expect, test } from 'vitest';
import type { Context } from '../../../src/program/context.ts';
import { agentOf, costNotice, jobLimits, measuredOf } from '../../../src/verbs/run/agent.ts';
import { writeFileSync } from 'node:fs';

const root = mkdtempSync(join(tmpdir(), 'agent-'));
const context = { env: { HOME: root } } as unknown as Context;
const codex = findHost('codex') as Host;
const copilot = findHost('copilot') as Host;
const nameOf = (flags: Parameters<typeof agentOf>[2], last?: string): string =>
  agentOf(context, root, flags, last).name;

test('the typed agent works, else the last one of the run, else that of the project', () => {
  expect(nameOf({})).toBe('claude');
  writeFileSync(join(root, 'loop.config.json'), '{ "agent": "gemini" }');
  expect([nameOf({}), nameOf({}, 'codex'), nameOf({ agent: 'opencode' }, 'codex')]).toEqual([
    'gemini',
    'codex',
    'opencode',
  ]);
  // A repository would choose a program.
  writeFileSync(join(root, 'loop.config.json'), '{ "agent": "acp:./evil" }');
  expect(() => nameOf({})).toThrow(/can't be used/);
  expect(nameOf({ agent: 'acp:./own' })).toBe('acp:./own');
});

test.each([
  [
    { agent: 'cursor' },
    `There is no agent "cursor". There are ${HOSTS.map(({ name }) => name).join(', ')}, and acp:COMMAND.`,
  ],
  [{ agent: 'gemini', 'permission-mode': 'auto' }, /^Gemini CLI has no mode "auto"\. It has acceptEdits, /],
  [
    { agent: 'codex', claude: './c' },
    /^--claude names the program of Claude Code; Codex is taken from PATH\.$/,
  ],
  [{ agent: 'acp:x', model: 'm' }, /takes its model from its own command/],
] as const)('%j is refused', (flags, message) => {
  expect(() => nameOf(flags)).toThrow(message);
});

test('a limit that can not be measured is refused, and the start names those that count', () => {
  expect(measuredOf(context, root, codex)).toBe('tokens');
  expect(measuredOf(context, root, codex, 'claude-haiku-4-5')).toBe('dollars');
  expect(() => costNotice(codex, 'tokens', { budget: 5 })).toThrow(
    "The cost of Codex is unknown, so a budget of $5 can't hold it. --tokens N limits it.",
  );
  expect(() => costNotice(copilot, 'nothing', { tokens: 5 })).toThrow(
    /--minutes N and --iterations N limit it/,
  );
  costNotice(codex, 'tokens', { budget: null, tokens: 5 });
  costNotice(codex, 'dollars', { budget: 5 });
  expect(costNotice(codex, 'tokens', {})).toBe(
    'The cost of Codex is unknown, so no budget holds it. --tokens N limits it.',
  );
  expect(costNotice(codex, 'tokens', { tokens: 5 })).toBeUndefined();
  expect(costNotice(codex, 'dollars', {})).toBeUndefined();
});

test('a job of a fleet has limits that hold where the cost of the agent is unknown', () => {
  const limits = (flags: Parameters<typeof jobLimits>[2]): readonly string[] | undefined =>
    jobLimits(context, join(root, 'none'), { agent: 'codex', ...flags });
  expect(limits({ agent: 'claude' })).toBeUndefined();
  expect(limits({ model: 'claude-haiku-4-5' })).toBeUndefined();
  expect(limits({ tokens: 5000 })).toEqual(['--budget', 'none', '--tokens', '5000']);
  expect(limits({ minutes: 60_000 })).toEqual(['--budget', 'none', '--minutes', '1']);
  expect(() => limits({})).toThrow('no budget holds it. --tokens N limits it.');
  expect(() => limits({ agent: 'copilot', tokens: 5 })).toThrow(/--minutes N and --iterations N limit it/);
});
