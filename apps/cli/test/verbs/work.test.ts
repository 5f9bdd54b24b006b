import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLoop, createProject } from '../support/in-process.ts';

describe('loop step', () => {
  test('ticks off the first open step, and announces the next', async () => {
    const project = await createLoop(['--steps', 'Measure; Cache; Measure again']);
    const { code, stdout } = await project.loop(['step', 'done']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      '[LOOP] ✓ Measure complete | Progress: 1/3 | Next: Cache\n\nNext: loop step done  # once this is done: Cache\n',
    );
  });

  test('eight at once lose none, and one that is done already is refused', async () => {
    const project = await createLoop(['--steps', 'a; b; c; d; e; f; g; h; i']);
    const ran = await Promise.all(Array.from({ length: 8 }, () => project.loop(['step', 'done'])));
    expect(ran.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 0));
    const { remainingSteps } = JSON.parse(readFileSync(project.at('.loop/state.json'), 'utf8'));
    expect(remainingSteps).toEqual(['i']);
    expect(await project.json('step', ['done', '1'])).toMatchObject({
      ok: false,
      rejected: { code: 'nothing-to-change' },
    });
  });

  test('plans steps, takes some out, ticks by name, unticks by number, and lists them', async () => {
    const project = await createLoop();
    expect((await project.loop(['step'])).stdout).toContain('No steps are planned.');
    await project.loop(['step', 'add', 'Write', 'it;', 'Test it']);
    await project.loop(['step', 'remove', '1']);
    await project.loop(['step', 'done', 'Test it']);
    expect((await project.loop(['step'])).stdout).toContain('✓  1  Test it\n');
    await project.loop(['step', 'undo', '1']);
    expect((await project.loop(['step'])).stdout).toContain('→  1  Test it\n');
  });

  test.each([
    [['done', 'nothing like it'], 1, 'There is no step "nothing like it"'],
    [['done', '7'], 1, 'There is no step "7"'],
    [['undo'], 64, 'Which step?'],
    [['add'], 64, 'Which step?'],
    [['dnoe'], 64, '"dnoe" is not one of: done, undo, add, remove, list; did you mean done?'],
  ])('%j is refused with a reason', async (words, exit, reason) => {
    const project = await createLoop(['--steps', 'a']);
    const { code, stdout, stderr } = await project.loop(['step', ...words]);
    expect(code).toBe(exit);
    expect(stdout + stderr).toContain(reason);
  });
});

describe('loop criterion', () => {
  test('ticks a criterion by word and records how it is known', async () => {
    const project = await createLoop(['--criteria', 'docs updated; changelog written']);
    const seen = ['--basis', 'execution output', '--note', 'rendered it'];
    const { run, next } = await project.json('criterion', ['tick', 'docs updated', ...seen]);
    expect(run.frames[0]?.criteria[0]).toMatchObject({
      tick: { basis: 'execution output', note: 'rendered it' },
    });
    expect(next).toBe(
      "loop criterion tick 'changelog written' --basis '<how it was seen>' --note '<what shows it>'",
    );
  });

  test('takes a name, its number, or its beginning', async () => {
    const project = await createLoop(['--criteria', 'docs updated; changelog written']);
    await project.loop(['criterion', 'tick', '2']);
    await project.loop(['criterion', 'tick', 'docs']);
    await project.loop(['criterion', 'untick', 'changelog', 'written']);
    const { criteria } = await project.json('status');
    expect(criteria.map(({ state }) => state)).toEqual(['claimed', 'unmet']);
  });

  test('adds criteria, one with a check and paths among them, and removes one', async () => {
    const project = await createLoop();
    await project.loop(['criterion', 'add', 'one; two']);
    await project.line(`criterion add "types hold" --check '["npx","tsc"]' --paths src,test --timeout 2m`);
    await project.loop(['criterion', 'remove', 'two']);
    const { run } = await project.json('status');
    expect(run?.frames[0]?.criteria.map(({ name, check }) => [name, check])).toEqual([
      ['one', undefined],
      ['types hold', { command: ['npx', 'tsc'], paths: ['src', 'test'], timeoutMs: 120_000 }],
    ]);
  });

  test('another loop that was written over state.json is kept, and the command says where', async () => {
    const project = createProject();
    await project.loop(['start', 'make it nicer', '--force']);
    project.write('.loop/state.json', JSON.stringify({ spec: 'another', criteria: ['a'] }));
    const { stderr } = await project.loop(['next']);
    expect(stderr).toMatch(
      /state\.json held another text than this session's loop: it is kept in \.loop\/archive/,
    );
  });

  test('an edit of state.json that ticks a checked criterion is undone, with a notice', async () => {
    const project = await createLoop(['--check', 'tests=true', '--criteria', 'docs']);
    const path = project.at('.loop/state.json');
    const state = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...state, criteriaStatus: { tests: true, docs: true } }));
    const { notices, criteria } = await project.json('step', ['add', 'x']);
    expect(notices.join()).toContain('"tests" has a check: ticking it by hand was undone');
    expect(criteria.map(({ name, state: now }) => [name, now])).toEqual([
      ['docs', 'claimed'],
      ['tests', 'unchecked'],
    ]);
    expect(JSON.parse(readFileSync(path, 'utf8')).criteriaStatus).toEqual({ tests: false, docs: true });
  });
});

