import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRun, startRun } from '@loopwright/store';
import { describe, expect, test } from 'vitest';
import { createLoop, createProject } from '../../support/in-process.ts';
import { createProject as createBuiltProject, type Project } from '../../support/project.ts';

/** Five dimensions, two points each. */
const CLEAR =
  'POST /api/auth/token answers in p95 under 100 ms. No new dependencies, the public API stays. ' +
  'All tests pass and `npm run lint` is clean. Done when the pull request is merged to main.';

/** Opens the run as a draft, as the client does on /loop:start. */
function draft(project: Project, text: string): void {
  const started = startRun(
    { root: project.path, sessionId: project.session },
    {
      type: 'draft',
      at: Date.now(),
      runId: 'run-of-draft',
      session: project.session,
      frameId: 'f',
      spec: text,
    },
  );
  if (started.status !== 'started') throw new Error(started.status);
  started.opened.close();
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
    const { code, stdout } = await project.loop([
      'start',
      CLEAR,
      '--criteria',
      'docs updated',
      '--check=tests=npm test',
      '--steps',
      'Measure; Cache the keys',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\[LOOP\] Starting \| Shape: Tool \(\d+\/10\) \| Steps: 2 \| Budget: \$25\n/);
    expect(stdout).toContain('- Outcome: 2 (');
    expect(stdout).toContain('[LOOP] Iteration 1/10 | Cost: $0.00/$25 | Step: Measure');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Next: loop step done  # once this is done: Measure');
    const { run, criteria } = await project.json('status');
    expect(run?.frames[0]).toMatchObject({
      spec: CLEAR,
      shape: 'tool',
      limits: { iterations: 10, budgetUsd: 25 },
    });
    expect(criteria.map(({ name, state }) => [name, state])).toEqual([
      ['docs updated', 'unmet'],
      ['tests', 'unchecked'],
    ]);
  });

  test('keeps the run out of the repository', async () => {
    const project = createProject();
    await project.loop(['start', '--force', 'Do the work']);
    expect(readFileSync(project.at('.loop/.gitignore'), 'utf8')).toBe('*\n');
    expect(JSON.parse(readFileSync(project.at('.loop/state.json'), 'utf8'))).toMatchObject({
      spec: 'Do the work',
    });
  });

  test('seed 000: takes the criteria and steps that stand in the user’s text, says so, and keeps them the user’s', async () => {
    const project = createProject();
    draft(project, `${CLEAR}\nSuccess criteria: docs updated; login works\nSteps: read it; mend it`);
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

  test('seed 000: what is unclear in the text is not guessed, and the start says so', async () => {
    const project = createProject();
    draft(project, `${CLEAR}\nSuccess criteria: docs updated, login works`);
    const { stdout } = await project.loop(['start', '--check=tests=true']);
    expect(stdout).toContain('The criteria in the text are no clear list, so none was taken');
    const { run } = await project.json('status');
    expect(run?.frames[0]?.criteria.map(({ name }) => name)).toEqual(['tests']);
  });
});

