import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRun, startRun } from '@loopwright/store';
import { describe, expect, test } from 'vitest';
import { createLoop, createProject } from '../../support/in-process.ts';
import { createProject as createBuiltProject, type Project } from '../../support/project.ts';

/** Five dimensions, two points each. */
const CLEAR =
  'POST /api/auth/token answers in p95 under 100 ms. No new dependencies, the public API stays. ' +
  'All tests pass and `npm run lint` is clean. Done when the pull request is merged to main.';

/** A project whose run is a draft of these words, as the client opens it on /loop:start or another command. */
function draft(text: string, project = createProject(), mode?: 'grind'): Project {
  const { path: root, session } = project;
  const started = startRun(
    { root, sessionId: session },
    {
      type: 'draft',
      at: Date.now(),
      runId: 'run-of-draft',
      session,
      frameId: 'f',
      spec: text,
      ...(mode && { mode }),
    },
  );
  if (started.status !== 'started') throw new Error(started.status);
  started.opened.close();
  return project;
}

function specOf(project: Project): string | undefined {
  const opened = openRun({ root: project.path, sessionId: project.session });
  if (opened.status !== 'open') return undefined;
  opened.close();
  return opened.run.frames[0]?.spec;
}

describe('a spec that is clear enough', () => {
  test('starts the loop, explains its score, and names the next command', async () => {
    const project = createProject();
    const flags = ['--criteria', 'docs updated', '--check=tests=npm test', '--steps', 'Measure; Cache it'];
    const { code, stdout } = await project.loop(['start', CLEAR, ...flags]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\[LOOP\] Starting \| Shape: Tool \(\d+\/10\) \| Steps: 2 \| Budget: \$25\n/);
    expect(stdout).toContain('- Outcome: 2 (');
    expect(stdout).toContain('[LOOP] Iteration 1/10 | Cost: $0.00/$25 | Step: Measure');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Next: loop step done  # once this is done: Measure');
    const { run, criteria } = await project.json('status');
    const limits = { iterations: 10, budgetUsd: 25 };
    expect(run?.frames[0]).toMatchObject({ spec: CLEAR, shape: 'tool', limits });
    expect(criteria.map(({ name, state }) => [name, state])).toEqual([
      ['docs updated', 'unmet'],
      ['tests', 'unchecked'],
    ]);
  });

  test('seed 000: takes the criteria and steps that stand in the user’s text, says so, and keeps them the user’s', async () => {
    const project = draft(`${CLEAR}\nSuccess criteria: docs updated; login works\nSteps: read it; mend it`);
    const { stdout } = await project.loop(['start', '--check=docs updated=true', '--steps', 'test it']);
    expect(stdout).toContain('Taken from the text: criteria "docs updated", "login works".');
    expect(stdout).toContain('Taken from the text: steps "read it", "mend it".');
    const { run } = await project.json('status');
    expect(run?.frames[0]).toMatchObject({
      criteria: [
        { name: 'docs updated', by: 'user', check: expect.anything() },
        { name: 'login works', by: 'user' },
      ],
      steps: [{ name: 'read it' }, { name: 'mend it' }, { name: 'test it' }],
    });
    expect((await project.loop(['criterion', 'remove', 'login works', '--reason', 'no'])).code).not.toBe(0);
  });

  test('offers the checks that a plan names, which count once the user approves them', async () => {
    const plan =
      '## Verification\n1. `npm test` and `npx tsc --noEmit`\n2. `npm run seed`\n3. The menu closes on Esc';
    const project = draft(`${CLEAR}\n\n${plan}`);
    project.write('package.json', '{ "scripts": { "seed": "rm -rf data", "test": "node --test" } }');
    const { stdout } = await project.loop(['start', '--check=my types=npx tsc --noEmit']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'The text offers checks: tests (npm test), my types (npx tsc --noEmit). They run and count once the user types /loop:approve; tell them.',
    );
    const before = await project.json('status');
    expect(before.criteria.map(({ name }) => name)).toEqual([
      '`npm run seed`',
      'The menu closes on Esc',
      'my types',
    ]);
    expect((await project.loop(['status'])).stdout).toContain('Offered');
    const { run } = await project.json('approve', ['tests'], { session: null });
    expect(run.frames[0]?.criteria.at(-1)).toMatchObject({
      name: 'tests',
      by: 'user',
      check: { command: 'npm test', by: 'user' },
    });
    expect((await project.loop(['status'])).stdout).not.toContain('Offered');
  });

  test('names weak checks', async () => {
    const project = createProject();
    project.write(
      'package.json',
      '{ "scripts": { "test": "echo \\"Error: no test specified\\" && exit 1" } }',
    );
    const checks = ['a=true', 'b=npm test', 'c=node a.js'].flatMap((check) => ['--check', check]);
    const { notices } = await project.json('start', [CLEAR, ...checks]);
    expect(notices.filter((line: string) => line.startsWith('Weak check:'))).toEqual([
      'Weak check: a (true) always passes.',
      'Weak check: b (npm test) runs no test.',
    ]);
  });

  test('seed 000: what is unclear in the text is not guessed, and the start says so', async () => {
    const project = draft(`${CLEAR}\nSuccess criteria: docs updated, login works`);
    const { run, notices } = await project.json('start', ['--check=tests=true']);
    expect(notices.join()).toContain('The criteria in the text are no clear list, so none was taken');
    expect(run.frames[0]?.criteria.map(({ name }) => name)).toEqual(['tests']);
  });
});