describe('loop approve', () => {
  const TERMINAL = { session: null } as const;
  /** What the files of agreed commands say of such a command. Other tests write files of their own beside them. */
  const agreementsOn = (command: string): string[] => {
    const folder = join(process.env['XDG_STATE_HOME'] ?? '', 'loopwright/agreed');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.includes(command));
  };

  test('makes the checks of Claude the user’s own, and remembers their commands outside of the project', async () => {
    const project = await createLoop(['--check', 'tests=npm test', '--check', 'types=tsc -p approved']);
    const { run, ok } = await project.json('approve', ['types'], TERMINAL);
    expect(ok).toBe(true);
    expect(run.frames[0]?.criteria.map(({ by }) => by)).toEqual([undefined, 'user']);
    expect(agreementsOn('approved')).toEqual(['{"command":"tsc -p approved"}\n']);
    const { stdout } = await project.loop(['approve'], TERMINAL);
    expect(stdout).toContain('Approved: tests (npm test), types (tsc -p approved). The stop hook runs these');
    expect(agreementsOn('approved')).toEqual(['{"command":"tsc -p approved"}\n{"command":"npm test"}\n']);
  });

  test('refuses in Claude’s shell, and remembers nothing', async () => {
    const project = await createLoop(['--check', 'tests=npm run refused']);
    const { code, stderr } = await project.loop(['approve']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Only the user can approve checks')]);
    expect(agreementsOn('refused')).toEqual([]);
    const { run } = await project.json('status');
    expect(run?.frames[0]?.criteria[0]?.by).not.toBe('user');
  });

  test.each([
    [['lint'], 'There is no criterion "lint"'],
    [[], 'Nothing changes by that'],
  ])('approves nothing where there is nothing to approve: %j', async (words, reason) => {
    const project = await createLoop();
    const { code, stdout, stderr } = await project.loop(['approve', ...words], TERMINAL);
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(reason)]);
  });
});

describe('loop signal', () => {
  test('takes down the claim, once, and takes it back', async () => {
    const project = await createLoop();
    const { stdout } = await project.loop(['signal', 'done']);
    expect(stdout).toContain('The proofs are looked at when the turn ends.');
    expect((await project.loop(['signal', 'done'])).code).toBe(1);
    expect((await project.json('status')).run?.frames[0]?.exitSignal).toBe(true);
    expect((await project.json('signal', ['undo'])).run.frames[0]?.exitSignal).toBe(false);
  });
});

describe('loop push and loop pop', () => {
  test('an inner loop waits on top of the outer one until it is taken off', async () => {
    const project = await createLoop(['--steps', 'outer step']);
    const flags = ['--mode', 'issue', '--check', 'x=true', '--iterations', '3'];
    const pushed = await project.json('push', ['Issue', '42', ...flags]);
    expect(pushed.run.frames.map(({ mode, spec }) => [mode, spec])).toEqual([
      ['loop', 'Do the work'],
      ['issue', 'Issue 42'],
    ]);
    expect((await project.loop(['status'])).stdout).toContain('outer loop: Do the work');
    const { stdout } = await project.loop(['pop', 'needs', 'a decision']);
    expect(stdout).toContain('The outer one goes on: Do the work');
    expect((await project.json('status')).run?.frames).toHaveLength(1);
  });

  test('an issue of a grind gets its iterations, and keeps a check that the user typed as the user’s', async () => {
    const project = createProject();
    const begin = 'start --mode grind --iterations=20 --check tests=true -- every issue';
    await project.line(begin, { by: 'user' });
    const checks = '--check tests=true --check more=true';
    const { run } = await project.json('push', `one --mode issue ${checks}`.split(' '));
    expect(run.frames.at(-1)).toMatchObject({
      limits: { iterations: 20 },
      shape: 'tool',
      criteria: [{ by: 'user', check: { by: 'user' } }, { check: { command: 'true' } }],
    });
    const [, added] = run.frames.at(-1)?.criteria ?? [];
    expect(added?.check?.by).toBeUndefined();
  });

  test('taking the last one off ends the loop', async () => {
    const project = await createLoop();
    expect((await project.loop(['pop'])).stdout).toContain('Cancelled');
    expect((await project.json('status')).run?.status).toBe('cancelled');
  });

  test('without a spec nothing is pushed', async () => {
    const project = await createLoop();
    expect((await project.loop(['push'])).code).toBe(64);
  });
});

