import { describe, expect, test } from 'vitest';
import { dialects } from '../../src/dialects.ts';
import { handle } from '../../src/handle.ts';
import { handWrittenLine } from '../../src/text/user-lines.ts';
import { createWorld, given, input, NOON, started } from '../support/fake-ports.ts';
import { CALLED, CAPPED, RATE_LIMIT, transcriptOf } from '../support/transcript.ts';

const stop = { type: 'stop', at: NOON } as const;

test('UserPromptSubmit notices a block that the client overrode, pauses and tells both', async () => {
  const world = createWorld();
  given(world, started(), stop);
  const prompt = input({ prompt: 'well?', transcriptPath: transcriptOf(CAPPED) });
  const answer = await handle('UserPromptSubmit', prompt, world.ports);
  expect(answer).toMatchObject({ kind: 'tell', event: 'UserPromptSubmit' });
  expect(answer).toMatchObject({ message: expect.stringContaining('overridden') });
  expect(world.run).toMatchObject({ status: 'paused', ending: { kind: 'overridden' } });
});

test('UserPromptSubmit ignores a notification of the client', async () => {
  const world = createWorld();
  given(world, started(), stop);
  await handle(
    'UserPromptSubmit',
    input({ prompt: '<task-notification>done</task-notification>' }),
    world.ports,
  );
  expect(world.recorded).toEqual([]);
});

test('UserPromptSubmit ends a check-in without a word', async () => {
  const world = createWorld();
  given(world, started(), stop, { type: 'observe', at: NOON, tools: 1 });
  expect(await handle('UserPromptSubmit', input({ prompt: 'go on' }), world.ports)).toEqual({
    kind: 'silent',
  });
  expect(world.run?.continuation).toBeUndefined();
});

test('UserPromptExpansion of /loop:approve approves, and tells both what', async () => {
  const world = createWorld();
  given(world, started());
  const answer = await handle(
    'UserPromptExpansion',
    input({ commandName: 'loop:approve', commandArgs: 'tests pass' }),
    world.ports,
  );
  const text = '[LOOP] approved tests pass';
  expect(answer).toEqual({ kind: 'tell', event: 'UserPromptExpansion', context: text, message: text });
  expect(world.run?.frames[0]?.criteria[0]).toMatchObject({ by: 'user', check: { by: 'user' } });
  expect(world.projections).toBe(1);
});

test.each([
  ['loop:start', 'loop'],
  ['loop:issue', 'issue'],
  ['loop:grind', 'grind'],
])('UserPromptExpansion of /%s opens a draft with the spec word for word', async (commandName, mode) => {
  const world = createWorld();
  const spec = 'fix `a` && $(b)\n"c" — 🙂';
  await handle('UserPromptExpansion', input({ commandName, commandArgs: spec }), world.ports);
  expect(world.run).toMatchObject({ status: 'draft', session: 'session-1', frames: [{ spec, mode }] });
  expect(await handle('Stop', input(), world.ports)).toMatchObject({
    verdict: { kind: 'allow', rule: 'no-loop' },
  });
});

test.each([
  ['another command', input({ commandName: 'loop:status', commandArgs: 'x' })],
  ['a start without words', input({ commandName: 'loop:start', commandArgs: '  ' })],
  ['a question about loops', input({ commandName: 'loop:start', commandArgs: 'what is a loop?' })],
])('UserPromptExpansion opens nothing for %s', async (_, expansion) => {
  const world = createWorld();
  await handle('UserPromptExpansion', expansion, world.ports);
  expect(world.run).toBeUndefined();
});

test('UserPromptExpansion of /loop:grind opens a draft without words, too', async () => {
  const world = createWorld();
  await handle('UserPromptExpansion', input({ commandName: 'loop:grind', commandArgs: '' }), world.ports);
  expect(world.run).toMatchObject({ status: 'draft', frames: [{ spec: '', mode: 'grind' }] });
});