describe('the shape of a start', () => {
  const TASK = 'make the login tests pass';
  const README = `${TASK} --check "tests=npm test"`;
  const ALONE = 'Works alone until tests pass';
  const ASKS = 'Asks you after each iteration; to let it work alone: /loop:continue --shape tool';
  /** The announced shape, and the sentence about it. */
  const shapeOf = async (typed: string, claude: readonly string[] = [], project = createProject()) => {
    const { stdout } = await draft(typed, project).loop(['start', ...claude]);
    const sentence = stdout.split('\n').find((line) => /^(?:Works alone|Asks you)/.test(line));
    return [/Shape: ([^|]*?) \|/.exec(stdout)?.[1] ?? stdout, sentence];
  };

  test.each<[string, string, readonly string[], readonly [string, string]]>([
    ['seed 002: the fit of a check that the user typed', README, [], ['Tool (6/10, fit 40)', ALONE]],
    [
      'seed 002: a lower fit',
      'mend the login --check "tests=npm test"',
      [],
      ['Tool-with-review (5/10, fit 35)', ALONE],
    ],
    ['the shape that the user typed', `${README} --shape colleague`, [], ['Colleague (6/10)', ASKS]],
    [
      'the shape that the user typed, with a check of Claude',
      `${TASK} --shape tool`,
      ['--check=tests=npm test'],
      ['Tool (6/10)', ALONE],
    ],
    [
      'seed 003: the score, for a weak check',
      `${TASK} --check "tests=test -f done.txt"`,
      [],
      ['Colleague (6/10)', ASKS],
    ],
    ['attack: no check of Claude', TASK, ['--check=tests=npm test'], ['Colleague (6/10)', ASKS]],
    [
      'attack: no check of Claude for a criterion of the user',
      `${TASK} --criteria "tests"`,
      ['--check=tests=npm test'],
      ['Colleague (6/10)', ASKS],
    ],
    [
      'attack: no shape of Claude',
      `${TASK} --check "tests=true"`,
      ['--check=more=npm test', '--shape=tool'],
      ['Colleague (7/10)', ASKS],
    ],
    [
      'attack: no fit from what Claude adds',
      'mend the login --check "tests=npm test"',
      ['--check=more=npm run lint', '--steps=mend src/login.js', '--iterations=2'],
      ['Tool-with-review (8/10, fit 35)', 'Works alone until tests, more pass'],
    ],
  ])('is decided by %s', async (_what, typed, claude, expected) => {
    expect(await shapeOf(typed, claude)).toEqual(expected);
  });

  test.each([
    ['typed', `${TASK} --check tests`, []],
    ['named by Claude', TASK, ['--check', 'tests']],
  ])('a check of the config, %s, counts once the user agreed to it', async (_, typed, claude) => {
    const [open, agreed] = [createProject(), createProject()];
    for (const one of [open, agreed]) one.write('loop.config.json', '{"checks": {"tests": "npm test"}}');
    expect(await shapeOf(typed, claude, open)).toEqual(['Colleague (6/10)', ASKS]);
    await agreed.loop(['config', 'agree', 'tests'], { session: null });
    expect(await shapeOf(typed, claude, agreed)).toEqual(['Tool (6/10, fit 40)', ALONE]);
  });
});

