import { hook, loop, type Session, show, type Step, stop, times, tools, write } from './session.ts';

const SPEC = 'GET /health answers 200. Only src/health.ts changes. All tests pass. Done when merged.';
const DONE = '<loop-complete>\nAll is well.\n</loop-complete>';
const VIEWS = ['state.json', 'stack.json', 'PROGRESS.md', 'summary.md'].map((name) => show(`.loop/${name}`));

/** Starts a loop for the spec. */
function start(...flags: readonly string[]): Step {
  return loop('start', SPEC, ...(flags.includes('--shape') ? [] : ['--shape', 'tool']), ...flags);
}

/** What one stop answers and why. */
const explained: readonly Step[] = [loop('explain')];

/** A shape that a workflow can be decomposed by. */
const SHAPE =
  '## Criteria\n- holds: `test -f holds`\n## mustNot\n- none\n## Verification\n- execution output\n';

/** A thorough review takes three views. */
const REVIEWERS = 'correctness, security, simplicity';

/** A workflow with one completed task, at its review. */
const reviewed: readonly Step[] = [
  loop('start', '--workflow', SPEC, '--check', 'holds=test -f holds', '--shape', 'tool'),
  write('.loop/shape/SPEC.md', SPEC),
  write('.loop/shape/SHAPE.md', SHAPE),
  loop('task', 'shape', '--spec-file', '.loop/shape/SPEC.md', '--force', '--shape', 'tool'),
  loop('task', 'plan'),
  loop('task', 'add', 'Write the handler', '--description', 'In src/health.ts', '--verify', 'true'),
  loop('task', 'begin'),
  loop('task', 'claim', '1', '--owner', 'worker-1'),
  loop('task', 'complete', '1', '--owner', 'worker-1'),
  loop('task', 'finish'),
  loop('review', 'begin'),
];

/** One stop of each kind, in one dialect of the hook. */
function inDialect(dialect: string): Session {
  const asked = (step: Step): Step => ('hook' in step ? { ...step, dialect } : step);
  return {
    name: `dialect-${dialect}`,
    steps: [
      hook('Stop'),
      start('--check', 'holds=test -f holds', '--criteria', 'docs updated', '--steps', 'Measure; Cache'),
      stop(),
      stop(DONE),
      loop('push', 'Issue 42: tokens expire early', '--mode', 'issue'),
      stop('<issue-complete>DONE</issue-complete>'),
      write('holds', ''),
      loop('verify'),
      loop('criterion', 'tick', 'docs updated'),
      stop('Waiting.', { background_tasks: [{ status: 'running', description: 'npm test' }] }),
      hook('SessionStart', { source: 'resume' }),
      hook('UserPromptSubmit', { prompt: 'go on' }),
      stop(DONE),
      stop(),
    ].map(asked),
  };
}

/** A loop that repeats itself until a breaker ends it. */
function breaker(name: string, flags: readonly string[], steps: readonly Step[]): Session {
  return { name: `breaker-${name}`, steps: [start(...flags), ...steps, ...explained] };
}

function usage(usd: number): Step {
  const line = {
    type: 'assistant',
    uuid: 'entry-1',
    message: {
      id: 'message-1',
      model: 'claude-opus-4-5',
      role: 'assistant',
      content: [{ type: 'text', text: 'Working.' }],
      usage: { input_tokens: usd * 200_000, output_tokens: 10 },
    },
  };
  return write('../transcript.jsonl', `${JSON.stringify(line)}\n`);
}

const continuing = { stop_hook_active: true };
const edit = (path: string): readonly [string, object, string] => ['Edit', { file_path: path }, 'ok'];