test('PostToolBatch takes down tools, edits, errors and refusals', async () => {
  const world = createWorld();
  given(world, started());
  const toolCalls = [
    {
      name: 'Edit',
      input: { file_path: '/p/a.ts' },
      response: 'The file /p/a.ts has been updated successfully.',
    },
    {
      name: 'Edit',
      input: { file_path: '/p/a.ts' },
      response: '<tool_use_error>String to replace not found',
    },
    { name: 'Bash', input: { command: 'npm test' }, response: 'Exit code 1\nboom' },
    { name: 'Bash', input: { command: 'touch x' }, response: "touch in '/p/x' needs approval." },
  ];
  await handle('PostToolBatch', input({ toolCalls }), world.ports);
  expect(world.recorded.at(-1)).toMatchObject({ type: 'observe', tools: 3, edits: ['/p/a.ts'], denials: 1 });
  expect(world.recorded.at(-1)).toHaveProperty('errors.length', 2);
});

test('StopFailure pauses the loop with the reason and the way back', async () => {
  const world = createWorld();
  given(world, started());
  const answer = await handle('StopFailure', input({ error: 'rate_limit' }), world.ports);
  expect(world.run).toMatchObject({
    status: 'paused',
    ending: { kind: 'paused', cause: { failure: 'rate-limit', reason: 'rate_limit' } },
  });
  expect(answer).toMatchObject({ message: expect.stringContaining('Resume: /loop:continue') });
});

test('seed 001: a passing API error wakes Claude once, and the second in a row pauses', async () => {
  const world = createWorld({ canWake: true });
  given(world, started());
  const fail = () => handle('StopFailure', input({ error: 'server_error' }), world.ports);
  const text = '[LOOP] The API failed: server_error. The loop is still on. Go on where the turn ended.';
  expect(await fail()).toEqual({ kind: 'wake', text });
  expect(world.run?.status).toBe('active');
  expect(await fail()).toMatchObject({ message: expect.stringContaining('Resume: /loop:continue') });
  expect(world.run).toMatchObject({
    status: 'paused',
    ending: { cause: { failure: 'transient', reason: 'server_error' } },
  });
});

test('seed 001: work in between lets a passing API error be tried again', async () => {
  const world = createWorld({ canWake: true });
  given(world, started());
  const fail = async () => (await handle('StopFailure', input({ error: 'server_error' }), world.ports)).kind;
  expect(await fail()).toBe('wake');
  given(world, { type: 'observe', at: NOON, tools: 1 });
  expect(await fail()).toBe('wake');
});

test('seed 001: work counts that only the transcript shows, because its hook has not recorded it yet', async () => {
  const world = createWorld({ canWake: true });
  given(world, started());
  const transcriptPath = transcriptOf(CALLED);
  const fail = async (at: string) =>
    (await handle('StopFailure', input({ error: 'server_error', transcriptPath: at }), world.ports)).kind;
  expect(await fail('')).toBe('wake');
  expect(await fail(transcriptPath)).toBe('wake');
  expect(await fail('')).toBe('tell');
});

test.each(['rate_limit', 'authentication_failed', 'something new'])(
  'seed 001: %s is not tried again in a session',
  async (error) => {
    const world = createWorld({ canWake: true });
    given(world, started());
    expect((await handle('StopFailure', input({ error }), world.ports)).kind).toBe('tell');
    expect(world.run?.status).toBe('paused');
  },
);

test('StopFailure keeps the time at which to try again, and everybody who asks hears of it', async () => {
  const world = createWorld();
  given(world, started());
  const lastMessage = 'API Error: Request rejected (429) · try again in 5 minutes';
  const answer = await handle('StopFailure', input({ error: 'rate_limit', lastMessage }), world.ports);
  const when = new Date(NOON + 300_000).toISOString().replace('.000', '');
  expect(world.run?.ending).toMatchObject({ kind: 'paused', cause: { retryAt: NOON + 300_000 } });
  expect(answer).toMatchObject({
    message: expect.stringContaining(`Resume: /loop:continue, best after ${when}`),
  });
  expect(await handle('UserPromptSubmit', input({ prompt: 'well?' }), world.ports)).toMatchObject({
    message: expect.stringContaining(`best after ${when}`),
  });
  expect(await handle('SessionStart', input({ source: 'resume' }), world.ports)).toMatchObject({
    context: expect.stringContaining(`To go on: /loop:continue, best after ${when}.`),
  });
});

test('SessionStart announces the session’s own loop in the format of seed 000 and how it goes on', async () => {
  const world = createWorld();
  given(world, started());
  const answer = await handle('SessionStart', input({ source: 'startup' }), world.ports);
  expect(answer).toMatchObject({
    context: expect.stringContaining('[LOOP RESUME] Active loop detected\nSpec: make'),
  });
});