test.each([
  ['', 'By default: 10 iterations, $25; more: /loop:continue --iterations=N --budget=N'],
  ['--iterations=3', 'Asked for: 3 iterations (yours). By default: $25; more: /loop:continue --budget=N'],
  [
    '--iterations=80 --budget=5',
    'Asked for: 50 iterations (yours), $5 (yours) Iterations: 80 was asked for, 50 is the most there can be here. Only --iterations=unlimited goes beyond.',
  ],
])('the start names its limits in one line, with the words that raise a default: %s', async (flags, line) => {
  const { stdout } = await draft(`${CLEAR} ${flags}`).loop(['start', '--check=tests=npm test']);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`) ${line} [LOOP]`);
});

describe('points that Claude gives', () => {
  const POINTS = ['--score=outcome=2:the issue lists each case', '--score=scope=2:all of it is in src/a.js'];

  test('stand beside those of the scorer, with the reason, at the start and in the status', async () => {
    const project = createProject();
    const { code, stdout } = await project.loop(['start', 'make it nicer', '--check', 'a=true', ...POINTS]);
    expect(code).toBe(0);
    expect(stdout).toContain("- Outcome: 2 (Claude's: the issue lists each case; the scorer: 1)");
    // Two points in all.
    expect(stdout).toContain("- Scope: 1 (Claude's asked for 2: all of it is in src/a.js; the scorer: 0)");
    expect(stdout).toContain('Shape: Colleague (6/10)');
    const status = (await project.loop(['status'])).stdout;
    expect(status).toContain("outcome 2 (Claude's; the scorer: 1): the issue lists each case");
    expect(status).toContain("scope 1, not 2 (Claude's; the scorer: 0): all of it is in src/a.js");
  });

  test('start nothing that is vague, and take no check-ins away', async () => {
    const project = createProject();
    expect((await project.loop(['start', 'make it nicer', ...POINTS])).code).toBe(5);
    const check = ['--check', 'a=true', '--budget', '5'];
    const { stdout } = await project.loop(['start', 'make the login tests pass', ...check, ...POINTS]);
    expect(stdout).toContain('Shape: Colleague (8/10)');
    await project.loop(['cancel']);
    const workflow = await project.loop(['start', 'add dark mode', '--workflow', ...POINTS]);
    expect(workflow.stdout).toContain('Shape: Colleague');
    await project.loop(['task', 'shape', '--score', '9', '--fit', '75']);
    expect((await project.json('status')).run?.frames[0]).toMatchObject({
      shape: 'colleague',
      workflow: { stage: 'intent' },
    });
  });

  test('give way to those that the user typed, and to the shape that the user typed', async () => {
    const project = draft('make the login tests pass --score "outcome=1:it is a wish" --shape=colleague');
    const { stdout } = await project.loop(['start', '--check', 'a=true', '--shape', 'tool', ...POINTS]);
    expect(stdout).toContain('- Outcome: 1 (yours: it is a wish; the scorer: 2)');
    expect(stdout).toContain('The outcome keeps the points that the user gave it: 1.');
    expect(stdout).toContain('Shape: Colleague');
    const { run } = await project.json('status');
    const refused = run?.frames[0]?.amendments?.map(({ subject }) => subject);
    expect(refused).toEqual(['--score outcome=2', '--shape tool']);
  });

  test.each([
    ['outcom=2:x', 'did you mean outcome?'],
    ['outcome=3:x', 'each has 0 to 2 points'],
    ['outcome=2', 'Without a reason'],
    ['outcome=2: ', 'Without a reason'],
  ])('need a dimension, 0 to 2 points, and a reason: "%s"', async (typed, said) => {
    const { code, stderr } = await createProject().loop(['start', 'x', '--score', typed]);
    expect([code, stderr]).toEqual([64, expect.stringContaining(said)]);
  });
});