describe('the shape of a start', () => {
  const README = 'make the login tests pass --check "tests=npm test"';
  /** The announced shape, and the sentence about it. */
  const shapeOf = async (typed: string, ...claude: string[]): Promise<string[]> =>
    shapeIn(createProject(), typed, claude);
  const shapeIn = async (project: Project, typed: string, claude: string[] = []): Promise<string[]> => {
    draft(project, typed);
    const { stdout } = await project.loop(['start', ...claude]);
    const lines = stdout.split('\n');
    return [
      /Shape: ([^|]*?) \|/.exec(stdout)?.[1] ?? stdout,
      lines.find((line) => /^(?:Works alone|Asks you)/.test(line)) ?? 'no word about it',
    ];
  };
  const ALONE = 'Works alone until tests pass';
  const ASKS = 'Asks you after each iteration; to let it work alone: /loop:continue --shape tool';

  test('seed 002: with a check that the user typed the fit decides, and the start says so', async () => {
    expect(await shapeOf(README)).toEqual(['Tool (6/10, fit 40)', ALONE]);
    expect(await shapeOf('mend the login --check "tests=npm test"')).toEqual([
      'Tool-with-review (5/10, fit 35)',
      ALONE,
    ]);
  });

  test.each([
    ['typed', 'make the login tests pass --check tests', []],
    ['named by Claude', 'make the login tests pass', ['--check', 'tests']],
  ])('a check of the config, %s, counts once the user agreed to it', async (_, typed, claude) => {
    const open = createProject();
    open.write('loop.config.json', '{"checks": {"tests": "npm test"}}');
    expect(await shapeIn(open, typed, claude)).toEqual(['Colleague (6/10)', ASKS]);
    const agreed = createProject();
    agreed.write('loop.config.json', '{"checks": {"tests": "npm test"}}');
    await agreed.loop(['config', 'agree', 'tests'], { session: null });
    expect(await shapeIn(agreed, typed, claude)).toEqual(['Tool (6/10, fit 40)', ALONE]);
  });

  test('the shape that the user typed wins over the fit and over the score', async () => {
    expect(await shapeOf(`${README} --shape colleague`)).toEqual(['Colleague (6/10)', ASKS]);
    expect(await shapeOf('make the login tests pass --shape tool', '--check=tests=npm test')).toEqual([
      'Tool (6/10)',
      ALONE,
    ]);
  });

  test('seed 003: with a weak check the score decides', async () => {
    const typed = 'make the login tests pass --check "tests=test -f done.txt"';
    expect(await shapeOf(typed)).toEqual(['Colleague (6/10)', ASKS]);
  });

  test('attack: what Claude adds takes no check-ins away and raises no fit', async () => {
    expect((await shapeOf('make the login tests pass', '--check=tests=npm test'))[0]).toBe(
      'Colleague (6/10)',
    );
    const criterion = 'make the login tests pass --criteria "tests"';
    expect((await shapeOf(criterion, '--check=tests=npm test'))[0]).toBe('Colleague (6/10)');
    const weak = 'make the login tests pass --check "tests=true"';
    expect((await shapeOf(weak, '--check=more=npm test', '--shape=tool'))[0]).toMatch(
      /^Colleague \(7\/10\)$/,
    );
    const more = ['--check=more=npm run lint', '--steps=mend src/login.js', '--iterations=2'];
    expect((await shapeOf('mend the login --check "tests=npm test"', ...more))[0]).toMatch(/, fit 35\)$/);
  });
});

describe('points that Claude gives', () => {
  const POINTS = [
    '--score',
    'outcome=2:the issue lists each case',
    '--score',
    'scope=2:all of it is in src/a.js',
  ];

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
    expect((await project.json('status')).run?.frames[0]?.points).toHaveLength(2);
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
    expect((await project.json('status')).run?.frames[0]).toMatchObject({ shape: 'colleague' });
    expect((await project.loop(['status'])).stdout).toMatch(/Stage +intent/);
  });

  test('give way to those that the user typed, and to the shape that the user typed', async () => {
    const project = createProject();
    draft(project, 'make the login tests pass --score "outcome=1:it is a wish" --shape=colleague');
    const { stdout } = await project.loop(['start', '--check', 'a=true', '--shape', 'tool', ...POINTS]);
    expect(stdout).toContain('- Outcome: 1 (yours: it is a wish; the scorer: 2)');
    expect(stdout).toContain('The outcome keeps the points that the user gave it: 1.');
    expect(stdout).toContain('Shape: Colleague');
    const { run } = await project.json('status');
    expect(run?.frames[0]?.amendments?.map(({ subject }) => subject)).toEqual([
      '--score outcome=2',
      '--shape tool',
    ]);
  });

  test.each([
    ['outcom=2:x', 'did you mean outcome?'],
    ['outcome=3:x', 'each has 0 to 2 points'],
    ['outcome=2', 'Without a reason'],
    ['outcome=2: ', 'Without a reason'],
  ])('need a dimension, 0 to 2 points, and a reason: "%s"', async (typed, said) => {
    const { code, stderr } = await createProject().loop(['start', 'x', '--score', typed]);
    expect(code).toBe(64);
    expect(stderr).toContain(said);
  });
});

