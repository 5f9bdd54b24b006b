import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Command, Run } from '@loopwright/core';
import { Journal, loopProgram, openAppendLog, openRun } from '@loopwright/store';
import { describe, expect, test } from 'vitest';
import { createLoop } from '../support/in-process.ts';
import type { Project } from '../support/project.ts';

/** Records a stop as the stop hook does. */
function stop(project: Project, facts: object = {}): void {
  const opened = openRun({ root: project.path, sessionId: project.session });
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.submit({ type: 'stop', at: Date.now(), fingerprints: [], ...facts });
  opened.close();
}

/** Puts a step on record as another version might: asked for the second, it ticks off the first, or as it says. */
function recordOtherwise(path: string, otherwise: object = {}): void {
  const log = openAppendLog(path);
  if (typeof log === 'string') throw new Error(log);
  const program = {
    ...loopProgram,
    decide: (_before: Run | undefined, asked: Command) => ({
      events: [{ type: 'stepped', at: asked.at, index: 0, isDone: true } as const],
      notices: [],
    }),
    summarize: () => undefined,
  };
  new Journal(program, log).submit({
    type: 'step',
    at: Date.now(),
    action: 'done',
    step: '2',
    ...otherwise,
  });
  log.close();
}

function journalOf(project: Project): string {
  const [name = ''] = readdirSync(project.at('.loop/runs')).filter((one) => one.endsWith('.jsonl'));
  return project.at('.loop/runs', name);
}

describe('loop explain', () => {
  test('before the first stop shows how one now would be decided', async () => {
    const project = await createLoop(['--criteria', 'a']);
    expect(await project.json('explain')).toMatchObject({ hypothetical: true, fired: 'continue' });
    expect((await project.loop(['explain'])).stdout).toContain('No stop has been decided yet.');
  });

  test('before the first stop says that the environment switches loops off, but not to the clients of a driver', async () => {
    const project = await createLoop(['--criteria', 'a']);
    const firedWith = async (env: Record<string, string>): Promise<unknown> =>
      (await project.json('explain', [], { env })).fired;
    expect(await firedWith({ LOOP_DISABLE: '1' })).toBe('disabled');
    expect(await firedWith({ LOOP_DISABLE: '1', LOOP_ITERATION: 'session' })).toBe('continue');
  });

  test('shows the last decision rule by rule, as it was decided then', async () => {
    const project = await createLoop(['--criteria', 'a']);
    await project.loop(['signal', 'done']);
    stop(project);
    await project.loop(['criterion', 'tick', 'a']);
    const { hypothetical, fired, rules } = await project.json('explain');
    expect([hypothetical, fired]).toEqual([false, 'unproved']);
    expect(rules.map(({ rule }) => rule)).toHaveLength(14);
    expect(rules.find(({ rule }) => rule === 'done')).toMatchObject({
      holds: false,
      facts: { missing: ['a (not met yet)'] },
    });
    const { stdout } = await project.loop(['explain']);
    expect(stdout).toMatch(
      /^Claude was sent on\. Missing: a \(not met yet\)\. The loop would end if a is ticked\.\n\nAt .* iteration 1\. Every rule:/,
    );
    expect((await project.loop(['explain', '--all'])).stdout).toMatch(
      /→ 13 {2}unproved {2,}fired: The work is claimed to be done, but a proof is/,
    );
  });
});

describe('loop log', () => {
  test('shows the events, newest last, up to the limit', async () => {
    const project = await createLoop(['--steps', 'a; b; c']);
    await project.loop(['step', 'done']);
    stop(project);
    await project.loop(['pause', 'lunch']);
    const { stdout } = await project.loop(['log', '--limit', '2']);
    expect(stdout).toContain('2 earlier records are not shown; --limit 0 shows all.');
    expect(stdout).toMatch(
      /\d{4}-\d\d-\d\d \(UTC\)\n  \d\d:\d\d:\d\d  Claude was sent on, iteration 1 begins\n  \S+  ⏸ Paused: lunch[^\n]*\n/,
    );
    const { records, total } = await project.json('log', ['--limit', '0']);
    expect(records.map(({ command }) => command)).toEqual(['start', 'step', 'stop', 'pause']);
    expect(total).toBe(4);
  });
});