describe('a spec that is not clear enough', () => {
  test('starts nothing, asks questions, and ends with 5, also for programs in a headless session', async () => {
    const project = createProject();
    const { code, stdout } = await project.loop(['start', 'make', 'it', 'better']);
    expect(code).toBe(5);
    expect(stdout).toContain('a loop needs 5. Nothing was started.');
    expect(stdout).toContain('Ask the user:\n- ');
    const env = { CLAUDE_CODE_SESSION_ATTENDED: '0' };
    expect(await project.json('start', ['make it better'], { env })).toMatchObject({
      ok: false,
      score: { total: expect.any(Number) },
      next: "loop start 'the clarified spec'",
    });
    expect(existsSync(project.at('.loop'))).toBe(false);
  });

  test('starts by force, with a check-in after each iteration, and says that only words will end it', async () => {
    const { stdout } = await createProject().loop(['start', 'make it better', '--force']);
    expect(stdout).toContain('Shape: Colleague');
    expect(stdout).toContain('No criteria: only Claude’s word will end this loop.\n');
  });

  test('starts as a grind: without words it takes every issue, and it works alone', async () => {
    const project = draft('--budget=20 --issues=2 --iterations=20', createProject(), 'grind');
    const { run } = await project.json('start', ['--mode', 'grind', '--steps', 'issue 1; issue 2']);
    expect(run.frames[0]).toMatchObject({
      spec: 'Work through the open issues, one after the other.',
      shape: 'tool',
      issues: { most: 2 },
      limits: { budgetUsd: 20, iterations: 20 },
    });
    const words = 'start --mode grind --issues=2 --force -- every issue';
    const { stdout } = await createProject().line(words, { by: 'user' });
    expect(stdout).toContain('Works alone until 2 issues ended; iterations for each: 10\n');
    expect((await createProject().line('start --issues=2 -- every issue')).code).toBe(64);
    // Claude's word for a grind takes no check-in away.
    const asked = await draft('make it better --force').json('start', ['--mode', 'grind']);
    expect(asked.run.frames[0]).toMatchObject({ mode: 'grind', shape: 'colleague' });
  });
});

describe('the spec stays word for word', () => {
  const nasty = `It's "quoted" $(touch pwned) \`id\` \\n %s 🙂 раss\n\ttabs\u0007 and\u202e bells\n\n- [ ] {{7*7}}\r\nend `;

  test.each<readonly [string, readonly string[], { readonly input?: string }]>([
    ['words', [nasty], {}],
    ['standard input', ['-'], { input: nasty }],
    ['a file', ['--spec-file', 'docs/SPEC.md'], {}],
  ])('from %s', async (_where, args, options) => {
    const project = createProject();
    project.write('docs/SPEC.md', nasty);
    expect((await project.loop(['start', '--force', ...args], options)).code).toBe(0);
    expect(specOf(project)).toBe(nasty);
    expect(existsSync(project.at('pwned'))).toBe(false);
  });

  test('from the draft that the client opened, without the flags at its ends', async () => {
    const project = draft(`--iterations=3 --check "tests=npm test" ${nasty.trim()} --budget 7`);
    const { code, stderr } = await project.loop(['start', '--force', '--steps', 'a']);
    expect([code, stderr]).toEqual([0, '']);
    const { run } = await project.json('status');
    expect(run).toMatchObject({ id: 'run-of-draft', status: 'active' });
    expect(run?.frames[0]).toMatchObject({
      spec: nasty.trim(),
      limits: { iterations: 3, budgetUsd: 7 },
      criteria: [{ name: 'tests', check: { command: 'npm test' } }],
      steps: [{ name: 'a', isDone: false }],
    });
  });

  test.each<readonly [string, string | Buffer, string]>([
    ['bytes that are no text', Buffer.from([0x66, 0xff, 0xfe]), 'no UTF-8 text'],
    ['a NUL', 'a\0b', 'NUL'],
    ['more than a record takes', 'x'.repeat(400_000), 'too large for one record'],
  ])('refuses %s, and starts nothing', async (_what, input, said) => {
    const project = createProject();
    const { code, stderr } = await project.loop(['start', '--force', '-'], { input });
    expect([code, stderr]).toEqual([64, expect.stringContaining(said)]);
    const runs = project.at('.loop/runs');
    expect(existsSync(runs) ? readdirSync(runs) : []).toEqual([]);
  });
});

