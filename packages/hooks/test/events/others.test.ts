import { momentsIn } from '@loopwright/core';
import { describe, expect, test } from 'vitest';
import { dialects } from '../../src/dialects.ts';
import { handWrittenLine } from '../../src/text/user-lines.ts';
import { createLoop, createWorld, given, NOON, started } from '../support/fake-ports.ts';
import { CALLED, CAPPED, RATE_LIMIT, transcriptOf } from '../support/transcript.ts';

const SILENT = { kind: 'silent' };
const stop = { type: 'stop', at: NOON } as const;
const limited = { type: 'failure', at: NOON, kind: 'rate-limit', reason: 'rate_limit' } as const;

test.each(['Stop', 'SessionStart', 'UserPromptSubmit', 'PostToolBatch', 'StopFailure', 'SessionEnd'])(
  '%s is silent in a session without a loop',
  async (event) => {
    const toolCalls = [{ name: 'Bash', input: {}, response: '' }];
    expect(await createWorld().answer(event, { prompt: 'hi', toolCalls })).toEqual(SILENT);
  },
);

test.each(['UserPromptSubmit', 'SessionStart'])(
  '%s notices a block that the client overrode, pauses and tells both',
  async (event) => {
    const world = createLoop(stop);
    const fields = { source: 'resume', prompt: 'well?', transcriptPath: transcriptOf(CAPPED) };
    const overridden = expect.stringContaining('Claude Code ended the turn');
    const told = { kind: 'tell', event, message: overridden, context: overridden };
    expect(await world.answer(event, fields)).toEqual(told);
    expect(world.run).toMatchObject({ status: 'paused', ending: { kind: 'overridden' } });
  },
);

test('UserPromptSubmit after a block without a sign of an override guides the loop, without a word', async () => {
  const world = createLoop(stop);
  expect(await world.answer('UserPromptSubmit', { prompt: 'rather use a map' })).toEqual(SILENT);
  expect(world.run?.status).toBe('active');
  expect(await world.answer('Stop')).toMatchObject({ verdict: { kind: 'block' } });
});

test('UserPromptSubmit ignores a notification of the client', async () => {
  const world = createLoop(stop);
  await world.answer('UserPromptSubmit', { prompt: '<task-notification>done</task-notification>' });
  expect(world.recorded).toEqual([]);
});

test('UserPromptSubmit ends a check-in without a word', async () => {
  const world = createLoop(stop, { type: 'observe', at: NOON, tools: 1 });
  expect(await world.answer('UserPromptSubmit', { prompt: 'go on' })).toEqual(SILENT);
  expect(world.run?.continuation).toBeUndefined();
});

test('UserPromptExpansion of /loop:approve approves, and tells both what', async () => {
  const world = createLoop();
  const fields = { commandName: 'loop:approve', commandArgs: 'tests pass' };
  const text = '[LOOP] approved tests pass';
  const told = { kind: 'tell', event: 'UserPromptExpansion', context: text, message: text };
  expect(await world.answer('UserPromptExpansion', fields)).toEqual(told);
  expect(world.run?.frames[0]?.criteria[0]).toMatchObject({ by: 'user', check: { by: 'user' } });
  expect(world.projections).toBe(1);
});

test.each([
  ['loop:start', 'loop', 'fix `a` && $(b)\n"c" — 🙂'],
  ['loop:issue', 'issue', 'fix `a` && $(b)\n"c" — 🙂'],
  ['loop:grind', 'grind', 'fix `a` && $(b)\n"c" — 🙂'],
  ['loop:grind', 'grind', ''],
])(
  'UserPromptExpansion of /%s opens a draft with the spec word for word',
  async (commandName, mode, spec) => {
    const world = createWorld();
    await world.answer('UserPromptExpansion', { commandName, commandArgs: spec });
    expect(world.run).toMatchObject({ status: 'draft', session: 'session-1', frames: [{ spec, mode }] });
    const letGo = { verdict: { kind: 'allow', rule: 'no-loop' } };
    expect(await world.answer('Stop')).toMatchObject({ ...letGo, notices: [] });
    const claim = { lastMessage: '<loop-complete>done</loop-complete>' };
    const notices = [{ code: 'not-started' }];
    expect(await world.answer('Stop', claim)).toMatchObject({ ...letGo, notices });
  },
);

test.each([
  ['another command', 'loop:status', 'x'],
  ['a start without words', 'loop:start', '  '],
  ['a question about loops', 'loop:start', 'what is a loop?'],
])('UserPromptExpansion opens nothing for %s', async (_, commandName, commandArgs) => {
  const world = createWorld();
  await world.answer('UserPromptExpansion', { commandName, commandArgs });
  expect(world.run).toBeUndefined();
});

