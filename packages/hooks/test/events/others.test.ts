import { describe, expect, test } from 'vitest';
import { dialects } from '../../src/dialects/dialects.ts';
import { handle } from '../../src/handle.ts';
import { createWorld, given, input, NOON, started } from '../support/fake-ports.ts';

const stop = { type: 'stop', at: NOON } as const;

test('UserPromptSubmit notices a block that the client overrode, pauses and tells both', () => {
  const world = createWorld();
  world.isCapped = true;
  given(world, started(), stop);
  const answer = handle('UserPromptSubmit', input({ prompt: 'well?' }), world.ports);
  expect(answer).toMatchObject({ kind: 'tell', event: 'UserPromptSubmit' });
  expect(answer).toMatchObject({ message: expect.stringContaining('overridden') });
  expect(world.run).toMatchObject({ status: 'paused', ending: { kind: 'overridden' } });
});

test('UserPromptSubmit ignores a notification of the client', () => {
  const world = createWorld();
  given(world, started(), stop);
  handle('UserPromptSubmit', input({ prompt: '<task-notification>done</task-notification>' }), world.ports);
  expect(world.recorded).toEqual([]);
});

test('UserPromptSubmit ends a check-in without a word', () => {
  const world = createWorld();
  given(world, started(), stop, { type: 'observe', at: NOON, tools: 1 });
  expect(handle('UserPromptSubmit', input({ prompt: 'go on' }), world.ports)).toEqual({ kind: 'silent' });
  expect(world.run?.continuation).toBeUndefined();
});