test('SessionStart after a compaction announces and overrides nothing', async () => {
  const world = createWorld();
  given(world, started(), stop);
  const answer = await handle('SessionStart', input({ source: 'compact' }), world.ports);
  expect(answer).toMatchObject({ context: expect.stringContaining('[LOOP RESUME]') });
  expect(answer).not.toHaveProperty('message');
  expect(world.run?.status).toBe('active');
});

test('SessionStart notices that the session was resumed over a block', async () => {
  const world = createWorld();
  given(world, started(), stop);
  const resumed = input({ source: 'resume', transcriptPath: transcriptOf(CAPPED) });
  const answer = await handle('SessionStart', resumed, world.ports);
  expect(answer).toMatchObject({ message: expect.stringContaining('overridden') });
});

test('SessionStart tells a session without a loop of the one in the project and how to take it over', async () => {
  const world = createWorld();
  world.trace = '[LOOP RESUME] Active loop detected';
  const answer = await handle('SessionStart', input({ source: 'startup' }), world.ports);
  expect(answer).toMatchObject({ context: expect.stringContaining('/loop:continue') });
});

test.each(['SessionStart', 'UserPromptSubmit', 'PostToolBatch', 'StopFailure', 'SessionEnd'])(
  '%s is silent in a session without a loop',
  async (event) => {
    expect(
      await handle(
        event,
        input({ prompt: 'hi', toolCalls: [{ name: 'Bash', input: {}, response: '' }] }),
        createWorld().ports,
      ),
    ).toEqual({
      kind: 'silent',
    });
  },
);

test('an event without a handler is silent', async () => {
  expect(await handle('__proto__', input(), createWorld().ports)).toEqual({ kind: 'silent' });
});

test.each(['SessionEnd', 'SessionStart'])(
  '%s takes down the API error that ended the last turn, and doesn’t call it overridden',
  async (event) => {
    const world = createWorld();
    given(world, started(), stop);
    const resumed = input({ source: 'resume', transcriptPath: transcriptOf(RATE_LIMIT) });
    const answer = await handle(event, resumed, world.ports);
    expect(world.run).toMatchObject({
      status: 'paused',
      ending: {
        kind: 'paused',
        cause: { failure: 'rate-limit', reason: 'rate_limit: API Error: 429 too many' },
      },
    });
    expect(JSON.stringify(answer)).not.toContain('overridden');
  },
);

test('an API error is recorded with its secrets masked', async () => {
  const world = createWorld();
  given(world, started());
  const errorDetails = '401 invalid x-api-key: Zq3xW9vT7rK1mN5bL8cD2fG4';
  await handle('StopFailure', input({ error: 'authentication_failed', errorDetails }), world.ports);
  expect(world.run?.ending).toMatchObject({
    cause: { failure: 'blocking', reason: 'authentication_failed: 401 invalid x-api-key: [masked]' },
  });
});

test('an API error from before the last thing on record is old news', async () => {
  const world = createWorld();
  given(world, started({ at: NOON + 2000 }));
  await handle('SessionEnd', input({ transcriptPath: transcriptOf(RATE_LIMIT) }), world.ports);
  expect(world.run?.status).toBe('active');
});

test('a run that came with the repository is put away when the session begins, and never later', async () => {
  const world = createWorld();
  given(world, started());
  world.isForeign = true;
  expect(await handle('SessionStart', input({ source: 'resume' }), world.ports)).toMatchObject({
    context: expect.stringContaining('Active loop detected'),
  });
  expect(await handle('SessionStart', input({ source: 'startup' }), world.ports)).toEqual({
    kind: 'tell',
    event: 'SessionStart',
    message: expect.stringContaining('.loop/archive'),
  });
  expect(await handle('Stop', input(), world.ports)).toEqual({ kind: 'silent' });
});