test.each([
  ['loop:continue', '--take-over', [undefined]],
  ['loop:continue', '--budget=5 --take-over --run=3f2a', ['3f2a']],
  ['loop:continue', '--run 3f2a', []],
  ['loop:status', '--take-over', []],
])('/%s %s takes over: %o', async (commandName, commandArgs, takenOver) => {
  const world = createWorld();
  await world.answer('UserPromptExpansion', { commandName, commandArgs });
  expect(world.takenOver).toEqual(takenOver);
});

test('PostToolBatch takes down tools, edits, errors and refusals', async () => {
  const world = createLoop();
  const edited = { name: 'Edit', input: { file_path: '/p/a.ts' } };
  const toolCalls = [
    { ...edited, response: 'The file /p/a.ts has been updated successfully.' },
    { ...edited, response: '<tool_use_error>String to replace not found' },
    { name: 'Bash', input: { command: 'npm test' }, response: 'Exit code 1\nboom' },
    { name: 'Bash', input: { command: 'touch x' }, response: "touch in '/p/x' needs approval." },
  ];
  await world.answer('PostToolBatch', { toolCalls });
  expect(world.recorded.at(-1)).toMatchObject({ type: 'observe', tools: 3, edits: ['/p/a.ts'], denials: 1 });
  expect(world.recorded.at(-1)).toHaveProperty('errors.length', 2);
});

describe('StopFailure', () => {
  const paused = { message: expect.stringContaining('Resume: /loop:continue') };
  const retrying = () => given(createWorld({ canWake: true }), started());

  test('seed 001: a passing API error wakes Claude once, and the second in a row pauses', async () => {
    const world = retrying();
    const fail = () => world.answer('StopFailure', { error: 'server_error' });
    const text = '[LOOP] The API failed: server_error. The loop is still on. Go on where the turn ended.';
    expect(await fail()).toEqual({ kind: 'wake', text });
    expect(world.run?.status).toBe('active');
    expect(await fail()).toMatchObject(paused);
    const cause = { failure: 'transient', reason: 'server_error' };
    expect(world.run).toMatchObject({ status: 'paused', ending: { cause } });
  });

  test('seed 001: work in between lets a passing API error be tried again, also work that only the transcript shows', async () => {
    const world = retrying();
    const fail = async (transcriptPath = '') =>
      (await world.answer('StopFailure', { error: 'server_error', transcriptPath })).kind;
    expect(await fail()).toBe('wake');
    given(world, { type: 'observe', at: NOON, tools: 1 });
    expect(await fail()).toBe('wake');
    expect(await fail(transcriptOf(CALLED))).toBe('wake');
    expect(await fail()).toBe('tell');
  });

  test.each([
    ['rate_limit', 'rate-limit'],
    ['authentication_failed', 'blocking'],
    ['something new', 'unknown'],
  ])('seed 001: %s is not tried again in a session: it pauses the loop', async (error, failure) => {
    const world = retrying();
    expect(await world.answer('StopFailure', { error })).toMatchObject({ kind: 'tell', ...paused });
    const ending = { kind: 'paused', cause: { failure, reason: error } };
    expect(world.run).toMatchObject({ status: 'paused', ending });
  });

  test('keeps the time at which to try again, and everybody who asks hears of it', async () => {
    const world = createLoop();
    const lastMessage = 'API Error: Request rejected (429) · try again in 5 minutes';
    const until = ` until ${momentsIn('local')
      .at(NOON + 300_000)
      .clock.slice(0, 5)}`;
    expect(await world.answer('StopFailure', { error: 'rate_limit', lastMessage })).toMatchObject({
      message: expect.stringContaining(until),
    });
    expect(world.run?.ending).toMatchObject({ kind: 'paused', cause: { retryAt: NOON + 300_000 } });
    expect(await world.answer('UserPromptSubmit', { prompt: 'well?' })).toMatchObject({
      message: expect.stringContaining(until),
    });
    expect(await world.answer('SessionStart', { source: 'resume' })).toMatchObject({
      context: expect.stringContaining(until),
    });
  });

  test('masks the secrets of an API error', async () => {
    const world = createLoop();
    const errorDetails = '401 invalid x-api-key: Zq3xW9vT7rK1mN5bL8cD2fG4';
    await world.answer('StopFailure', { error: 'authentication_failed', errorDetails });
    expect(world.run?.ending).toMatchObject({
      cause: { reason: 'authentication_failed: 401 invalid x-api-key: [masked]' },
    });
  });
});