test('UserPromptExpansion of /loop:approve approves, and tells both what', () => {
  const world = createWorld();
  given(world, started());
  const answer = handle(
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
])('UserPromptExpansion of /%s opens a draft with the spec word for word', (commandName, mode) => {
  const world = createWorld();
  const spec = 'fix `a` && $(b)\n"c" — 🙂';
  handle('UserPromptExpansion', input({ commandName, commandArgs: spec }), world.ports);
  expect(world.run).toMatchObject({ status: 'draft', session: 'session-1', frames: [{ spec, mode }] });
  expect(handle('Stop', input(), world.ports)).toMatchObject({ verdict: { kind: 'allow', rule: 'no-loop' } });
});

test.each([
  ['another command', input({ commandName: 'loop:status', commandArgs: 'x' })],
  ['a start without words', input({ commandName: 'loop:start', commandArgs: '  ' })],
  ['a question about loops', input({ commandName: 'loop:start', commandArgs: 'what is a loop?' })],
])('UserPromptExpansion opens nothing for %s', (_, expansion) => {
  const world = createWorld();
  handle('UserPromptExpansion', expansion, world.ports);
  expect(world.run).toBeUndefined();
});

test('UserPromptExpansion of /loop:grind opens a draft without words, too', () => {
  const world = createWorld();
  handle('UserPromptExpansion', input({ commandName: 'loop:grind', commandArgs: '' }), world.ports);
  expect(world.run).toMatchObject({ status: 'draft', frames: [{ spec: '', mode: 'grind' }] });
});

test('PostToolBatch takes down tools, edits, errors and refusals', () => {
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
  handle('PostToolBatch', input({ toolCalls }), world.ports);
  expect(world.recorded.at(-1)).toMatchObject({ type: 'observe', tools: 3, edits: ['/p/a.ts'], denials: 1 });
  expect(world.recorded.at(-1)).toHaveProperty('errors.length', 2);
});

test('StopFailure pauses the loop with the reason and the way back', () => {
  const world = createWorld();
  given(world, started());
  const answer = handle('StopFailure', input({ error: 'rate_limit' }), world.ports);
  expect(world.run).toMatchObject({
    status: 'paused',
    ending: { kind: 'paused', cause: { failure: 'rate-limit', reason: 'rate_limit' } },
  });
  expect(answer).toMatchObject({ message: expect.stringContaining('Resume: /loop:continue') });
});

test('seed 001: a passing API error wakes Claude once, and the second in a row pauses', () => {
  const world = createWorld({ canWake: true });
  given(world, started());
  const fail = () => handle('StopFailure', input({ error: 'server_error' }), world.ports);
  const text = '[LOOP] The API failed: server_error. The loop is still on. Go on where the turn ended.';
  expect(fail()).toEqual({ kind: 'wake', text });
  expect(world.run?.status).toBe('active');
  expect(fail()).toMatchObject({ message: expect.stringContaining('Resume: /loop:continue') });
  expect(world.run).toMatchObject({
    status: 'paused',
    ending: { cause: { failure: 'transient', reason: 'server_error' } },
  });
});

test('seed 001: work in between lets a passing API error be tried again', () => {
  const world = createWorld({ canWake: true });
  given(world, started());
  const fail = () => handle('StopFailure', input({ error: 'server_error' }), world.ports).kind;
  expect(fail()).toBe('wake');
  given(world, { type: 'observe', at: NOON, tools: 1 });
  expect(fail()).toBe('wake');
});

test.each(['rate_limit', 'authentication_failed', 'something new'])(
  'seed 001: %s is not tried again in a session',
  (error) => {
    const world = createWorld({ canWake: true });
    given(world, started());
    expect(handle('StopFailure', input({ error }), world.ports).kind).toBe('tell');
    expect(world.run?.status).toBe('paused');
  },
);

test('StopFailure keeps the time at which to try again, and everybody who asks hears of it', () => {
  const world = createWorld();
  given(world, started());
  const lastMessage = 'API Error: Request rejected (429) · try again in 5 minutes';
  const answer = handle('StopFailure', input({ error: 'rate_limit', lastMessage }), world.ports);
  const when = new Date(NOON + 300_000).toISOString().replace('.000', '');
  expect(world.run?.ending).toMatchObject({ kind: 'paused', cause: { retryAt: NOON + 300_000 } });
  expect(answer).toMatchObject({
    message: expect.stringContaining(`Resume: /loop:continue, best after ${when}`),
  });
  expect(handle('UserPromptSubmit', input({ prompt: 'well?' }), world.ports)).toMatchObject({
    message: expect.stringContaining(`best after ${when}`),
  });
  expect(handle('SessionStart', input({ source: 'resume' }), world.ports)).toMatchObject({
    context: expect.stringContaining(`To go on: /loop:continue, best after ${when}.`),
  });
});

test('SessionStart announces the session’s own loop in the format of seed 000 and how it goes on', () => {
  const world = createWorld();
  given(world, started());
  const answer = handle('SessionStart', input({ source: 'startup' }), world.ports);
  expect(answer).toMatchObject({
    context: expect.stringContaining('[LOOP RESUME] Active loop detected\nSpec: make'),
  });
});

test('SessionStart after a compaction announces and overrides nothing', () => {
  const world = createWorld();
  given(world, started(), stop);
  const answer = handle('SessionStart', input({ source: 'compact' }), world.ports);
  expect(answer).toMatchObject({ context: expect.stringContaining('[LOOP RESUME]'), message: undefined });
  expect(world.run?.status).toBe('active');
});

test('SessionStart notices that the session was resumed over a block', () => {
  const world = createWorld();
  world.isCapped = true;
  given(world, started(), stop);
  const answer = handle('SessionStart', input({ source: 'resume' }), world.ports);
  expect(answer).toMatchObject({ message: expect.stringContaining('overridden') });
});

test('SessionStart tells a session without a loop of the one in the project and how to take it over', () => {
  const world = createWorld();
  world.trace = '[LOOP RESUME] Active loop detected';
  const answer = handle('SessionStart', input({ source: 'startup' }), world.ports);
  expect(answer).toMatchObject({ context: expect.stringContaining('/loop:continue') });
});

test.each(['SessionStart', 'UserPromptSubmit', 'PostToolBatch', 'StopFailure', 'SessionEnd'])(
  '%s is silent in a session without a loop',
  (event) => {
    expect(
      handle(
        event,
        input({ prompt: 'hi', toolCalls: [{ name: 'Bash', input: {}, response: '' }] }),
        createWorld().ports,
      ),
    ).toEqual({
      kind: 'silent',
    });
  },
);

test('an event without a handler is silent', () => {
  expect(handle('__proto__', input(), createWorld().ports)).toEqual({ kind: 'silent' });
});

const rateLimit = { at: NOON + 1000, name: 'rate_limit', text: 'API Error: 429 too many' };

test.each(['SessionEnd', 'SessionStart'])(
  '%s takes down the API error that ended the last turn, and doesn’t call it overridden',
  (event) => {
    const world = createWorld();
    given(world, started(), stop);
    world.apiError = rateLimit;
    const answer = handle(event, input({ source: 'resume' }), world.ports);
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

test('an API error is recorded with its secrets masked', () => {
  const world = createWorld();
  given(world, started());
  const errorDetails = '401 invalid x-api-key: Zq3xW9vT7rK1mN5bL8cD2fG4';
  handle('StopFailure', input({ error: 'authentication_failed', errorDetails }), world.ports);
  expect(world.run?.ending).toMatchObject({
    cause: { failure: 'blocking', reason: 'authentication_failed: 401 invalid x-api-key: [masked]' },
  });
});

test('an API error from before the last thing on record is old news', () => {
  const world = createWorld();
  given(world, started({ at: NOON + 2000 }));
  world.apiError = rateLimit;
  handle('SessionEnd', input(), world.ports);
  expect(world.run?.status).toBe('active');
});

test('a run that came with the repository is put away when the session begins, and never later', () => {
  const world = createWorld();
  given(world, started());
  world.isForeign = true;
  expect(handle('SessionStart', input({ source: 'resume' }), world.ports)).toMatchObject({
    context: expect.stringContaining('Active loop detected'),
  });
  expect(handle('SessionStart', input({ source: 'startup' }), world.ports)).toEqual({
    kind: 'tell',
    event: 'SessionStart',
    message: expect.stringContaining('.loop/archive'),
  });
  expect(handle('Stop', input(), world.ports)).toEqual({ kind: 'silent' });
});

test('UserPromptSubmit says why a loop paused over an API error, until the user sees to it', () => {
  const world = createWorld();
  given(world, started(), { type: 'failure', at: NOON, kind: 'rate-limit', reason: 'rate_limit' });
  expect(handle('UserPromptSubmit', input({ prompt: 'are you there?' }), world.ports)).toEqual({
    kind: 'tell',
    event: 'UserPromptSubmit',
    message: expect.stringContaining('or when you type "continue"\nProgress'),
  });
  expect(handle('UserPromptSubmit', input({ prompt: '/loop:continue' }), world.ports)).toEqual({
    kind: 'silent',
  });
  expect(world.run?.status).toBe('paused');
});

test.each([
  'Your claude.ai usage limit has reset. Continue the task you were working on when the limit was reached; do not repeat work that is already complete.',
  'continue',
  'weiter',
  '/src/a.ts is still red, go on',
])('a loop that a rate limit paused goes on at the prompt %j', (prompt) => {
  const world = createWorld();
  given(world, started(), stop, { type: 'failure', at: NOON, kind: 'rate-limit', reason: 'rate_limit' });
  expect(handle('UserPromptSubmit', input({ prompt }), world.ports)).toMatchObject({
    context: expect.stringContaining('the loop goes on'),
    message: expect.stringContaining('/loop:cancel'),
  });
  expect(world.run?.status).toBe('active');
  expect(handle('Stop', input({ lastMessage: 'Working.' }), world.ports)).toMatchObject({
    verdict: { kind: 'block' },
  });
});

test.each(['/clear', '/loop:status', 'are you there?', ' '])(
  'a loop that a rate limit paused rests at the prompt %j',
  (prompt) => {
    const world = createWorld();
    given(world, started(), { type: 'failure', at: NOON, kind: 'rate-limit', reason: 'rate_limit' });
    handle('UserPromptSubmit', input({ prompt }), world.ports);
    expect(world.run?.status).toBe('paused');
  },
);

test('a loop that another API error paused rests until its user continues it', () => {
  const world = createWorld();
  given(world, started(), { type: 'failure', at: NOON, kind: 'blocking', reason: 'billing_error' });
  expect(handle('UserPromptSubmit', input({ prompt: 'continue' }), world.ports)).toMatchObject({
    message: expect.stringContaining('Paused: blocking: billing_error'),
  });
  expect(world.run?.status).toBe('paused');
});

test('a loop whose own budget is used up rests at any prompt', () => {
  const world = createWorld();
  const limits = { budgetUsd: 1 };
  const failed = { type: 'failure', at: NOON, kind: 'rate-limit', reason: 'rate_limit' } as const;
  given(world, started({ limits }), failed);
  world.usage = { usd: 2, tokens: 1 };
  const answer = handle('UserPromptSubmit', input({ prompt: 'continue' }), world.ports);
  expect(answer).toMatchObject({ message: expect.stringContaining('Paused: rate limit of the API') });
  expect(world.run?.status).toBe('paused');
});

test('UserPromptSubmit has nothing to say of a pause by hand', () => {
  const world = createWorld();
  given(world, started(), { type: 'pause', at: NOON, reason: 'lunch' });
  expect(handle('UserPromptSubmit', input({ prompt: 'hi' }), world.ports)).toEqual({ kind: 'silent' });
});

test.each([
  ['SessionEnd', {}],
  ['UserPromptSubmit', { prompt: 'thanks' }],
  ['SessionStart', { source: 'resume' }],
])('%s counts the cost of the last turn of a loop once', (event, fields) => {
  const world = createWorld();
  given(world, started(), { type: 'pause', at: NOON });
  world.usage = { usd: 3, tokens: 30 };
  handle(event, input(fields), world.ports);
  handle(event, input(fields), world.ports);
  expect(world.run).toMatchObject({ isSettled: true, frames: [{ spend: { usd: 3, tokens: 30 } }] });
  expect(world.tidied).toHaveLength(1);
});

test.each([
  [
    { kind: 'loop', holds: true },
    'It will hold the first session that stops here. To start it now: /loop:continue.',
  ],
  [{ kind: 'loop', holds: false }, 'It holds no session until it is started: /loop:continue.'],
  [{ kind: 'refused', field: 'iteration', reason: 'expected a number' }, 'iteration: expected a number.'],
] as const)('SessionStart says what a hand-written loop will do: %j', (written, line) => {
  const world = createWorld();
  world.trace = 'another';
  world.handWritten = { path: '.loop/state.json', ...written };
  const answer = handle('SessionStart', input({ source: 'startup' }), world.ports);
  expect(answer).toMatchObject({
    context: expect.stringContaining(line),
    message: expect.stringContaining(line),
  });
  expect(answer).toMatchObject({ message: expect.not.stringContaining('another session') });
  expect(handle('SessionStart', input({ source: 'compact' }), world.ports)).toEqual({ kind: 'silent' });
});

test('a session that comes back to a foreign run hears of it without its words; a new session does not', () => {
  const world = createWorld();
  world.isForeign = true;
  const foreign = { ...world.ports, putAwayForeignRun: () => false };
  expect(handle('SessionStart', input({ source: 'startup' }), foreign)).toEqual({ kind: 'silent' });
  expect(handle('SessionStart', input({ source: 'resume' }), foreign)).toEqual({
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
])('/%s %s takes over: %o', (commandName, commandArgs, takenOver) => {
  const world = createWorld();
  handle('UserPromptExpansion', input({ commandName, commandArgs }), world.ports);
  expect(world.takenOver).toEqual(takenOver);
});

describe('the user speaks after a block that Claude was not seen to follow', () => {
  const prompted = (isCapped: boolean) => {
    const world = createWorld();
    given(world, started(), stop);
    world.isCapped = isCapped;
    const answer = handle('UserPromptSubmit', input({ prompt: 'rather use a map' }), world.ports);
    return { world, answer };
  };

  test('an interruption guides the loop, and nobody is told of an override', () => {
    const { world, answer } = prompted(false);
    expect(answer).toEqual({ kind: 'silent' });
    expect(world.run?.status).toBe('active');
    expect(handle('Stop', input(), world.ports)).toMatchObject({ verdict: { kind: 'block' } });
  });

  test('the client’s own cap pauses the loop and is told', () => {
    const { world, answer } = prompted(true);
    expect(answer).toMatchObject({ message: expect.stringContaining('overridden') });
    expect(world.run?.status).toBe('paused');
  });
});

test.each(['UserPromptSubmit', 'SessionStart'])(
  '%s after the time to live says that the loop is stuck',
  (event) => {
    const world = createWorld();
    given(world, started());
    const ports = { ...world.ports, now: () => NOON + 7_200_001 };
    const answer = handle(event, input({ prompt: 'what is this project?', source: 'resume' }), ports);
    expect(world.run).toMatchObject({ status: 'stuck', ending: { cause: { kind: 'stale' } } });
    const said = expect.stringContaining(
      '[LOOP] Stuck: stale | nothing was heard of the loop for more than 2h',
    );
    expect(answer).toMatchObject({ message: said, context: said });
    expect(handle('Stop', input(), ports)).toMatchObject({ verdict: { kind: 'allow', rule: 'ended' } });
  },
);

describe('a command that needs no model', () => {
  const expand = (commandName: string, commandArgs = '', output: string | undefined = 'Loop 1  active') => {
    const world = createWorld();
    const asked: (readonly string[])[] = [];
    world.runVerb = (args) => {
      asked.push(args);
      return output;
    };
    const answer = handle('UserPromptExpansion', input({ commandName, commandArgs }), world.ports);
    return { asked, answer };
  };

  test.each([
    ['loop:status', '', ['status']],
    ['loop:explain', ' ', ['explain']],
    ['loop:pause', '', ['pause']],
    ['loop:pause', 'lunch; rm -rf $HOME', ['pause', '--reason=lunch; rm -rf $HOME']],
    ['loop:cancel', '--json', ['cancel', '--reason=--json']],
    ['loop:report', '--format md', ['report', '--format', 'md']],
  ])('%s %s is answered by %j', (name, words, args) => {
    const { asked, answer } = expand(name, words);
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
  ])('%s %s is left to Claude', (name, words) => {
    expect(expand(name, words)).toEqual({ asked: [], answer: { kind: 'silent' } });
  });

  test('where the command can’t run, Claude runs it', () => {
    const world = createWorld();
    expect(handle('UserPromptExpansion', input({ commandName: 'loop:status' }), world.ports)).toEqual({
      kind: 'silent',
    });
  });
});
