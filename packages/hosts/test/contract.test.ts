import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agentArguments,
  type AnsweredCall,
  classifyEnd,
  Facts,
  findHost,
  type Host,
  HOSTS,
  PERMISSION_MODES,
  type RunPlan,
} from '../src/index.ts';

const plan: RunPlan = {
  root: '/project',
  prompt: 'Do the work.',
  sessionId: '4f1c2a9b-3d5e-4f70-8a1b-2c3d4e5f6071',
  command: '/bin/loop',
  checks: ['npm test'],
};

const acp = (name: string): Host => findHost(`acp:${name} --acp`) as Host;

/** Every agent with what it printed for the same conversation: a command, a new file, a failing command, a claim. */
const DONE: readonly (readonly [fixture: string, Host])[] = [
  ...HOSTS.map((host) => [host.name, host] as const),
  ['acp-gemini', acp('gemini')],
  ['acp-copilot', acp('copilot')],
  ['acp-opencode', acp('opencode')],
];

/** Agents that don't tell the exit code of a command. */
const SILENT_ABOUT_FAILURES = ['gemini', 'acp-gemini', 'acp-copilot', 'acp-opencode'];

function linesOf(fixture: string): string[] {
  return readFileSync(new URL(`fixtures/${fixture}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

/** Reads lines as a driver does. */
function read(host: Host, lines: readonly string[], given: Partial<RunPlan> = {}) {
  const calls: AnsweredCall[] = [];
  const sent: unknown[] = [];
  const facts = new Facts({ onBatch: (batch) => calls.push(...batch) });
  for (const line of lines) {
    host.read(JSON.parse(line), facts, { ...plan, ...given }, (message) => sent.push(message));
  }
  facts.endBatch();
  return { facts, calls, sent };
}

const gone = { exitCode: 0, signal: null, isTimedOut: false, hasFlooded: false, output: '' };

describe.each(DONE)('%s', (fixture, host) => {
  test('tells its session, its calls, its last message and its end', () => {
    const { facts, calls } = read(host, linesOf(`${fixture}-done`), { permissionMode: 'bypassPermissions' });
    expect(facts.session).toMatch(/\w{8}/);
    const hasFailed = !SILENT_ABOUT_FAILURES.includes(fixture);
    expect(calls).toMatchObject([
      { name: 'Bash', input: { command: expect.stringContaining('echo ok') }, isError: false },
      {
        name: expect.stringMatching(/^(?:Edit|Write)$/),
        input: { file_path: expect.stringMatching(/b\.txt$/) },
      },
      { name: 'Bash', input: { command: expect.stringContaining('exit 3') }, isError: hasFailed },
    ]);
    expect(calls.filter(({ isDenied }) => isDenied)).toEqual([]);
    expect(classifyEnd(gone, facts)).toEqual({
      kind: 'turn',
      message: 'All done.\n\n<loop-complete>done</loop-complete>',
    });
  });

  test('nothing that it prints throws, and no half of an output is a turn', () => {
    const lines = linesOf(`${fixture}-done`);
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()), fc.object());
    const broken = fc.tuple(fc.constantFrom(...lines), value).map(([line, other]) => {
      const fields = JSON.parse(line) as Record<string, unknown>;
      const keys = Object.keys(fields).filter((key) => key !== 'type');
      return JSON.stringify({ ...fields, [keys[0] ?? 'x']: other, ...(keys[1] && { [keys[1]]: other }) });
    });
    fc.assert(
      fc.property(fc.array(broken, { maxLength: 20 }), (some) => {
        const { facts } = read(host, some);
        classifyEnd(gone, facts);
      }),
    );
    const { facts } = read(host, lines.slice(0, -1));
    expect(classifyEnd({ ...gone, exitCode: 1 }, facts)).toMatchObject({ kind: 'failure' });
  });

  test('has words for what it may do, and takes those of the user in place of ours', () => {
    const modes = PERMISSION_MODES.filter((mode) => host.modes[mode]);
    expect(modes).toEqual(expect.arrayContaining(['acceptEdits', 'bypassPermissions', 'default', 'plan']));
    const bare = agentArguments(host, { ...plan, permissionMode: 'default' });
    const [freely = ''] = host.modes.bypassPermissions ?? [];
    const own = agentArguments(host, { ...plan, extra: freely ? [freely] : ['--x'] });
    expect(own).toEqual([...host.argv(plan), ...(freely ? [freely] : ['--x'])]);
    expect(bare).toEqual([...host.argv(plan), ...(host.modes.default ?? [])]);
  });
});

test.each([
  ['claude', { usd: 0.0032, tokens: 480 }],
  ['codex', { priced: 4200 }],
  ['gemini', { priced: 5250 }],
  ['copilot', { priced: 0 }],
  ['opencode', { tokens: 4200 }],
  ['acp-gemini', { tokens: 4200 }],
  ['acp-copilot', { tokens: 4200 }],
])(
  '%s tells its usage',
  (fixture, { usd, tokens, priced }: { usd?: number; tokens?: number; priced?: number }) => {
    const host = DONE.find(([name]) => name === fixture)?.[1] as Host;
    const { facts } = read(host, linesOf(`${fixture}-done`));
    expect([facts.usd, facts.tokens]).toEqual([usd, tokens]);
    const counted = facts.usage.buckets.flatMap((bucket) => Object.values(bucket.tokens));
    if (priced !== undefined) expect(counted.reduce((sum, one) => sum + one, 0)).toBe(priced);
  },
);

test('the end of a limit is taken from Claude, in milliseconds', () => {
  const info = (status: string): string =>
    JSON.stringify({ type: 'rate_limit_event', rate_limit_info: { status, resetsAt: 1000 } });
  expect(read(HOSTS[0], [info('allowed')]).facts.retryAt).toBeUndefined();
  expect(read(HOSTS[0], [info('rejected')]).facts.retryAt).toBe(1_000_000);
});

test.each(['claude', 'codex', 'copilot'])('%s names a rate limit', (name) => {
  const { facts } = read(findHost(name) as Host, linesOf(`${name}-limited`));
  expect(classifyEnd({ ...gone, exitCode: 1 }, facts)).toMatchObject({ failure: { kind: 'rate-limit' } });
});

test.each([
  ['Attempt 2 failed: Quota exceeded. Retrying after 35268ms...', 'rate-limit'],
  ['', 'transient'],
])('a silent agent that said %j at last failed as %s', (output, kind) => {
  const { facts } = read(findHost('gemini') as Host, linesOf('gemini-limited'));
  expect(classifyEnd({ ...gone, isSilent: true, output }, facts)).toMatchObject({ failure: { kind } });
});

describe('a conversation by the Agent Client Protocol', () => {
  const permission = (kind: string, rawInput = {}): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 9,
      method: 'session/request_permission',
      params: {
        toolCall: { toolCallId: 'c', kind, rawInput, locations: [{ path: '/project/a' }] },
        options: ['allow_always', 'allow_once', 'reject_once'].map((one) => ({ optionId: one, kind: one })),
      },
    });
  const answered = JSON.stringify({
    method: 'session/update',
    params: { update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed' } },
  });

  test('opens one session, prompts once, and ends its input at the end of the turn', () => {
    const first: unknown[] = [];
    acp('gemini').begin?.(plan, (message) => first.push(message));
    const { sent } = read(acp('gemini'), linesOf('acp-gemini-done'));
    expect(first).toMatchObject([{ id: 1, method: 'initialize', params: { protocolVersion: 1 } }]);
    expect(sent.filter((message) => message === undefined || 'method' in Object(message))).toMatchObject([
      { method: 'session/new', params: { cwd: '/project', mcpServers: [] } },
      { method: 'session/prompt', params: { prompt: [{ type: 'text', text: 'Do the work.' }] } },
      undefined,
    ]);
  });

  test.each([
    ['bypassPermissions', 'execute', { command: 'rm -rf x' }, true],
    ['acceptEdits', 'edit', {}, true],
    ['acceptEdits', 'execute', { command: 'rm -rf x' }, false],
    ['acceptEdits', 'execute', { command: 'npm test' }, true],
    ['acceptEdits', 'execute', { command: '/bin/loop verify "a b"' }, true],
    ['acceptEdits', 'execute', { command: '/bin/loop verify; rm -rf x' }, false],
    ['acceptEdits', 'execute', { command: '/bin/loop verify $(rm -rf x)' }, false],
    ['acceptEdits', 'fetch', {}, false],
    ['default', 'edit', {}, false],
    ['plan', 'edit', {}, false],
  ] as const)('%s answers a request for %s %j with %s', (permissionMode, kind, input, isAllowed) => {
    const { sent, calls } = read(acp('x'), [permission(kind, input), answered], { permissionMode });
    const optionId = isAllowed ? 'allow_once' : 'reject_once';
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 9, result: { outcome: { outcome: 'selected', optionId } } }]);
    // A refusal is on record.
    expect(calls).toMatchObject([{ isDenied: !isAllowed }]);
  });

  test('offers no files and no terminal, and says why it failed', () => {
    const asks = JSON.stringify({ id: 5, method: 'fs/read_text_file', params: {} });
    const fails = JSON.stringify({ id: 2, error: { code: -32000, message: 'Authentication required' } });
    const { sent, facts } = read(acp('x'), [asks, fails]);
    expect(sent).toMatchObject([{ id: 5, error: { code: -32601 } }, undefined]);
    expect(classifyEnd(gone, facts)).toMatchObject({ failure: { kind: 'blocking' } });
  });
});

test('an unknown agent is none', () => {
  expect(['cursor', 'acp:', 'Codex', ''].map(findHost)).toEqual([undefined, undefined, undefined, undefined]);
});