describe('the draft of the client', () => {
  test("gives way to flags of the user's own command line", async () => {
    const project = draft('Do the work --budget=5 --iterations=7');
    const answer = await project.json('start', ['--force', '--budget', '9'], { by: 'user' });
    const frame = { spec: 'Do the work', limits: { budgetUsd: 9, iterations: 7 } };
    expect(answer).toMatchObject({ run: { frames: [frame] } });
  });

  test("keeps the user's criteria and checks, with Claude's on top", async () => {
    const project = draft(`${CLEAR} --criteria "docs; notes" --check "tests=npm test"`);
    const checks = ['--check=always=true', '--check=tests=true', '--check=docs=test -f docs'];
    const answer = await project.json('start', [...checks, '--criteria=more']);
    expect(answer.notices).toEqual([
      '"tests" keeps the check that the user asked for: npm test',
      'Weak check: docs (test -f docs) only looks for a file.',
      'Weak check: always (true) always passes.',
    ]);
    expect(answer.run.frames[0]?.criteria).toMatchObject([
      { name: 'docs', by: 'user', check: { command: 'test -f docs' } },
      { name: 'notes', by: 'user' },
      { name: 'tests', by: 'user', check: { command: 'npm test', by: 'user' } },
      { name: 'more' },
      { name: 'always', check: { command: 'true' } },
    ]);
    const { stdout } = await project.loop(['status']);
    expect(stdout).toMatch(/· not run +yours +tests/);
    expect(stdout).toMatch(/· not run +yours, Claude's check +docs/);
    expect(stdout).toMatch(/– not met +Claude's +more/);
  });

  test('is the user word in full where the user starts it in a terminal of their own', async () => {
    const flags = ['--check=tests=npm test', '--session=session-1'];
    const { run } = await draft(CLEAR).json('start', flags, { session: null });
    expect(run.frames[0]).toMatchObject({ criteria: [{ by: 'user', check: { by: 'user' } }] });
  });

  test('can not be dropped by Claude with a new start after a cancel', async () => {
    const project = draft(`${CLEAR} --check "tests=npm test"`);
    await project.loop(['start']);
    const fresh = await project.loop(['start', CLEAR, '--check=tests=true', '--fresh']);
    expect([fresh.code, fresh.stdout]).toEqual([1, expect.stringContaining('nothing was started')]);
    await project.loop(['cancel', 'wrong']);
    const dropped = await project.json('start', [CLEAR, '--check=tests=true']);
    const run = { frames: [{ amendments: [{ what: 'removed', subject: 'tests' }] }] };
    expect(dropped).toMatchObject({
      notices: [expect.anything(), expect.stringContaining('Contract changed by Claude: removed "tests".')],
      run,
    });
    await project.loop(['cancel', 'wrong']);
    expect(await project.json('start', [CLEAR, '--check=tests=npm test'])).toMatchObject({ run });
  });

  test.each([
    ['fix it', `fix it\n\nClarified by Claude:\n${CLEAR}`],
    ['answers in p95 under 100 ms', CLEAR],
  ])("keeps the user's words, with Claude's below them unless they hold those: %s", async (typed, spec) => {
    const answer = await draft(`${typed} --budget=5`).json('start', [CLEAR]);
    expect(answer).toMatchObject({ run: { frames: [{ spec, limits: { budgetUsd: 5 } }] } });
  });

  test('stays a draft when it is not clear enough, so that it can be clarified', async () => {
    const project = draft('fix it');
    const { code, stdout } = await project.loop(['start']);
    expect([code, stdout]).toEqual([5, expect.stringContaining('the user types /loop:start --force')]);
    expect((await project.json('status')).run?.status).toBe('draft');
    expect((await project.loop(['start', CLEAR])).code).toBe(0);
  });

  test('with a mistyped flag is refused with a suggestion', async () => {
    const project = draft('--iteratons=3 Do the work');
    const { code, stderr } = await project.loop(['start', '--force']);
    const said = 'After /loop:start: There is no flag --iteratons; did you mean --iterations?';
    expect([code, stderr]).toEqual([64, expect.stringContaining(said)]);
    expect((await project.json('status')).run?.status).toBe('draft');
  });
});

describe('a session with a loop', () => {
  test('keeps the one that is open, and tells the user how to go on or to end it', async () => {
    const project = await createLoop();
    const { code, stdout } = await project.loop(['start', '--force', 'something else'], { by: 'user' });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/loop next[^]*loop start --fresh/)]);
    expect(specOf(project)).toBe('Do the work');
  });

  test('puts one that is over into the archive and starts afresh', async () => {
    const project = await createLoop();
    const { run } = await project.json('cancel');
    expect((await project.loop(['start', '--force', 'something else'])).code).toBe(0);
    expect(specOf(project)).toBe('something else');
    expect(readdirSync(project.at('.loop/archive', run.id))).toContain('summary.md');
  });
});