describe('a loop that a limit of the API paused', () => {
  test('says why at a prompt, until the user sees to it', async () => {
    const world = createLoop(limited);
    expect(await world.answer('UserPromptSubmit', { prompt: 'are you there?' })).toEqual({
      kind: 'tell',
      event: 'UserPromptSubmit',
      message: expect.stringContaining('⏸ Paused: rate limit of the API'),
    });
    expect(await world.answer('UserPromptSubmit', { prompt: '/loop:continue' })).toEqual(SILENT);
    expect(world.run?.status).toBe('paused');
  });

  test.each([
    'Your claude.ai usage limit has reset. Continue the task you were working on when the limit was reached; do not repeat work that is already complete.',
    'continue',
    'weiter',
    '/src/a.ts is still red, go on',
  ])('goes on at the prompt %j', async (prompt) => {
    const world = createLoop(stop, limited);
    expect(await world.answer('UserPromptSubmit', { prompt })).toMatchObject({
      context: expect.stringContaining('the loop goes on'),
      message: expect.stringContaining('/loop:cancel'),
    });
    expect(world.run?.status).toBe('active');
    expect(await world.answer('Stop', { lastMessage: 'Working.' })).toMatchObject({
      verdict: { kind: 'block' },
    });
  });

  test.each(['/clear', '/loop:status', 'are you there?', ' '])('rests at the prompt %j', async (prompt) => {
    const world = createLoop(limited);
    await world.answer('UserPromptSubmit', { prompt });
    expect(world.run?.status).toBe('paused');
  });

  test('rests at any prompt where its own budget is used up, too', async () => {
    const world = given(createWorld(), started({ limits: { budgetUsd: 1 } }), limited);
    world.usage = { usd: 2, tokens: 1 };
    const answer = await world.answer('UserPromptSubmit', { prompt: 'continue' });
    expect(answer).toMatchObject({ message: expect.stringContaining('Paused: rate limit of the API') });
    expect(world.run?.status).toBe('paused');
  });
});

test('a loop that another API error paused rests until its user continues it', async () => {
  const world = createLoop({ ...limited, kind: 'blocking', reason: 'billing_error' });
  expect(await world.answer('UserPromptSubmit', { prompt: 'continue' })).toMatchObject({
    message: expect.stringContaining('Paused: error of the API (billing_error)'),
  });
  expect(world.run?.status).toBe('paused');
});

test('UserPromptSubmit has nothing to say of a pause by hand', async () => {
  const world = createLoop({ type: 'pause', at: NOON, reason: 'lunch' });
  expect(await world.answer('UserPromptSubmit', { prompt: 'hi' })).toEqual(SILENT);
});

test.each([
  ['startup', 'the format of seed 000'],
  ['compact', 'the same for Claude alone, and overrides nothing'],
])('SessionStart after %s announces the session’s own loop in %s', async (source) => {
  const world = createLoop(stop);
  const answer = await world.answer('SessionStart', { source });
  expect(answer).toMatchObject({
    context: expect.stringContaining('[LOOP RESUME] Active loop detected\nSpec: make'),
  });
  expect('message' in answer).toBe(source === 'startup');
  expect(world.run?.status).toBe('active');
});

test('SessionStart tells a session without a loop of the one in the project and how to take it over', async () => {
  const world = createWorld();
  world.trace = '[LOOP RESUME] Active loop detected';
  expect(await world.answer('SessionStart', { source: 'startup' })).toMatchObject({
    context: expect.stringContaining('/loop:continue'),
  });
});

test('SessionStart says what a hand-written loop will do, and nothing of other sessions', async () => {
  const world = createWorld();
  world.trace = 'another';
  world.handWritten = handWrittenLine({ path: '.loop/state.json' }, { holds: false, isFresh: false });
  const text =
    '[LOOP] .loop/state.json was written by hand and belongs to no session. It is older than two hours and holds no session until it is started: /loop:continue. To end it, delete the file.';
  const told = { context: text, message: text };
  expect(await world.answer('SessionStart', { source: 'startup' })).toMatchObject(told);
  expect(await world.answer('SessionStart', { source: 'compact' })).toEqual(SILENT);
});

test('a run that came with the repository is put away when the session begins, and never later', async () => {
  const world = createLoop();
  world.isForeign = true;
  expect(await world.answer('SessionStart', { source: 'resume' })).toMatchObject({
    context: expect.stringContaining('Active loop detected'),
  });
  const message = expect.stringContaining('.loop/archive');
  const told = { kind: 'tell', event: 'SessionStart', message };
  expect(await world.answer('SessionStart', { source: 'startup' })).toEqual(told);
  expect(await world.answer('Stop')).toEqual(SILENT);
});