describe('loop pause, loop continue and loop cancel', () => {
  test('a paused loop continues with raised limits', async () => {
    const project = await createLoop(['--steps', 'a; b']);
    const paused = await project.loop(['pause', 'needs', 'the', 'password']);
    expect(paused.stdout).toContain(
      '[LOOP] ⏸ Paused: needs the password\nProgress: 0 steps complete, 2 remaining',
    );
    const more = 'continue --budget 25 --iterations=5 --shape tool';
    const { stdout, code } = await project.line(more, { by: 'user' });
    expect(code).toBe(0);
    expect(stdout).toContain('[LOOP RESUME] Active loop detected');
    const { run } = await project.json('status');
    expect(run).toMatchObject({
      status: 'active',
      frames: [{ shape: 'tool', limits: { budgetUsd: 50, iterations: 15 } }],
    });
  });

  test('one that goes on already says so', async () => {
    const project = await createLoop();
    const { code, stdout } = await project.loop(['continue']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('The loop is going on already')]);
  });

  test('cancelling ends it for good, with the reason', async () => {
    const project = await createLoop();
    const { stdout, code } = await project.loop(['cancel', '--reason', 'changed my mind']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Cancelled: changed my mind')]);
    const again = await project.loop(['cancel']);
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('The loop is over (cancelled)')]);
  });

  test('another session takes the loop over, and of several that try one holds it in the end', async () => {
    const project = await createLoop(['--steps', 'a']);
    const seen = await project.json('status', [], { session: 'session-2' });
    expect(seen.run).toBeNull();
    expect(seen.others).toHaveLength(1);
    const ran = await Promise.all(
      ['session-2', 'session-3', 'session-4'].map((session) => project.loop(['continue'], { session })),
    );
    // Who comes later may take it over from who came first; who looked at the same moment comes too late.
    expect(ran.filter(({ code }) => code !== 0 && code !== 7)).toEqual([]);
    const holders = await Promise.all(
      ['session-1', 'session-2', 'session-3', 'session-4'].map(
        async (session) => (await project.json('status', [], { session })).run?.session,
      ),
    );
    expect(holders[0]).toBeUndefined();
    expect(holders.filter((holder) => holder !== undefined)).toHaveLength(1);
  });

  test('a session with a loop of its own keeps to it', async () => {
    const project = await createLoop();
    await project.loop(['start', '--force', 'another'], { session: 'session-2' });
    const { run } = await project.json('status');
    const { code, stderr } = await project.line(`continue --run ${run?.id}`, { session: 'session-2' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('This session has a loop of its own.')]);
  });

  test('a session whose own loop is over takes another one over, and keeps its own in the archive', async () => {
    const project = await createLoop();
    await project.loop(['start', '--force', 'short'], { session: 'session-2' });
    await project.loop(['cancel'], { session: 'session-2' });
    expect((await project.loop(['continue'], { session: 'session-2' })).code).toBe(0);
    expect((await project.json('status', [], { session: 'session-2' })).run?.frames[0]?.spec).toBe(
      'Do the work',
    );
    expect(readdirSync(project.at('.loop/archive'))).toHaveLength(1);
  });
});

describe('a person in a terminal', () => {
  const person = { session: null } as const;

  test('needs no session while there is one loop', async () => {
    const project = await createLoop(['--steps', 'a; b']);
    expect((await project.loop(['step', 'done'], person)).code).toBe(0);
    expect((await project.loop(['pause'], person)).code).toBe(0);
    expect((await project.loop(['continue'], person)).code).toBe(0);
    expect((await project.json('status')).run?.frames[0]?.steps[0]?.isDone).toBe(true);
  });

  test('chooses among several', async () => {
    const project = await createLoop();
    await project.loop(['start', '--force', 'Another loop'], { session: 'session-2' });
    const { code, stderr } = await project.loop(['cancel'], person);
    expect(code).toBe(7);
    expect(stderr).toContain('There are 2 loops in this project; say which one.');
    expect(stderr).toContain('Another loop');
    const { run } = await project.json('status', [], { session: 'session-2' });
    expect((await project.loop(['cancel', '--run', run?.id.slice(0, 6) ?? ''], person)).code).toBe(0);
    expect((await project.json('status')).run?.status).toBe('active');
    expect((await project.json('status', [], { session: 'session-2' })).run?.status).toBe('cancelled');
  });

  test('sees the last loop when all are over', async () => {
    const project = await createLoop();
    expect((await project.loop(['cancel'])).code).toBe(0);
    expect((await project.json('status', [], person)).run?.status).toBe('cancelled');
  });

  test('gets an error if no run has that id', async () => {
    const project = await createLoop();
    const { code, stderr } = await project.loop(['status', '--run', 'zzz'], person);
    expect([code, stderr]).toEqual([7, expect.stringContaining('No run here begins with "zzz".')]);
  });
});
