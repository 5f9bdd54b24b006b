import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runPath } from '../src/presence.ts';
import { projectViews } from '../src/views/project-views.ts';
import { createCounterLog, openCounter, PROTOCOLS } from './support/counter-journal.ts';
import { openLoop, projectWithLoop, startLoop } from './support/loop.ts';
import { blocksOf, outcomeOf, run, soon, start } from './support/programs.ts';
import { tempFolder } from './support/temp-folder.ts';

/** `RACES=full` runs as many races as the package promises; without it a shorter version. */
const isFull = process.env['RACES'] === 'full';
const full = (long: number, short: number): number => (isFull ? long : short);
const PROCESSES = full(24, 12);

describe.each(PROTOCOLS)('stops at once by protocol %s', (protocol) => {
  it('block exactly as often as the cap says, and no number twice', async () => {
    for (let round = 0; round < full(40, 1); round += 1) {
      const path = createCounterLog(tempFolder(), protocol, 5);
      const at = soon(PROCESSES);
      const outcomes = await Promise.all(
        Array.from({ length: PROCESSES }, () => run('count.mjs', [path, at])),
      );
      expect(outcomes.map(({ stderr }) => stderr).join('')).toBe('');
      expect(blocksOf(outcomes)).toEqual([1, 2, 3, 4, 5]);
    }
  });
});

describe('stops of a whole loop at once', () => {
  it('block no number twice and never beyond the cap, and leave views that say so', async () => {
    for (let round = 0; round < full(40, 1); round += 1) {
      const { root } = projectWithLoop({ session: 's', at: Date.now(), limits: { iterations: 5 } });
      const at = soon(PROCESSES);
      const outcomes = await Promise.all(
        Array.from({ length: PROCESSES }, () => run('stop.mjs', [root, 's', at, 'worked'])),
      );
      expect(outcomes.map(({ stderr }) => stderr).join('')).toBe('');
      expect(outcomes.map(({ code }) => code)).toEqual(outcomes.map(() => 0));
      const blocks = blocksOf(outcomes);
      const opened = openLoop(root, 's');
      // Stops that follow each other without work in between may trip the breaker before the cap is reached.
      expect(opened.run.ending?.kind).toMatch(/^(paused|stuck)$/);
      expect(blocks).toEqual(
        Array.from({ length: opened.run.frames[0]?.iteration ?? 0 }, (_, index) => index + 1),
      );
      expect(blocks.length).toBeLessThanOrEqual(5);
      const state = JSON.parse(readFileSync(join(root, '.loop', 'state.json'), 'utf8'));
      expect(state.iteration).toBe(blocks.length);
    }
  });
});

describe.each(PROTOCOLS)('writers by protocol %s that are killed one after the other', (protocol) => {
  it('lose no record that they acknowledged, and none is there twice', async () => {
    const folder = tempFolder();
    const path = createCounterLog(folder, protocol, 1);
    const sizes = [20, 3000, 12, 9000];
    const children = Array.from({ length: full(12, 6) }, (_, index) =>
      start('append.mjs', [
        path,
        `w${index}`,
        protocol === 'append' ? '400' : '60',
        String(sizes[index % 4]),
      ]),
    );
    const outcomes = children.map(outcomeOf);
    for (const [index, child] of children.entries()) {
      const delayMs = (index * 300) / children.length;
      child.stdout?.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs));
    }
    const acknowledged = (await Promise.all(outcomes)).flatMap(({ stdout }) =>
      stdout.split('\n').slice(0, -1),
    );
    const marks = openCounter(path).run?.marks.map((mark) => mark.replace(/\.+$/, '')) ?? [];
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(new Set(marks).size).toBe(marks.length);
    const known = new Set(marks);
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([]);
  });
});

describe('an editor of state.json against stops', () => {
  it('loses no edit and no iteration', async () => {
    const edits = full(50, 25);
    for (let round = 0; round < full(20, 1); round += 1) {
      const root = tempFolder();
      const names = [...Array.from({ length: edits }, (_, index) => `c${index}`), 'never', 'moving'];
      const criteria = names.map((name) => ({ name }));
      startLoop(root, { session: 's', at: Date.now(), criteria, limits: { iterations: null } });
      const editor = run('edit.mjs', [root, '0', String(edits)]);
      const stops = await Promise.all(
        Array.from({ length: 3 }, () => run('stops.mjs', [root, 's', String(Math.ceil(edits / 2))])),
      );
      await editor;
      const opened = openLoop(root, 's');
      projectViews(opened, Date.now());
      const blocks = stops
        .flatMap(({ stdout }) => JSON.parse(stdout) as number[])
        .sort((one, other) => one - other);
      const frame = opened.run.frames[0];
      expect(stops.map(({ stderr }) => stderr).join('')).toBe('');
      expect(opened.run.status).toBe('active');
      const unmet = frame?.criteria.filter(({ tick }) => tick === undefined).map(({ name }) => name);
      expect(unmet?.filter((name) => name !== 'moving')).toEqual(['never']);
      expect(blocks).toEqual(Array.from({ length: frame?.iteration ?? 0 }, (_, index) => index + 1));
      expect(blocks.length).toBeGreaterThanOrEqual(edits);
      expect(
        readdirSync(join(root, '.loop')).filter(
          (name) => name.startsWith('.claim') || name.startsWith('.view'),
        ),
      ).toEqual([]);
    }
  });
});

describe('sessions that take a run over at once', () => {
  it('leave exactly one winner', async () => {
    for (let round = 0; round < full(20, 1); round += 1) {
      const { root } = projectWithLoop({ session: 's', at: Date.now() });
      const at = soon(8);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          run('claim.mjs', [root, runPath(root, 's'), `new${index}`, at]),
        ),
      );
      expect(outcomes.map(({ stdout }) => stdout.trim()).sort()).toEqual([
        'claimed',
        ...Array<string>(7).fill('lost'),
      ]);
      expect(readdirSync(join(root, '.loop', 'runs'))).toHaveLength(1);
    }
  });
});

describe('sessions that start or adopt at once', () => {
  it('start one run of a session', async () => {
    const root = tempFolder();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => run('start.mjs', [root, 's'])));
    expect(outcomes.map(({ stdout }) => stdout.trim()).sort()).toEqual([
      ...Array<string>(7).fill('exists'),
      'started',
    ]);
  });

  it('adopt a hand-written loop once', async () => {
    const root = tempFolder();
    mkdirSync(join(root, '.loop'));
    writeFileSync(
      join(root, '.loop', 'state.json'),
      JSON.stringify({ spec: 'x', criteria: ['a'], status: 'in_progress' }),
    );
    const at = soon(8);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => run('adopt.mjs', [root, `s${index}`, at])),
    );
    expect(outcomes.map(({ stdout }) => stdout.trim()).sort()).toEqual([
      'adopted',
      ...Array<string>(7).fill('nothing'),
    ]);
  });
});