test('a session that comes back to a foreign run hears of it without its words; a new session does not', async () => {
  const world = createWorld();
  world.isForeign = true;
  world.ports.putAwayForeignRun = () => false;
  expect(await world.answer('SessionStart', { source: 'startup' })).toEqual(SILENT);
  const message = expect.stringContaining('/loop:continue --take-over');
  const told = { kind: 'tell', event: 'SessionStart', message };
  expect(await world.answer('SessionStart', { source: 'resume' })).toEqual(told);
});

describe('an API error at the end of the last turn', () => {
  const transcriptPath = () => transcriptOf(RATE_LIMIT);

  test.each(['SessionEnd', 'SessionStart'])(
    'is taken down by %s, and isn’t called overridden',
    async (event) => {
      const world = createLoop(stop);
      const answer = await world.answer(event, { source: 'resume', transcriptPath: transcriptPath() });
      const cause = { failure: 'rate-limit', reason: 'rate_limit: API Error: 429 too many' };
      expect(world.run).toMatchObject({ status: 'paused', ending: { kind: 'paused', cause } });
      expect(JSON.stringify(answer)).not.toContain('Claude Code ended the turn');
    },
  );

  test('is old news from before the last thing on record', async () => {
    const world = given(createWorld(), started({ at: NOON + 2000 }));
    await world.answer('SessionEnd', { transcriptPath: transcriptPath() });
    expect(world.run?.status).toBe('active');
  });
});

test.each([
  ['SessionEnd', {}],
  ['UserPromptSubmit', { prompt: 'thanks' }],
  ['SessionStart', { source: 'resume' }],
])('%s counts the cost of the last turn of a loop once', async (event, fields) => {
  const world = createLoop({ type: 'pause', at: NOON });
  world.usage = { usd: 3, tokens: 30 };
  await world.answer(event, fields);
  await world.answer(event, fields);
  expect(world.run).toMatchObject({ isSettled: true, frames: [{ spend: { usd: 3, tokens: 30 } }] });
  expect([...new Set(world.tidied)]).toEqual(['mark-1']);
});

test.each(['UserPromptSubmit', 'SessionStart'])(
  '%s after the time to live says that the loop is stuck',
  async (event) => {
    const world = createLoop();
    world.ports.now = () => NOON + 7_200_001;
    const answer = await world.answer(event, { prompt: 'what is this project?', source: 'resume' });
    expect(world.run).toMatchObject({ status: 'stuck', ending: { cause: { kind: 'stale' } } });
    const said = expect.stringContaining('[LOOP] ✗ Stuck: nothing was heard of the loop for more than 2h');
    expect(answer).toMatchObject({ message: said, context: said });
    expect(await world.answer('Stop')).toMatchObject({ verdict: { kind: 'allow', rule: 'ended' } });
  },
);

describe('a command that needs no model', () => {
  const expand = async (commandName: string, commandArgs = '') => {
    const world = createWorld();
    const asked: (readonly string[])[] = [];
    world.runVerb = (args) => {
      asked.push(args);
      return 'Loop 1  active';
    };
    return { asked, answer: await world.answer('UserPromptExpansion', { commandName, commandArgs }) };
  };

  test.each([
    ['loop:status', '', ['status']],
    ['loop:explain', ' ', ['explain']],
    ['loop:pause', '', ['pause']],
    ['loop:pause', 'lunch; rm -rf $HOME', ['pause', '--reason=lunch; rm -rf $HOME']],
    ['loop:cancel', '--json', ['cancel', '--reason=--json']],
    ['loop:report', '--format md', ['report', '--format', 'md']],
  ])('%s %s is answered by %j', async (name, words, args) => {
    const { asked, answer } = await expand(name, words);
    expect(asked).toEqual([args]);
    const stopReason = `/${name}, answered without a model turn\n\nLoop 1  active`;
    expect(JSON.parse(dialects.context(answer).stdout)).toEqual({ continue: false, stopReason });
  });

  test.each([
    ['loop:status', 'why does it not stop?'],
    ['loop:gate', ''],
  ])('%s %s is left to Claude', async (name, words) => {
    expect(await expand(name, words)).toEqual({ asked: [], answer: SILENT });
  });

  test('where the command can’t run, Claude runs it', async () => {
    expect(await createWorld().answer('UserPromptExpansion', { commandName: 'loop:status' })).toEqual(SILENT);
  });
});
