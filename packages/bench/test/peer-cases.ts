import type { Case, EarlierEvent, Expected } from '../src/accuracy/case.ts';

// What the tests of other loops promise and ours promises, too, in our own words. `theirs` is their answer where we
// differ on purpose, and `why` the reason. Where a peer has a signal or a file of its own, the case uses ours.

/** One behaviour. */
export interface PeerCase extends Omit<Case, 'why'> {
  readonly theirs?: Expected;
  readonly why?: string;
}

type Given = Omit<PeerCase, 'name' | 'expect' | 'theirs' | 'why'>;

const DONE = '<loop-done>COMPLETE</loop-done>';
const claims = { message: [DONE] };
const works = { message: ['Working on it.'] };
const silent = { loop: null, ...works };
const loopOf = (...names: readonly string[]) => ({
  criteria: names.map((name) => ({ name, check: { command: 'npm test' } })),
});
const TESTS = loopOf('tests');
const passed: EarlierEvent = { verify: { tests: 'pass' } };
const failed: EarlierEvent = { verify: { tests: 'fail' } };
const edited: EarlierEvent = { write: { 'sum.js': 'module.exports = () => 0;\n' } };
const worked: EarlierEvent = { command: { type: 'observe', tools: 1, edits: [], errors: [] } };
const errs = (error: string): EarlierEvent => ({
  command: { type: 'observe', tools: 1, edits: [], errors: [error], hasFailed: true },
});
const refuses = (denials: number): EarlierEvent => ({
  command: { type: 'observe', tools: 1, edits: [], errors: [], denials },
});
const turn = (message: string): EarlierEvent => ({ command: { type: 'stop', message, isContinuing: true } });
/** Through the hook, which compares digests of messages. */
const heard = (message: string): EarlierEvent => ({ stop: { message: [message], isContinuing: true } });
const cancelled: EarlierEvent = { command: { type: 'cancel' } };
const paused: EarlierEvent = { command: { type: 'pause' } };
const resumed: EarlierEvent = { command: { type: 'resume' } };
const again = { stop_hook_active: true };
const stateFile = (fields: object): EarlierEvent => ({
  write: {
    '.loop/state.json': JSON.stringify({
      spec: 'make it so',
      criteria: ['a'],
      criteriaStatus: { a: false },
      exit_signal: false,
      iteration: 1,
      status: 'in_progress',
      ...fields,
    }),
  },
});
const loopFile = (fields: Readonly<Record<string, unknown>>): EarlierEvent => {
  const all = { active: true, mode: 'loop', iteration: 1, max_iterations: 10, ...fields };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}`);
  return { write: { '.claude/idle-loop.local.md': `---\n${lines.join('\n')}\n---\nmake it so\n` } };
};
const block = (...fields: readonly string[]) => ({
  message: ['Report.', '', '---LOOP_STATUS---', ...fields, '---END_STATUS---'],
});
const spends = (usd: number): EarlierEvent => ({
  command: {
    type: 'stop',
    message: 'One.',
    isContinuing: false,
    spent: { from: '', to: '1', usd, tokens: 10 },
  },
});
const task = (command: object): EarlierEvent => ({ command: { type: 'task', ...command } }) as EarlierEvent;
const added = task({ action: 'add', subject: 'one' });
const completed = [
  task({ action: 'claim', id: '1', owner: 'me' }),
  task({ action: 'complete', id: '1', metadata: { note: 'observation: tried' } }),
];
const inWorkflow = { stage: 'executing', score: 8, fitScore: 45 } as const;
const reviewed = (blockers: number): readonly EarlierEvent[] => [
  { command: { type: 'stage', stage: 'review' } },
  { command: { type: 'review', blockers, reviewers: ['reviewer'], looked: ['main..HEAD'] } },
];
const gated: EarlierEvent = { command: { type: 'gate', passed: true } };
const inner: EarlierEvent = {
  command: { type: 'push', frameId: 'inner', spec: 'mend issue 7', mode: 'issue' },
};

const same = (name: string, expect: Expected, given: Given): PeerCase => ({ name, expect, ...given });
const other = (
  name: string,
  [theirs, expect]: readonly [Expected, Expected],
  given: Given,
  why: string,
): PeerCase => ({
  name,
  expect,
  theirs,
  why,
  ...given,
});

/** The rows, by repository. */
export const PEER_CASES: Readonly<Record<string, readonly PeerCase[]>> = {
  'femtomc/idle': [
    same('no state', 'let go', silent),
    same('a session whose loops are all over', 'let go', { before: [cancelled], ...works }),
    same('an abort ends it, whatever is said', 'let go', { before: [cancelled], ...claims }),
    same('a state that is too old', 'let go', { loop: { ttlMs: 1 }, ...works }),
    same('the last allowed iteration is used', 'let go', {
      loop: { limits: { iterations: 1 } },
      before: [turn('One.')],
      ...works,
    }),
    same('one iteration below the limit', 'go on', {
      loop: { limits: { iterations: 3 } },
      before: [turn('One.')],
      ...works,
    }),
    same('the signal ends it', 'end', claims),
    same('no signal, so the iteration is counted and it goes on', 'go on', works),
    same('the signal between other lines', 'end', { message: ['some output', DONE, 'more text'] }),
    same('the signal for used up iterations', 'let go', {
      message: ['<loop-done>MAX_ITERATIONS</loop-done>'],
    }),
    same('the signal for being stuck', 'let go', { message: ['<loop-done>STUCK</loop-done>'] }),
    other(
      'the signal behind two spaces',
      ['go on', 'end'],
      { message: [`  ${DONE}`] },
      'Markdown begins code at four spaces; up to three are layout.',
    ),
    same('the signal in indented code', 'go on', { message: [`    ${DONE}`] }),
    other(
      'the signal in a fence at the first column',
      ['end', 'go on'],
      { message: ['```', DONE, '```'] },
      'A reader sees an example there.',
    ),
    same('text without a signal', 'go on', { message: ['just some output', 'and nothing else'] }),
    same('the signal of an issue', 'end', {
      loop: { mode: 'issue' },
      message: ['<issue-complete>DONE</issue-complete>'],
    }),
    same('no more issues', 'let go', {
      loop: { mode: 'grind' },
      message: ['<grind-done>NO_MORE_ISSUES</grind-done>'],
    }),
    same('the most issues', 'let go', {
      loop: { mode: 'grind' },
      message: ['<grind-done>MAX_ISSUES</grind-done>'],
    }),
    other(
      'an inner loop ends, the outer one has work',
      ['let go', 'go on'],
      { loop: { mode: 'grind' }, before: [inner], message: ['<issue-complete>DONE</issue-complete>'] },
      'The outer loop still has work.',
    ),
    same('a loop file goes on', 'go on', { loop: null, before: [loopFile({})], ...works }),
    same('a loop file at its limit', 'let go', {
      loop: null,
      before: [loopFile({ iteration: 10 })],
      ...works,
    }),
    same('a loop file that is switched off', 'let go', {
      loop: null,
      before: [loopFile({ active: false })],
      ...works,
    }),
    same('a loop file with a word for a number', 'let go', {
      loop: null,
      before: [loopFile({ iteration: 'many' })],
      ...works,
    }),
    same('a loop file that is empty', 'let go', {
      loop: null,
      before: [{ write: { '.claude/idle-loop.local.md': '' } }],
      ...works,
    }),
    same('a state that is no JSON', 'let go', {
      loop: null,
      before: [{ write: { '.loop/state.json': 'not json' } }],
      ...works,
    }),
    same('a state that is empty', 'let go', {
      loop: null,
      before: [{ write: { '.loop/state.json': '' } }],
      ...works,
    }),
    same('the switch of the environment', 'let go', { env: { IDLE_LOOP_DISABLE: '1' }, ...works }),
    same('a review that found issues', 'go on', {
      loop: inWorkflow,
      before: [added, ...completed, ...reviewed(1)],
      ...claims,
    }),
    same('a review that is still to come', 'go on', {
      loop: inWorkflow,
      before: [added, ...completed],
      ...claims,
    }),
    same('a review that approved', 'end', {
      loop: inWorkflow,
      before: [added, ...completed, ...reviewed(0), gated],
      ...claims,
    }),
    same('the same answer again and again lets go', 'let go', {
      before: [heard('No.'), heard('No.')],
      message: ['No.'],
      stop: again,
    }),
    same('files that changed after the proof', 'go on', { loop: TESTS, before: [passed, edited], ...claims }),
    same('a compaction keeps the loop', 'go on', {
      transcript: [{ compaction: [`Summary: ${DONE}`] }],
      ...works,
    }),
  ],
  'frankbria/ralph-claude-code': [
    same('no signals at all', 'go on', works),
    other(
      'three turns that only run tests',
      ['let go', 'go on'],
      {
        before: [worked, turn('Tests 1.'), worked, turn('Tests 2.'), worked],
        message: ['Tests 3.'],
        stop: again,
      },
      'Tests are work; a limit ends a loop that only tests.',
    ),
    same('two turns that only run tests', 'go on', {
      before: [worked, turn('Tests 1.'), worked],
      message: ['Tests 2.'],
      stop: again,
    }),
    other(
      'two messages that say done in prose',
      ['end', 'go on'],
      { before: [worked, turn('All done.'), worked], message: ['The project is complete.'], stop: again },
      'Prose is no claim: half of such words come too early.',
    ),
    same('one message that says done in prose', 'go on', { message: ['All tasks are complete.'] }),
    same('an exit signal with everything proved', 'end', {
      loop: TESTS,
      before: [passed],
      ...block('EXIT_SIGNAL: true'),
    }),
    same('words of completion, and an exit signal of false', 'go on', {
      ...block('STATUS: COMPLETE', 'EXIT_SIGNAL: false'),
    }),
    same('words of completion without an exit signal', 'go on', { ...block('STATUS: COMPLETE') }),
    same('an exit signal that is neither true nor false', 'go on', { ...block('EXIT_SIGNAL: maybe') }),
    same('an exit signal without proof', 'go on', { loop: TESTS, ...block('EXIT_SIGNAL: true') }),
    same('an empty status block', 'go on', { ...block() }),
    same('a status block in a fence', 'go on', {
      message: ['```', '---LOOP_STATUS---', 'EXIT_SIGNAL: true', '---END_STATUS---', '```'],
    }),
    same('a status block without its end', 'go on', { message: ['---LOOP_STATUS---', 'EXIT_SIGNAL: true'] }),
    same('an exit signal outside of a block', 'go on', { message: ['EXIT_SIGNAL: true'] }),
    same('five turns with an exit signal of false', 'go on', {
      before: [1, 2, 3, 4].flatMap((n) => [worked, turn(`Part ${n}.`)]).concat(worked),
      ...block('EXIT_SIGNAL: false'),
      stop: again,
    }),
    same('the last of two blocks counts', 'go on', {
      message: [
        '---LOOP_STATUS---',
        'EXIT_SIGNAL: true',
        '---END_STATUS---',
        '',
        '---LOOP_STATUS---',
        'EXIT_SIGNAL: false',
        '---END_STATUS---',
      ],
    }),
    same('the plan has open items', 'go on', { before: [added], ...claims }),
    other(
      'every item of the plan is ticked, and nothing is claimed',
      ['end', 'go on'],
      { before: [added, ...completed], ...works },
      'A plan that is done is no claim that the work is.',
    ),
    same('every item of the plan is ticked and claimed', 'end', { before: [added, ...completed], ...claims }),
    same('a checkbox in the message is no plan', 'end', {
      message: ['- [ ] 2026-01-29 noted', '- [NOTE] later', '', DONE],
    }),
    same('two calls were refused', 'let go', { before: [refuses(2)], ...works }),
    same('no call was refused', 'go on', { before: [worked], ...works }),
    same('one call was refused', 'go on', { before: [refuses(1)], ...works }),
    same('three turns without progress open the breaker', 'let go', {
      before: [turn('One.'), turn('Two.'), turn('Three.')],
      message: ['Four.'],
      stop: again,
    }),
    same('progress closes the breaker', 'go on', {
      before: [turn('One.'), turn('Two.'), worked],
      message: ['Three.'],
      stop: again,
    }),
    same('the same error in turn after turn', 'let go', {
      before: [errs('E1'), turn('One.'), errs('E1'), turn('Two.'), errs('E1')],
      message: ['Three.'],
      stop: again,
    }),
    same('another error each turn', 'go on', {
      before: [errs('E1'), turn('One.'), errs('E2'), turn('Two.'), errs('E3')],
      message: ['Three.'],
      stop: again,
    }),
    same('the word error in good output is no error', 'go on', {
      before: [worked, turn('is_error: false'), worked, turn('0 errors'), worked],
      message: ['no error left'],
      stop: again,
    }),
    same('signals of a turn before don’t end this one', 'go on', {
      transcript: [{ prompt: ['begin'] }, { reply: [DONE] }, { prompt: ['go on'] }],
      ...works,
    }),
    same('a claim in the output of a tool', 'go on', {
      transcript: [{ tool: 'Bash', input: { command: 'cat log' }, gave: [DONE] }],
      ...works,
    }),
    other(
      'the record of the loop is gone',
      ['go on', 'let go'],
      { before: [{ remove: '.loop' }], ...works },
      'Removing the folder is how a user leaves.',
    ),
    other(
      'a record that is no JSON',
      ['go on', 'let go'],
      { loop: null, before: [{ write: { '.loop/state.json': '{"spec": ' } }], ...works },
      'In doubt nobody is held.',
    ),
    same('an open breaker stays open', 'let go', {
      before: [turn('One.'), turn('Two.'), turn('Three.'), turn('Four.')],
      ...claims,
    }),
    same('a reset breaker counts anew', 'go on', {
      before: [turn('One.'), turn('Two.'), turn('Three.'), turn('Four.'), resumed, worked],
      message: ['Five.'],
    }),
  ],
  'Yeachan-Heo/oh-my-claudecode': [
    same('no mode is active', 'let go', silent),
    same('an active mode holds', 'go on', works),
    same('a cancel is respected', 'let go', { before: [cancelled], ...works }),
    same('a cancel wins against a claim', 'let go', { before: [turn('One.'), cancelled], ...claims }),
    same('a state that was deleted is not written back', 'let go', {
      before: [turn('One.'), { remove: '.loop' }],
      ...works,
    }),
    same('another session’s state does not hold', 'let go', { stop: { session_id: 'foreign' }, ...works }),
    same('a state without a session is adopted by the session that stops', 'go on', {
      loop: null,
      before: [stateFile({})],
      ...works,
    }),
    same('the own session’s state holds', 'go on', { before: [worked], ...works }),
    same('the switch of the environment bypasses everything', 'let go', {
      env: { LOOP_DISABLE: '1' },
      ...works,
    }),
    same('the hard maximum ends it', 'let go', {
      loop: { limits: { iterations: 2 } },
      before: [worked, turn('One.'), worked, turn('Two.'), worked],
      message: ['Three.'],
      stop: again,
    }),
    other(
      'a soft maximum',
      ['go on', 'let go'],
      {
        loop: { limits: { iterations: 1 } },
        before: [worked, turn('One.'), worked],
        message: ['Two.'],
        stop: again,
      },
      'A limit that the user set is not extended by itself; the loop pauses.',
    ),
    same('all stories are done, and nobody approved', 'go on', {
      loop: inWorkflow,
      before: [added, ...completed],
      ...claims,
    }),
    same('all stories are done and approved', 'end', {
      loop: inWorkflow,
      before: [added, ...completed, ...reviewed(0), gated],
      ...claims,
    }),
    same('an approval that is only quoted', 'go on', {
      loop: inWorkflow,
      before: [added, ...completed],
      message: ['> The reviewer approves everything.', '', DONE],
    }),
    same('an earlier approval does not count after a change', 'go on', {
      loop: TESTS,
      before: [passed, turn('Story one.'), edited],
      ...claims,
    }),
    same('one of two stories is done', 'go on', { before: [added, added, ...completed], ...claims }),
    same('a background shell is running', 'let go', {
      stop: {
        background_tasks: [{ id: 'b', type: 'shell', status: 'running', description: 'd', command: 'c' }],
      },
      ...works,
    }),
    same('a background agent is running', 'let go', {
      stop: { background_tasks: [{ id: 'b', type: 'subagent', status: 'running', description: 'd' }] },
      ...works,
    }),
    same('background work that is over', 'go on', {
      stop: {
        background_tasks: [{ id: 'b', type: 'shell', status: 'completed', description: 'd', command: 'c' }],
      },
      ...works,
    }),
    same('a wake-up is scheduled', 'let go', {
      stop: { session_crons: [{ id: 'c', schedule: '* * * * *', recurring: false, prompt: 'go' }] },
      ...works,
    }),
    same('an ordinary end of a turn', 'go on', { stop: { stop_reason: 'end_turn' }, ...works }),
    same('a mode that waits for a confirmation', 'let go', {
      loop: { shape: 'colleague' },
      message: ['Shall I?'],
    }),
    same('a mode that is paused', 'let go', { before: [paused], ...works }),
    same('a mode that is resumed', 'go on', { before: [paused, resumed], ...works }),
    same('a mode whose state is stale', 'let go', { loop: { ttlMs: 1 }, ...works }),
    same('a state that says completed', 'let go', {
      loop: null,
      before: [stateFile({ status: 'completed' })],
      ...works,
    }),
    same('a state that says cancelled', 'let go', {
      loop: null,
      before: [stateFile({ status: 'cancelled' })],
      ...works,
    }),
    same('a state with an unknown status', 'let go', {
      loop: null,
      before: [stateFile({ status: 'dreaming' })],
      ...works,
    }),
    same('a pipeline with work left', 'go on', { loop: inWorkflow, before: [added], ...works }),
    same('a pipeline whose tasks are done still waits for its verifier', 'go on', {
      loop: inWorkflow,
      before: [added, ...completed, ...reviewed(0)],
      ...claims,
    }),
    same('too many reminders without any effect', 'let go', {
      before: [turn('a'), turn('b'), turn('c')],
      message: ['d'],
      stop: again,
    }),
    same('three turns of thinking alone', 'let go', {
      before: [turn('hm'), turn('hmm'), turn('hmmm')],
      message: ['hmmmm'],
      stop: again,
    }),
    same('a tool ends the row of turns of thinking', 'go on', {
      before: [turn('hm'), turn('hmm'), worked, turn('Edited.')],
      message: ['Next.'],
      stop: again,
    }),
    same('the transcript is missing', 'go on', works),
    same('the transcript is garbage', 'go on', { transcript: [{ line: { no: 'entry' } }], ...works }),
    same('a compaction in the middle of a plan', 'go on', {
      before: [added],
      transcript: [{ compaction: ['Summary.'] }],
      ...works,
    }),
  ],
  'mikeyobrien/ralph-orchestrator': [
    same('the last iteration is used', 'let go', {
      loop: { limits: { iterations: 1 } },
      before: [turn('One.')],
      ...works,
    }),
    same('the budget is used', 'let go', {
      loop: { limits: { budgetUsd: 1 } },
      before: [spends(2)],
      ...works,
    }),
    same('the budget is not used', 'go on', {
      loop: { limits: { budgetUsd: 5 } },
      before: [spends(2)],
      ...works,
    }),
    same('the promise is kept', 'end', claims),
    same('the promise, and pending tasks', 'go on', { before: [added], ...claims }),
    same('the promise after a list with open boxes', 'end', { message: ['- [ ] maybe later', '', DONE] }),
    same('the promise in an event', 'go on', { message: [`<event topic="done">${DONE}</event>`] }),
    same('the promise outside of an event', 'end', { message: ['<event topic="done">x</event>', '', DONE] }),
    same('the promise in a sentence', 'go on', { message: [`I will say ${DONE} later.`] }),
    other(
      'a word after the promise',
      ['go on', 'end'],
      { message: [DONE, '', 'Thank you.'] },
      'A closing remark takes nothing back.',
    ),
    same('the promise with blank lines after it', 'end', { message: [DONE, '', '  ', ''] }),
    same('their own promise', 'go on', { message: ['LOOP_COMPLETE'] }),
    same('the promise of a worker', 'let go', {
      stop: { agent_id: 'builder', hook_event_name: 'SubagentStop' },
      ...claims,
    }),
    same('a loop that is blocked with the same words', 'let go', {
      before: [heard('Blocked.'), heard('Blocked.')],
      message: ['Blocked.'],
      stop: again,
    }),
    same('other words each time', 'go on', {
      before: [heard('Blocked.'), worked, turn('Tried.')],
      message: ['Blocked.'],
      stop: again,
    }),
    same('one topic again and again, with work between', 'go on', {
      before: [worked, turn('Task done: 1'), worked, turn('Task done: 2'), worked],
      message: ['Task done: 3'],
      stop: again,
    }),
    same('one error in turn after turn', 'let go', {
      before: [errs('E'), turn('a'), errs('E'), turn('b'), errs('E')],
      message: ['c'],
      stop: again,
    }),
    same('a success between errors', 'go on', {
      before: [errs('E'), turn('a'), worked, turn('b'), errs('E')],
      message: ['c'],
      stop: again,
    }),
    same('a required event is missing', 'go on', {
      loop: loopOf('tests', 'review'),
      before: [passed],
      ...claims,
    }),
    same('all required events are there', 'end', {
      loop: loopOf('tests', 'review'),
      before: [{ verify: { tests: 'pass', review: 'pass' } }],
      ...claims,
    }),
    same('required events are remembered over iterations', 'end', {
      loop: loopOf('tests', 'review'),
      before: [passed, turn('One.'), { verify: { review: 'pass' } }],
      ...claims,
    }),
    same('nothing is required', 'end', { loop: { criteria: [] }, ...claims }),
    same('a cancel asks for no event', 'let go', { loop: TESTS, before: [cancelled], ...works }),
    same('a cancel before a promise', 'let go', { loop: TESTS, before: [passed, cancelled], ...claims }),
    same('evidence that all passes', 'end', { loop: TESTS, before: [passed], ...claims }),
    same('evidence with one failure', 'go on', {
      loop: loopOf('tests', 'lint'),
      before: [{ verify: { tests: 'pass', lint: 'fail' } }],
      ...claims,
    }),
    same('no evidence', 'go on', { loop: TESTS, ...claims }),
    other(
      'evidence in the agent’s own words',
      ['end', 'go on'],
      { loop: TESTS, message: ['tests: pass, lint: pass, typecheck: pass', '', DONE] },
      'The word of an agent is a claim, not a proof.',
    ),
    same('evidence from before the last failure', 'go on', {
      loop: TESTS,
      before: [passed, edited, failed],
      ...claims,
    }),
    same('the place of work is gone', 'let go', { before: [{ remove: '.loop' }], ...claims }),
    same('a stop is requested by hand', 'let go', { before: [paused], ...works }),
  ],
  'bodecloud/goal-loop': [
    same('no active goal', 'let go', silent),
    other(
      'the verifier passes, and nothing is claimed',
      ['end', 'go on'],
      { loop: TESTS, before: [passed], ...works },
      'A check may pass before the work is whole; somebody must claim it.',
    ),
    same('the verifier passes and it is claimed', 'end', { loop: TESTS, before: [passed], ...claims }),
    same('the verifier fails', 'go on', { loop: TESTS, before: [failed], ...claims }),
    same('the limit of iterations aborts without a word to go on', 'let go', {
      loop: { ...TESTS, limits: { iterations: 1 } },
      before: [failed, turn('One.')],
      ...works,
    }),
    same('a paused goal runs no check', 'let go', { loop: TESTS, before: [paused], ...claims }),
    same('a goal that is paused twice', 'let go', { before: [paused, turn('One.')], ...works }),
    same('a resumed goal goes on at its iteration', 'go on', {
      loop: { limits: { iterations: 3 } },
      before: [turn('One.'), paused, resumed],
      ...works,
    }),
    other(
      'a resumed goal at its limit',
      ['let go', 'go on'],
      { loop: { limits: { iterations: 1 } }, before: [turn('One.'), paused, resumed], ...works },
      'Who resumes a loop grants its used iterations once more.',
    ),
    same('three failures alike', 'let go', {
      before: [errs('same'), turn('a'), errs('same'), turn('b'), errs('same')],
      message: ['c'],
      stop: again,
    }),
    same('two failures alike, then another', 'go on', {
      before: [errs('x'), turn('a'), errs('x'), turn('b'), errs('y')],
      message: ['c'],
      stop: again,
    }),
    same('failed, then passed', 'end', { loop: TESTS, before: [failed, edited, passed], ...claims }),
    same('an aborted goal', 'let go', { loop: TESTS, before: [cancelled], ...claims }),
    same('a state with a negative counter', 'let go', {
      loop: null,
      before: [stateFile({ iteration: -1 })],
      ...works,
    }),
    same('a state without optional fields', 'go on', { loop: null, before: [stateFile({})], ...works }),
  ],
};