test('UserPromptSubmit says why a loop paused over an API error, until the user sees to it', async () => {
  const world = createWorld();
  given(world, started(), { type: 'failure', at: NOON, kind: 'rate-limit', reason: 'rate_limit' });
  expect(await handle('UserPromptSubmit', input({ prompt: 'are you there?' }), world.ports)).toEqual({
    kind: 'tell',
    event: 'UserPromptSubmit',
    message: expect.stringContaining('or when you type "continue"\nProgress'),
  });
  expect(await handle('UserPromptSubmit', input({ prompt: '/loop:continue' }), world.ports)).toEqual({
    kind: 'silent',
  });
  expect(world.run?.status).toBe('paused');
});

test.each([
  'Your claude.ai usage limit has reset. Continue the task you were working on when the limit was reached; do not repeat work that is already complete.',
  'continue',
  'weiter',
  '/src/a.ts is still red, go on',
])('a loop that a rate limit paused goes on at the prompt %j', async (prompt) => {
  const world = createWorld();
  given(world, started(), stop, { type: 'failure', at: NOON, kind: 'rate-limit', reason: 'rate_limit' });
  expect(await handle('UserPromptSubmit', input({ prompt }), world.ports)).toMatchObject({
    context: expect.stringContaining('the loop goes on'),
    message: expect.stringContaining('/loop:cancel'),
  });
  expect(world.run?.status).toBe('active');
  expect(await handle('Stop', input({ lastMessage: 'Working.' }), world.ports)).toMatchObject({
    verdict: { kind: 'block' },
  });
});

test.each(['/clear', '/loop:status', 'are you there?', ' '])(
  'a loop that a rate limit paused rests at the prompt %j',
  async (prompt) => {
    const world = createWorld();
    given(world, started(), { type: 'failure', at: NOON, kind: 'rate-limit', reason: 'rate_limit' });
    await handle('UserPromptSubmit', input({ prompt }), world.ports);
    expect(world.run?.status).toBe('paused');
  },
);

test('a loop that another API error paused rests until its user continues it', async () => {
  const world = createWorld();
  given(world, started(), { type: 'failure', at: NOON, kind: 'blocking', reason: 'billing_error' });
  expect(await handle('UserPromptSubmit', input({ prompt: 'continue' }), world.ports)).toMatchObject({
    message: expect.stringContaining('Paused: blocking: billing_error'),
  });
  expect(world.run?.status).toBe('paused');
});

test('a loop whose own budget is used up rests at any prompt', async () => {
  const world = createWorld();
  const limits = { budgetUsd: 1 };
  const failed = { type: 'failure', at: NOON, kind: 'rate-limit', reason: 'rate_limit' } as const;
  given(world, started({ limits }), failed);
  world.usage = { usd: 2, tokens: 1 };
  const answer = await handle('UserPromptSubmit', input({ prompt: 'continue' }), world.ports);
  expect(answer).toMatchObject({ message: expect.stringContaining('Paused: rate limit of the API') });
  expect(world.run?.status).toBe('paused');
});

test('UserPromptSubmit has nothing to say of a pause by hand', async () => {
  const world = createWorld();
  given(world, started(), { type: 'pause', at: NOON, reason: 'lunch' });
  expect(await handle('UserPromptSubmit', input({ prompt: 'hi' }), world.ports)).toEqual({ kind: 'silent' });
});

test.each([
  ['SessionEnd', {}],
  ['UserPromptSubmit', { prompt: 'thanks' }],
  ['SessionStart', { source: 'resume' }],
])('%s counts the cost of the last turn of a loop once', async (event, fields) => {
  const world = createWorld();
  given(world, started(), { type: 'pause', at: NOON });
  world.usage = { usd: 3, tokens: 30 };
  await handle(event, input(fields), world.ports);
  await handle(event, input(fields), world.ports);
  expect(world.run).toMatchObject({ isSettled: true, frames: [{ spend: { usd: 3, tokens: 30 } }] });
  expect([...new Set(world.tidied)]).toEqual(['mark-1']);
});

test('SessionStart says what a hand-written loop will do, and nothing of other sessions', async () => {
  const world = createWorld();
  world.trace = 'another';
  world.handWritten = handWrittenLine({ path: '.loop/state.json' }, false);
  const text =
    '[LOOP] .loop/state.json was written by hand and belongs to no session. It holds no session until it is started: /loop:continue. To end it, delete the file.';
  expect(await handle('SessionStart', input({ source: 'startup' }), world.ports)).toMatchObject({
    context: text,
    message: text,
  });
  expect(await handle('SessionStart', input({ source: 'compact' }), world.ports)).toEqual({ kind: 'silent' });
});