describe('loop explain --replay', () => {
  test('decides a whole run again and finds every decision the same', async () => {
    const project = await createLoop(['--check', 'a=true', '--steps', 'b; c']);
    await Promise.all([project.loop(['step', 'done']), project.loop(['step', 'done'])]);
    await project.loop(['verify']);
    stop(project, { message: 'x' });
    await project.loop(['cancel']);
    const { stdout, code } = await project.loop(['explain', '--replay']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^\d+ records decided again: every decision is the same\./),
    ]);
    copyFileSync(journalOf(project), project.at('copy.jsonl'));
    expect((await project.loop(['explain', '--replay', 'copy.jsonl'])).code).toBe(0);
  });

  test('shows where this version decides otherwise', async () => {
    const project = await createLoop(['--steps', 'a; b']);
    recordOtherwise(journalOf(project));
    copyFileSync(journalOf(project), project.at('other.jsonl'));
    const { code, stdout } = await project.loop(['explain', '--replay', 'other.jsonl']);
    expect(code).toBe(6);
    expect(stdout).toContain('2 records decided again: 1 would be decided otherwise now.');
    expect(stdout).toContain('recorded: Step 1 done');
    expect(stdout).toContain('now:      Step 2 done');
    const { differences } = await project.json('explain', ['--replay', 'other.jsonl']);
    expect(differences).toEqual([
      {
        record: 2,
        at: expect.any(String),
        command: 'step',
        recorded: ['Step 1 done'],
        now: ['Step 2 done'],
        isSameProof: true,
      },
    ]);
  });

  test('decides no record that this version does not understand', async () => {
    const project = await createLoop(['--steps', 'a; b']);
    recordOtherwise(journalOf(project), { step: { of: 'another version' } });
    const { differences } = await project.json('explain', ['--replay', journalOf(project)]);
    expect(differences).toEqual([
      {
        record: 2,
        at: expect.any(String),
        command: 'step',
        recorded: [expect.stringMatching(/^not a record of this version: command\.step: /)],
        now: ['not decided'],
        isSameProof: false,
      },
    ]);
  });

  test('rejects files that are not journals', async () => {
    const project = await createLoop();
    writeFileSync(project.at('notes.txt'), 'no journal\n');
    expect((await project.loop(['explain', '--replay', 'notes.txt'])).stderr).toContain(
      'The journal holds no record that can be read.',
    );
    expect((await project.loop(['explain', '--replay', 'gone'])).stderr).toContain(
      'gone is no journal that can be read: it is not there.',
    );
    expect(readFileSync(project.at('notes.txt'), 'utf8')).toBe('no journal\n');
  });
});

describe('loop next', () => {
  test('names the step, the missing proofs, and the command', async () => {
    const project = await createLoop(['--check', 'a=true', '--steps', 'Measure']);
    const { stdout } = await project.loop(['next']);
    expect(stdout).toBe(
      "[LOOP] Iteration 1/10 | Cost: $0.00/$25 | Step: Measure\n· not run  Claude's  a\n\nNext: loop step done  # once this is done: Measure\n",
    );
  });

  test('leads to the end step by step', async () => {
    const project = await createLoop(['--check', 'a=true', '--criteria', 'b', '--steps', 's']);
    const seen: (string | null)[] = [];
    for (const args of [
      ['step', 'done'],
      ['verify'],
      ['criterion', 'tick', 'b'],
      ['signal', 'done'],
    ] as const) {
      seen.push((await project.json('next')).next);
      await project.loop(args);
    }
    expect(seen).toEqual([
      'loop step done',
      'loop verify',
      "loop criterion tick b --basis '<how it was seen>' --note '<what shows it>'",
      'loop signal done',
    ]);
    expect(await project.json('next')).toMatchObject({
      next: null,
      nextWhen: 'end the turn; everything is proved and said',
    });
  });
});