describe('flags of start', () => {
  test.each<readonly [string, readonly string[], string]>([
    ['unknown', [CLEAR, '--bugdet=5'], 'There is no flag --bugdet; did you mean --budget?'],
    ['for a spec in a file beside one in words', ['b', '--spec-file', 'a'], 'not in both: "b"'],
    ['for a file that is not there', ['--spec-file', 'missing'], 'could not be read: ENOENT'],
    ['left out, with the spec', [], 'It is not said what is to be done.'],
    ['for another project that is not there', [CLEAR, '--project', 'gone'], 'could not be found'],
  ])('that are %s start nothing', async (_what, args, said) => {
    const project = createProject();
    project.write('a', 'a');
    const { code, stderr } = await project.loop(['start', ...args]);
    expect([code, stderr]).toEqual([64, expect.stringContaining(said)]);
    expect(existsSync(project.at('.loop'))).toBe(false);
  });

  test('set the limits, the mode and the shape', async () => {
    const limits = ['--iterations=unlimited', '--budget=none', '--minutes=90', '--tokens=5000'];
    const flags = [...limits, '--ttl=4h', '--mode=grind', '--shape=tool-review'];
    const { run } = await createProject().json('start', [CLEAR, ...flags], { by: 'user' });
    expect(run.ttlMs).toBe(14_400_000);
    expect(run.frames[0]).toMatchObject({
      mode: 'grind',
      shape: 'tool-review',
      limits: { iterations: null, budgetUsd: null, timeMs: 5_400_000, budgetTokens: 5000 },
    });
  });
});

describe('where a loop starts', () => {
  test('a folder of loops further up takes nothing in', async () => {
    const project = createProject();
    mkdirSync(project.at('..', '.loop'), { mode: 0o700 });
    await project.loop(['start', CLEAR]);
    expect(existsSync(project.at('.loop/runs'))).toBe(true);
  });

  test('below the folder that Claude was started in, it is that folder', async () => {
    const project = createBuiltProject();
    const session = '0b5c7a52-6a2e-4d54-9b0f-1f0c35f5a111';
    const folder = project.path.replaceAll(/[^A-Za-z0-9]/g, '-');
    const transcripts = project.at('../.claude/projects', folder);
    mkdirSync(transcripts, { recursive: true });
    writeFileSync(join(transcripts, `${session}.jsonl`), '');
    mkdirSync(project.at('packages/a'), { recursive: true });
    await project.loop(['start', CLEAR], { cwd: project.at('packages/a'), session });
    expect([existsSync(project.at('.loop/runs')), existsSync(project.at('packages/a/.loop'))]).toEqual([
      true,
      false,
    ]);
  });

  test('CLAUDE_PROJECT_DIR and --project say it outright', async () => {
    const project = createProject();
    const cwd = project.at('sub');
    mkdirSync(cwd);
    await project.loop(['start', CLEAR], { cwd, env: { CLAUDE_PROJECT_DIR: project.path } });
    expect(existsSync(project.at('.loop/runs'))).toBe(true);
    await project.loop(['start', CLEAR, '--project', 'sub']);
    expect(existsSync(project.at('sub/.loop/runs'))).toBe(true);
  });
});
