import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { runPath } from '../src/presence.ts';
import { archiveRun } from '../src/run/archive-run.ts';
import { claimRun } from '../src/run/claim-run.ts';
import { openRun, type OpenRun } from '../src/run/open-run.ts';
import { startRun } from '../src/run/start-run.ts';
import { importEdits } from '../src/views/import-edits.ts';
import { projectViews, VIEW_NAMES } from '../src/views/project-views.ts';
import { NOW, startCommand } from './support/loop.ts';
import { removeFolder } from './support/temp-folder.ts';
import { saveSnapshot } from './support/save-snapshot.ts';

/** The expected run, as a simple model. */
interface Loop {
  iteration: number;
  readonly met: Set<string>;
}
interface Model {
  readonly loops: Map<string, Loop>;
}
interface Real {
  readonly root: string;
}

const SESSIONS = ['one', 'two', 'three'] as const;
const CRITERIA = ['a', 'b', 'c'] as const;
const session = fc.constantFrom(...SESSIONS);

type Step = fc.Command<Model, Real>;

/** A step on a session that has a run; checks the run against the model afterwards. */
function step(name: string, id: string, act: (opened: OpenRun, loop: Loop, real: Real) => void): Step {
  return {
    check: ({ loops }) => loops.has(id),
    run: ({ loops }, real) => {
      const opened = openRun({ root: real.root, sessionId: id });
      if (opened.status !== 'open') throw new Error(`${id}: ${opened.status}`);
      const loop = loops.get(id) as Loop;
      act(opened, loop, real);
      const frame = opened.run.frames[0];
      expect(frame?.iteration).toBe(loop.iteration);
      expect(new Set(frame?.criteria.filter(({ tick }) => tick).map((one) => one.name))).toEqual(loop.met);
      expect(opened.isCurrent()).toBe(true);
      opened.close();
    },
    toString: () => `${name}(${id})`,
  };
}

const starts = session.map<Step>((id) => ({
  check: () => true,
  run: ({ loops }, { root }) => {
    const criteria = [...CRITERIA, 'never'].map((one) => ({ name: one }));
    const started = startRun(
      { root, sessionId: id },
      startCommand({
        runId: `run-${id}`,
        session: id,
        spec: `Work of ${id}`,
        criteria,
        limits: { iterations: null },
      }),
    );
    expect(started.status).toBe(loops.has(id) ? 'exists' : 'started');
    if (started.status === 'started') {
      projectViews(started.opened, NOW);
      started.opened.close();
    }
    if (!loops.has(id)) loops.set(id, { iteration: 0, met: new Set() });
  },
  toString: () => `start(${id})`,
}));

const stops = fc.tuple(session, fc.nat()).map(([id, salt]) =>
  step('stop', id, (opened, loop) => {
    opened.submit({ type: 'observe', at: NOW, tools: 1 });
    // Something always moves, so that no breaker has a say in this model.
    for (const action of ['tick', 'untick'] as const)
      opened.submit({ type: 'criterion', at: NOW, action, name: 'never', basis: 'observation' });
    const submitted = opened.submit({ type: 'stop', at: NOW, message: `m${salt}.${loop.iteration}` });
    loop.iteration += 1;
    expect(submitted).toMatchObject({
      status: 'recorded',
      decision: { verdict: { kind: 'block', iteration: loop.iteration } },
    });
    projectViews(opened, NOW);
    saveSnapshot(opened.journal);
  }),
);

const ticks = fc.tuple(session, fc.constantFrom(...CRITERIA), fc.boolean()).map(([id, name, isMet]) =>
  step('tick', id, (opened, { met }) => {
    opened.submit({
      type: 'criterion',
      at: NOW,
      action: isMet ? 'tick' : 'untick',
      name,
      basis: 'observation',
    });
    if (isMet) met.add(name);
    else met.delete(name);
  }),
);

const edits = fc.tuple(session, fc.constantFrom(...CRITERIA)).map(([id, name]) =>
  step('edit', id, (opened, { met }, { root }) => {
    projectViews(opened, NOW);
    const path = join(root, '.loop', 'state.json');
    const state = JSON.parse(readFileSync(path, 'utf8'));
    state.criteriaStatus[name] = true;
    writeFileSync(path, JSON.stringify(state));
    importEdits(opened, NOW);
    met.add(name);
  }),
);

const observes = session.map((id) =>
  step('observe fifty times', id, (opened) => {
    for (let index = 0; index < 50; index += 1) opened.submit({ type: 'observe', at: NOW, tools: 1 });
    saveSnapshot(opened.journal);
  }),
);

const tears = fc
  .tuple(session, fc.uint8Array({ maxLength: 60 }))
  .map(([id, bytes]) =>
    step('tear', id, (_opened, _loop, { root }) => appendFileSync(runPath(root, id), bytes)),
  );

const replays = session.map((id) =>
  step('replay', id, (opened, _loop, { root }) => {
    appendFileSync(runPath(root, id), readFileSync(runPath(root, id)).subarray(-2000));
    opened.journal.catchUp();
  }),
);

const losesViews = session.map((id) =>
  step('lose views and snapshots', id, (opened, _loop, { root }) => {
    for (const name of [...VIEW_NAMES, 'views.json']) rmSync(join(root, '.loop', name), { force: true });
    rmSync(runPath(root, id).replace('.jsonl', '.snapshot.json'), { force: true });
    projectViews(opened, NOW);
    expect(existsSync(join(root, '.loop', 'state.json'))).toBe(true);
  }),
);

const claims = fc.tuple(session, session).map<Step>(([from, to]) => ({
  check: ({ loops }) => from !== to && loops.has(from),
  run: ({ loops }, { root }) => {
    const claimed = claimRun({ root, path: runPath(root, from), sessionId: to, at: NOW });
    expect(claimed.status).toBe(loops.has(to) ? 'occupied' : 'claimed');
    if (claimed.status !== 'claimed') return;
    claimed.opened.close();
    loops.set(to, loops.get(from) as Loop);
    loops.delete(from);
  },
  toString: () => `claim(${from} → ${to})`,
}));

const ends = fc.tuple(session, fc.constantFrom('delete', 'archive')).map<Step>(([id, how]) => ({
  check: ({ loops }) => loops.has(id),
  run: ({ loops }, { root }) => {
    if (how === 'delete') rmSync(runPath(root, id));
    else expect(archiveRun({ root, sessionId: id }).status).toBe('archived');
    expect(openRun({ root, sessionId: id }).status).toBe('none');
    loops.delete(id);
  },
  toString: () => `${how}(${id})`,
}));

it('behaves like its model for any sequence of actions', () => {
  fc.assert(
    fc.property(
      fc.commands([starts, stops, ticks, edits, observes, tears, replays, losesViews, claims, ends], {
        maxCommands: 25,
      }),
      (commands) => {
        const root = realpathSync(mkdtempSync(join(tmpdir(), 'loopwright-model-')));
        try {
          fc.modelRun(() => ({ model: { loops: new Map() }, real: { root } }), commands);
        } finally {
          removeFolder(root);
        }
      },
    ),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 300) },
  );
});