/** Every session of the corpus. */
export const sessions: readonly Session[] = [
  ...['context', 'block', 'ok', 'exit-code'].map(inDialect),
  {
    name: 'dialect-of-an-older-client',
    steps: [
      start('--criteria', 'a'),
      { ...stop(), env: { AI_AGENT: 'claude-code_2-1-100_harness' } } as Step,
      { ...stop(), env: { AI_AGENT: 'claude-code_2-1-200_harness' } } as Step,
      { ...stop(), env: { LOOP_DIALECT: 'ok' } } as Step,
    ],
  },
  {
    name: 'rule-disabled',
    steps: [
      start(),
      { ...stop(), env: { LOOP_DISABLE: '1' } } as Step,
      { ...stop(), env: { IDLE_LOOP_DISABLE: '1' } } as Step,
    ],
  },
  {
    name: 'rule-no-loop',
    steps: [
      stop(),
      { ...stop(), env: { CLAUDE_CODE_TASK_LIST_ID: 'team' } } as Step,
      write(
        '../.claude/tasks/team/1.json',
        JSON.stringify({ id: '1', subject: 'Write it', status: 'pending' }),
      ),
      { ...stop(), env: { CLAUDE_CODE_TASK_LIST_ID: 'team' } } as Step,
      { ...stop('', continuing), env: { CLAUDE_CODE_TASK_LIST_ID: 'team' } } as Step,
      loop('status'),
      loop('verify'),
      loop('explain', '--json'),
    ],
  },
  {
    name: 'rule-no-loop-draft',
    steps: [
      hook('UserPromptExpansion', { command_name: 'loop:start', command_args: SPEC }),
      stop(DONE),
      loop('status'),
      loop('start', '--criteria', 'a', '--iterations', '5'),
      stop(),
      ...VIEWS,
    ],
  },
  { name: 'rule-not-main', steps: [start(), stop('', { agent_id: 'agent-1' }), loop('log', '--json')] },
  {
    name: 'rule-ended',
    steps: [
      start(),
      loop('pause', 'lunch'),
      stop(),
      loop('continue'),
      stop(),
      loop('cancel', 'enough'),
      stop(DONE),
      ...explained,
      ...VIEWS,
    ],
  },
  {
    name: 'rule-corrupt',
    steps: [
      write(
        '.claude/idle-loop.local.md',
        '---\nactive: true\niteration: two\nmax_iterations: 9\n---\nFix the tests\n',
      ),
      stop(),
      ...explained,
    ],
  },
  {
    name: 'rule-stale',
    steps: [start('--ttl', '1ms', '--criteria', 'a'), stop(), loop('explain', '--json'), loop('status')],
  },
  {
    name: 'rule-waiting',
    steps: [
      start('--criteria', 'a'),
      stop('', { background_tasks: [{ status: 'running', command: 'npm test' }] }),
      stop('', { session_crons: [{ schedule: 'in 5 minutes' }] }),
      stop('', { background_tasks: [{ status: 'completed', command: 'npm test' }] }),
      ...explained,
    ],
  },
  {
    name: 'rule-needs-user',
    steps: [
      start('--criteria', 'a', '--shape', 'colleague'),
      stop(),
      hook('UserPromptSubmit', { prompt: 'go on' }),
      { ...stop(), env: { LOOP_HEADLESS: '1' } } as Step,
      ...explained,
    ],
  },
  {
    name: 'rule-gave-up',
    steps: [
      start('--criteria', 'a'),
      loop('push', 'Issue 42', '--mode', 'issue'),
      stop('<loop-done>STUCK</loop-done>'),
      stop('<loop-done>MAX_ITERATIONS</loop-done>'),
      ...explained,
      show('.loop/stack.json'),
    ],
  },
  {
    name: 'rule-done-verified',
    steps: [
      start('--check', 'holds=test -f holds'),
      write('holds', ''),
      loop('verify'),
      stop(DONE),
      ...explained,
      ...VIEWS,
      show('.loop/iterations.jsonl'),
    ],
  },
  {
    name: 'rule-done-claimed',
    steps: [
      start('--criteria', 'a'),
      loop('criterion', 'tick', 'a', '--note', 'looked at it'),
      loop('signal', 'done'),
      stop(),
      ...explained,
    ],
  },
  {
    name: 'rule-done-without-criteria',
    steps: [
      start('--mode', 'grind'),
      stop('<grind-done>NO_MORE_ISSUES</grind-done>'),
      start('--fresh'),
      stop('<loop-done>COMPLETE</loop-done>'),
    ],
  },
  {
    name: 'rule-unproved',
    steps: [
      start('--check', 'holds=test -f holds', '--check', 'never=false', '--criteria', 'b; c'),
      loop('criterion', 'tick', 'c', '--basis', 'assumption'),
      stop(DONE),
      write('holds', ''),
      loop('verify'),
      stop('---LOOP_STATUS---\nEXIT_SIGNAL: true\nCRITERIA: {"b": true}\n---END_STATUS---'),
      write('src/new.ts', 'export {};\n'),
      loop('signal', 'done'),
      stop(),
      ...explained,
      loop('signal', 'undo'),
      stop(),
    ],
  },
  {
    name: 'rule-continue',
    steps: [
      start('--criteria', 'a', '--steps', 'Measure; Cache'),
      stop(),
      stop('```\n<loop-complete>x</loop-complete>\n```', continuing),
      loop('step', 'done'),
      stop('More.', continuing),
      ...explained,
      ...VIEWS,
    ],
  },
  breaker(
    'same-criterion',
    ['--criteria', 'a'],
    times(6, tools(edit('a.ts')), stop(), stop('Still.', continuing)),
  ),
  breaker(
    'same-error',
    ['--criteria', 'a'],
    [...times(3, tools(['Bash', { command: 'npm test' }, 'Exit code 1\nError: no such module x'])), stop()],
  ),
  breaker(
    'same-file',
    ['--criteria', 'a'],
    [
      tools(edit('/src/a.ts')),
      ...Array.from({ length: 5 }, (_, index) => [
        tools(['Bash', { command: 'npm test' }, `Exit code 1\nexpected ${index} to be 9`]),
        tools(edit('/src/a.ts')),
      ]).flat(),
      stop(),
    ],
  ),
  breaker(
    'permission',
    ['--criteria', 'a'],
    [
      ...times(
        2,
        tools(['Bash', {}, "Claude requested permissions to use Bash, but you haven't granted it yet."]),
      ),
      stop(),
    ],
  ),
  breaker('idle', [], [stop('1'), stop('2', continuing), stop('3', continuing), stop('4', continuing)]),
  breaker('same-message', [], [stop(), ...times(3, tools(['Read', {}, 'ok']), stop('Working.', continuing))]),
  {
    name: 'breaker-gate-and-review',
    steps: [
      ...reviewed,
      loop('review', 'thorough', '--reviewer', REVIEWERS, '--finding', 'BLOCKER: tokens are logged'),
      stop(),
      loop('task', 'list', '--json'),
      loop('task', 'complete', 'T-002', '--note', 'no token is left'),
      loop('review', 'begin'),
      loop('review', 'thorough', '--reviewer', REVIEWERS),
      ...times(3, loop('gate', '--confidence', '90')),
      stop(),
      ...explained,
    ],
  },
  {
    name: 'limit-iterations',
    steps: [
      start('--iterations', '2', '--criteria', 'a'),
      stop(),
      tools(edit('a.ts')),
      stop('2'),
      tools(edit('a.ts')),
      stop('3'),
      ...explained,
      loop('continue', '--iterations', '5'),
      stop('4'),
    ],
  },
  {
    name: 'limit-time',
    steps: [
      start('--minutes', '0.001', '--criteria', 'a'),
      stop(),
      loop('continue', '--minutes', '60'),
      loop('next'),
    ],
  },
  {
    name: 'limit-budget',
    steps: [
      start('--budget', '1', '--criteria', 'a'),
      usage(0.6),
      stop(),
      usage(3),
      stop('2'),
      ...explained,
      loop('continue', '--budget', '10'),
      loop('status'),
    ],
  },
  {
    name: 'events',
    steps: [
      hook('SessionStart', { source: 'startup' }),
      start('--criteria', 'a', '--steps', 'Measure'),
      hook('SessionStart', { source: 'startup' }),
      stop(),
      hook('SessionStart', { source: 'compact' }),
      hook('UserPromptSubmit', { prompt: 'Stop that.' }),
      loop('status'),
      loop('continue'),
      hook('StopFailure', { error: 'rate_limit', error_details: 'try again in 5 seconds' }),
      hook('StopFailure', { error: 'rate_limit', error_details: 'try again in 5 seconds' }),
      hook('SessionStart', { source: 'resume' }),
      hook('SessionEnd', { reason: 'other' }),
      hook('SessionStart', { source: 'startup', session_id: 'session-2' }),
      loop('status', '--session', 'session-2'),
      loop('continue', '--session', 'session-2'),
      stop(),
      loop('log', '--session', 'session-2', '--limit', '0'),
    ],
  },
  {
    name: 'hand-edits',
    steps: [
      start('--criteria', 'a; b', '--steps', 'Measure'),
      write(
        '.loop/state.json',
        JSON.stringify({
          iteration: 3,
          criteria: { a: true, b: false },
          exit_signal: true,
          status: 'in_progress',
          nextStep: 'other',
        }),
      ),
      stop(),
      loop('status', '--json'),
      show('.loop/state.json'),
      write('.loop/state.json', '{"iteration": '),
      stop('Again.'),
      loop('log'),
    ],
  },
  {
    name: 'verbs-json',
    steps: [
      start('--check', 'holds=test -f holds', '--criteria', 'b', '--steps', 'c; d', '--json'),
      ...['status', 'next', 'step', 'criterion', 'explain', 'recall'].map((verb) => loop(verb, '--json')),
      loop('task', 'ask', '--json'),
      loop('verify', '--json'),
      loop('step', 'done', '--json'),
      loop('step', 'done', '1', '--json'),
      loop('criterion', 'tick', 'b', '--json'),
      loop('criterion', 'add', 'types hold', '--check', '["true"]', '--paths', 'src', '--json'),
      loop('push', 'Inner', '--json'),
      loop('pop', 'later', '--json'),
      loop('learn', 'The token check runs twice', '--scope', 'auth', '--json'),
      loop('recall', 'token', '--json'),
      loop('score', 'fix auth', '--json'),
      loop('pause', '--json'),
      loop('continue', '--json'),
      loop('signal', 'done', '--json'),
      { loop: ['doctor', '--try', 'Stop', '--dialect', 'ok', '--json'], stdin: '{"session_id":"session-1"}' },
      loop('log', '--json'),
      loop('report', '--json'),
      loop('cancel', '--json'),
    ],
  },
  {
    name: 'verbs-text',
    steps: [
      start('--check', 'holds=test -f holds', '--criteria', 'b', '--steps', 'c; d'),
      ...['next', 'step', 'criterion', 'verify', 'recall', 'log'].map((verb) => loop(verb)),
      loop('task', 'ask'),
      loop('step', 'add', 'e; f'),
      loop('step', 'undo', '1'),
      loop('step', 'remove', 'f'),
      loop('criterion', 'add', 'types hold', '--check', 'true'),
      loop('criterion', 'remove', 'types hold'),
      loop('criterion', 'untick', 'b'),
      loop('task', 'ask', 'holds'),
      loop('task', 'advise', 'holds', 'Create the file'),
      loop('learn', 'The token check runs twice'),
      loop('score', 'fix auth'),
      loop('score', SPEC, '--familiarity', '7'),
    ],
  },
  {
    name: 'workflow-text',
    steps: [
      ...reviewed,
      loop('next'),
      loop('task'),
      loop('task', 'show', '1'),
      loop('review'),
      loop(
        'review',
        '--wave',
        '1',
        '--score',
        '7',
        '--reviewer',
        'security, delivery',
        '--finding',
        'WARNING: no docs',
      ),
      loop('review', 'thorough', '--reviewer', REVIEWERS),
      loop('gate', '--confidence', '90', '--risk', 'edge cases'),
      write('holds', ''),
      loop('gate', '--confidence', '90', '--risk', 'edge cases'),
      loop('next'),
      stop(),
      show('.loop/workflow-state.json'),
      show('.loop/PROGRESS.md'),
    ],
  },
  {
    name: 'errors',
    steps: [
      loop('strat', 'it'),
      loop('status', '--jsno', '--json'),
      start(),
      loop('start', 'Another one'),
      loop('start', 'vague', '--fresh'),
      loop('verify', 'nothing'),
      loop('step', 'done', '9'),
      loop('criterion', 'tick', 'nothing'),
      loop('task', 'complete', '9'),
      loop('review', 'begin'),
      loop('gate'),
      loop('continue', '--run', 'zzz'),
      loop('explain', '--replay', 'nothing.jsonl'),
      loop('start', '--spec-file', 'nothing.md'),
      loop('start', '--budget', 'lots'),
      loop('status', '--project', 'nowhere'),
      loop('pop'),
    ],
  },
];
