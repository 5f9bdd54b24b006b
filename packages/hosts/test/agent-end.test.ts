import { expect, test } from 'vitest';
import { type AgentExit, classifyEnd, Facts, findHost } from '../src/index.ts';

/** The end of a program, and what the client said before. */
interface End extends AgentExit {
  readonly said?: object;
  readonly retryAt?: number;
}

const gone: End = {
  exitCode: 0,
  signal: null,
  isTimedOut: false,
  hasFlooded: false,
  output: '',
};

function ended(fields: object, more: Partial<End> = {}): End {
  return { ...gone, ...more, said: { type: 'result', ...fields } };
}

function outcomeOf({ said, retryAt, ...exit }: End) {
  const facts = new Facts();
  const plan = { root: '/p', prompt: '', sessionId: 's', command: 'loop', checks: [] };
  if (said) findHost('claude')?.read({ ...said }, facts, plan, () => undefined);
  facts.retryAt = retryAt;
  return classifyEnd(exit, facts);
}

/** The client failed with this status of the API. */
const failed = (status: number | null, more: Partial<End> = {}, text = 'API Error'): End =>
  ended(
    {
      subtype: 'success',
      is_error: true,
      terminal_reason: 'api_error',
      result: text,
      api_error_status: status,
    },
    more,
  );

const SUCCESS = { subtype: 'success', is_error: false, result: 'Hi' };
const BROKEN = { subtype: 'error_during_execution', is_error: true };

const CASES: readonly (readonly [string, End, object])[] = [
  ['a turn that came to its end', ended(SUCCESS), { kind: 'turn', message: 'Hi' }],
  [
    'one that its limit of turns cut short',
    ended({ subtype: 'error_max_turns', is_error: true }),
    { kind: 'turn', message: undefined },
  ],
  [
    'one that the budget cut short',
    ended({ subtype: 'error_max_budget_usd', is_error: true }),
    { kind: 'turn' },
  ],
  [
    'an error whose text holds a credential',
    failed(401, {}, 'API Error: Authorization: Bearer abc refused'),
    { failure: { kind: 'blocking', reason: 'API Error: Authorization: [masked]' } },
  ],
  ['a server error', failed(529), { failure: { kind: 'transient' } }],
  ['a rate limit', failed(429, { retryAt: 5 }), { failure: { kind: 'rate-limit', retryAt: 5 } }],
  ['a connection that died', failed(null), { failure: { kind: 'transient' } }],
  ['a wrong key', failed(401), { failure: { kind: 'blocking', reason: 'API Error' } }],
  [
    'an error inside the client',
    ended({ ...BROKEN, errors: ['a', 'b'] }),
    { failure: { kind: 'unknown', reason: 'a; b' } },
  ],
  [
    'a kill',
    { ...gone, exitCode: null, signal: 'SIGKILL' },
    { failure: { kind: 'transient', reason: 'the client was killed by SIGKILL' } },
  ],
  [
    'a kill behind a shell',
    { ...gone, exitCode: 137 },
    { failure: { kind: 'transient', reason: 'the client was killed by signal 9' } },
  ],
  ['a hang', { ...gone, isTimedOut: true }, { failure: { kind: 'transient' } }],
  [
    'no result',
    { ...gone, exitCode: 1, output: 'first\nPlease run /login\n' },
    { failure: { kind: 'unknown', reason: expect.stringContaining(': Please run /login') } },
  ],
  [
    'a line that is too long',
    { ...gone, hasFlooded: true },
    { failure: { kind: 'unknown', reason: 'the client printed a line of more than 64 MB' } },
  ],
  ['no program', { ...gone, failure: 'ENOENT' }, { failure: { kind: 'blocking' } }],
];

test.each(CASES)('%s', (_, end, outcome) => {
  expect(outcomeOf(end)).toMatchObject(outcome);
});

test('a client that hung is no turn, even if it spoke its last words while it was ended', () => {
  const end = ended(BROKEN, { isTimedOut: true });
  expect(outcomeOf(end)).toMatchObject({ failure: { kind: 'transient' } });
});

test('a reason is one line without anything that moves the cursor', () => {
  const outcome = outcomeOf(failed(500, {}, 'a\u001b[2J\nb'));
  expect(outcome).toMatchObject({ failure: { reason: expect.stringMatching(/^[^\u001b\n]+$/) } });
});