describe('a spec that is not clear enough', () => {
  test('starts nothing, asks questions, and ends with 5', async () => {
    const project = createProject();
    const { code, stdout } = await project.loop(['start', 'make', 'it', 'better']);
    expect(code).toBe(5);
    expect(stdout).toContain('a loop needs 5. Nothing was started.');
    expect(stdout).toContain('Ask the user:\n- ');
    expect(existsSync(project.at('.loop'))).toBe(false);
  });

  test('starts by force, with a check-in after each iteration', async () => {
    const project = createProject();
    const answer = await project.json('start', ['make it better', '--force']);
    expect(answer).toMatchObject({ ok: true, run: { frames: [{ shape: 'colleague' }] } });
  });

  test('gives the score and the questions to programs, also in a headless session', async () => {
    const env = { CLAUDE_CODE_SESSION_ATTENDED: '0' };
    expect(await createProject().json('start', ['make it better'], { env })).toMatchObject({
      ok: false,
      score: { total: expect.any(Number) },
      next: "loop start 'the clarified spec'",
    });
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
    const project = createProject();
    draft(project, `--iterations=3 --check "tests=npm test" ${nasty.trim()} --budget 7`);
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

  test('refuses more than 1 MiB on standard input', async () => {
    const large = await createBuiltProject().loop(['start', '-'], { input: 'x'.repeat(2_000_000) });
    expect([large.code, large.stderr]).toEqual([64, expect.stringContaining('more than 1 MiB')]);
  });
});

describe('the draft of the client', () => {
  test("gives way to flags of the user's own command line", async () => {
    const project = createProject();
    draft(project, 'Do the work --budget=5 --iterations=7');
    const answer = await project.json('start', ['--force', '--budget', '9'], { by: 'user' });
    expect(answer).toMatchObject({
      run: { frames: [{ spec: 'Do the work', limits: { budgetUsd: 9, iterations: 7 } }] },
    });
  });

  test("keeps the user's criteria and checks, with Claude's on top", async () => {
    const project = createProject();
    draft(project, `${CLEAR} --criteria "docs; notes" --check "tests=npm test"`);
    const flags = [
      '--check=always=true',
      '--check=tests=true',
      '--check=docs=test -f docs',
      '--criteria=more',
    ];
    const answer = await project.json('start', flags);
    expect(answer).toMatchObject({
      notices: ['"tests" keeps the check that the user asked for: npm test'],
      run: {
        frames: [
          {
            criteria: [
              { name: 'docs', by: 'user', check: { command: 'test -f docs' } },
              { name: 'notes', by: 'user' },
              { name: 'tests', by: 'user', check: { command: 'npm test', by: 'user' } },
              { name: 'more' },
              { name: 'always', check: { command: 'true' } },
            ],
          },
        ],
      },
    });
    const { stdout } = await project.loop(['status']);
    expect(stdout).toMatch(/· not run +yours +tests/);
    expect(stdout).toMatch(/· not run +yours, Claude's check +docs/);
    expect(stdout).toMatch(/– not met +Claude's +more/);
  });

  test('is the user word in full where the user starts it in a terminal of their own', async () => {
    const project = createProject();
    draft(project, CLEAR);
    const flags = ['--check=tests=npm test', `--session=${project.session}`];
    const { run } = (await project.json('start', flags, { session: null })) as { run: { frames: unknown[] } };
    expect(run.frames[0]).toMatchObject({ criteria: [{ by: 'user', check: { by: 'user' } }] });
  });

  test('can not be dropped by Claude with a new start after a cancel', async () => {
    const project = createProject();
    draft(project, `${CLEAR} --check "tests=npm test"`);
    await project.loop(['start']);
    const fresh = await project.loop(['start', CLEAR, '--check=tests=true', '--fresh']);
    expect([fresh.code, fresh.stdout]).toEqual([1, expect.stringContaining('is for the user to say')]);
    await project.loop(['cancel', 'wrong']);
    const dropped = await project.json('start', [CLEAR, '--check=tests=true']);
    const amended = { what: 'removed', subject: 'tests' };
    expect(dropped).toMatchObject({
      notices: [expect.stringContaining('Contract changed by Claude: removed "tests".')],
      run: { frames: [{ amendments: [amended] }] },
    });
    await project.loop(['cancel', 'wrong']);
    const kept = await project.json('start', [CLEAR, '--check=tests=npm test']);
    expect(kept).toMatchObject({ run: { frames: [{ amendments: [amended] }] } });
  });

  test.each([
    ['fix it', `fix it\n\nClarified by Claude:\n${CLEAR}`],
    ['answers in p95 under 100 ms', CLEAR],
  ])("keeps the user's words, with Claude's below them unless they hold those: %s", async (typed, spec) => {
    const project = createProject();
    draft(project, `${typed} --budget=5`);
    const answer = await project.json('start', [CLEAR]);
    expect(answer).toMatchObject({ run: { frames: [{ spec, limits: { budgetUsd: 5 } }] } });
  });

  test('stays a draft when it is not clear enough, so that it can be clarified', async () => {
    const project = createProject();
    draft(project, 'fix it');
    const { code, stdout } = await project.loop(['start']);
    expect(code).toBe(5);
    expect(stdout).toContain('the user types /loop:start --force');
    expect((await project.json('status')).run?.status).toBe('draft');
    expect((await project.loop(['start', CLEAR])).code).toBe(0);
  });

  test('with a mistyped flag is refused with a suggestion', async () => {
    const project = createProject();
    draft(project, '--iteratons=3 Do the work');
    const { code, stderr } = await project.loop(['start', '--force']);
    expect(code).toBe(64);
    expect(stderr).toContain('After /loop:start: There is no flag --iteratons; did you mean --iterations?');
    expect((await project.json('status')).run?.status).toBe('draft');
  });
});

describe('a session with a loop', () => {
  test('keeps the one that is open, and says how to go on or to end it', async () => {
    const project = await createLoop();
    const { code, stdout } = await project.loop(['start', '--force', 'something else']);
    expect(code).toBe(1);
    expect(stdout).toContain('loop cancel');
    expect(specOf(project)).toBe('Do the work');
  });

  test('puts one that is over into the archive and starts afresh', async () => {
    const project = await createLoop();
    const { run } = await project.json('status');
    await project.loop(['cancel']);
    expect((await project.loop(['start', '--force', 'something else'])).code).toBe(0);
    expect(specOf(project)).toBe('something else');
    expect(readdirSync(project.at('.loop/archive', run?.id ?? ''))).toContain('summary.md');
  });

  test('of eight starts at once exactly one wins, and no other changes anything', async () => {
    const project = createProject();
    const ran = await Promise.all(
      Array.from({ length: 8 }, (_, index) => project.loop(['start', '--force', `start ${index}`])),
    );
    expect(ran.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(ran.filter(({ code }) => code === 1)).toHaveLength(7);
    expect(specOf(project)).toBe(`start ${ran.findIndex(({ code }) => code === 0)}`);
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

  test('above the maximum are lowered to it, with a notice', async () => {
    const { code, stdout } = await createProject().loop(
      ['start', CLEAR, '--iterations', '500', '--budget=1000'],
      { by: 'user' },
    );
    expect(code).toBe(0);
    expect(stdout).toContain('[LOOP] Iteration 1/50 | Cost: $0.00/$100');
    expect(stdout).toContain('500 was asked for');
  });

  test('that lift the limits do so', async () => {
    const flags = [
      '--iterations=unlimited',
      '--budget=none',
      '--minutes=90',
      '--ttl=4h',
      '--mode=grind',
      '--shape=tool-review',
      '--tokens=5000',
    ];
    const answer = await createProject().json('start', [CLEAR, ...flags], { by: 'user' });
    expect(answer).toMatchObject({
      run: {
        frames: [
          {
            mode: 'grind',
            shape: 'tool-review',
            limits: { iterations: null, budgetUsd: null, timeMs: 5_400_000, budgetTokens: 5000 },
          },
        ],
      },
    });
  });

  test('without a session no loop can start', async () => {
    const project = createProject();
    const { code, stderr } = await project.loop(['start', CLEAR], { session: null });
    expect([code, stderr]).toEqual([64, expect.stringContaining('--session ID')]);
    expect((await project.loop(['start', CLEAR, '--session', 'mine'], { session: null })).code).toBe(0);
    expect((await project.json('status', ['--session=mine'], { session: null })).run?.session).toBe('mine');
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
    const home = join(project.path, '..');
    const transcripts = join(home, '.claude/projects', project.path.replaceAll(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(transcripts, { recursive: true });
    writeFileSync(join(transcripts, `${session}.jsonl`), '');
    mkdirSync(project.at('packages/a'), { recursive: true });
    await project.loop(['start', CLEAR], { cwd: project.at('packages/a'), session });
    expect(existsSync(project.at('.loop/runs'))).toBe(true);
    expect(existsSync(project.at('packages/a/.loop'))).toBe(false);
  });

  test('CLAUDE_PROJECT_DIR and --project say it outright', async () => {
    const project = createProject();
    mkdirSync(project.at('sub'));
    await project.loop(['start', CLEAR], {
      cwd: project.at('sub'),
      env: { CLAUDE_PROJECT_DIR: project.path },
    });
    expect(existsSync(project.at('.loop/runs'))).toBe(true);
    await project.loop(['start', CLEAR, '--project', 'sub']);
    expect(existsSync(project.at('sub/.loop/runs'))).toBe(true);
  });
});