test('a session that comes back to a foreign run hears of it without its words; a new session does not', async () => {
  const world = createWorld();
  world.isForeign = true;
  const foreign = { ...world.ports, putAwayForeignRun: () => false };
  expect(await handle('SessionStart', input({ source: 'startup' }), foreign)).toEqual({ kind: 'silent' });
  expect(await handle('SessionStart', input({ source: 'resume' }), foreign)).toEqual({
    kind: 'tell',
    event: 'SessionStart',
    message: expect.stringContaining('/loop:continue --take-over'),
  });
});

test.each([
  ['loop:continue', '--take-over', [undefined]],
  ['loop:continue', '--budget=5 --take-over --run=3f2a', ['3f2a']],
  ['loop:continue', '--run 3f2a', []],
  ['loop:status', '--take-over', []],
])('/%s %s takes over: %o', async (commandName, commandArgs, takenOver) => {
  const world = createWorld();
  await handle('UserPromptExpansion', input({ commandName, commandArgs }), world.ports);
  expect(world.takenOver).toEqual(takenOver);
});

describe('the user speaks after a block that Claude was not seen to follow', () => {
  const prompted = async (isCapped: boolean) => {
    const world = createWorld();
    given(world, started(), stop);
    const transcriptPath = isCapped ? transcriptOf(CAPPED) : '';
    const prompt = input({ prompt: 'rather use a map', transcriptPath });
    const answer = await handle('UserPromptSubmit', prompt, world.ports);
    return { world, answer };
  };

  test('an interruption guides the loop, and nobody is told of an override', async () => {
    const { world, answer } = await prompted(false);
    expect(answer).toEqual({ kind: 'silent' });
    expect(world.run?.status).toBe('active');
    expect(await handle('Stop', input(), world.ports)).toMatchObject({ verdict: { kind: 'block' } });
  });

  test('the client’s own cap pauses the loop and is told', async () => {
    const { world, answer } = await prompted(true);
    expect(answer).toMatchObject({ message: expect.stringContaining('overridden') });
    expect(world.run?.status).toBe('paused');
  });
});

test.each(['UserPromptSubmit', 'SessionStart'])(
  '%s after the time to live says that the loop is stuck',
  async (event) => {
    const world = createWorld();
    given(world, started());
    const ports = { ...world.ports, now: () => NOON + 7_200_001 };
    const answer = await handle(event, input({ prompt: 'what is this project?', source: 'resume' }), ports);
    expect(world.run).toMatchObject({ status: 'stuck', ending: { cause: { kind: 'stale' } } });
    const said = expect.stringContaining(
      '[LOOP] Stuck: stale | nothing was heard of the loop for more than 2h',
    );
    expect(answer).toMatchObject({ message: said, context: said });
    expect(await handle('Stop', input(), ports)).toMatchObject({ verdict: { kind: 'allow', rule: 'ended' } });
  },
);

describe('a command that needs no model', () => {
  const expand = async (
    commandName: string,
    commandArgs = '',
    output: string | undefined = 'Loop 1  active',
  ) => {
    const world = createWorld();
    const asked: (readonly string[])[] = [];
    world.runVerb = (args) => {
      asked.push(args);
      return output;
    };
    const answer = await handle('UserPromptExpansion', input({ commandName, commandArgs }), world.ports);
    return { asked, answer };
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
    expect(answer).toEqual({
      kind: 'instead',
      text: `/${name}, answered without a model turn\n\nLoop 1  active`,
    });
    expect(JSON.parse(dialects.context(answer).stdout)).toMatchObject({
      continue: false,
      stopReason: expect.stringContaining('Loop 1  active'),
    });
  });

  test.each([
    ['loop:status', 'why does it not stop?'],
    ['loop:gate', ''],
  ])('%s %s is left to Claude', async (name, words) => {
    expect(await expand(name, words)).toEqual({ asked: [], answer: { kind: 'silent' } });
  });

  test('where the command can’t run, Claude runs it', async () => {
    const world = createWorld();
    expect(await handle('UserPromptExpansion', input({ commandName: 'loop:status' }), world.ports)).toEqual({
      kind: 'silent',
    });
  });
});
