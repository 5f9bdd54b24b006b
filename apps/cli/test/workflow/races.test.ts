// @module-tag deep
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoopEvent, Run } from '@loopwright/core';
import { openRun } from '@loopwright/store';
import { expect, test } from 'vitest';
import { bareEnv, createLoop, LOOP, type Project } from '../support/project.ts';

const WORKER = join(import.meta.dirname, 'programs/worker.mjs');
const TASKS = 40;

/** Plans tasks that each wait for two earlier ones. */
function planTasks(project: Project): void {
  const opened = openRun({ root: project.path, sessionId: project.session });
  if (opened.status !== 'open') throw new Error('there is no loop');
  for (let id = 1; id <= TASKS; id += 1) {
    const blockedBy = [id - 5, id - 8].filter((blocker) => blocker > 0).map(String);
    opened.submit({ type: 'task', at: Date.now(), action: 'add', subject: `Task ${id}`, blockedBy });
  }
  opened.close();
}

/** Runs a worker to its end; gives the signal that ended it. */
async function work(
  project: Project,
  owner: string,
  lease: string,
  dieAfter = 0,
): Promise<string | number | null> {
  const child = spawn(process.execPath, [WORKER, LOOP, owner, lease, String(dieAfter)], {
    cwd: project.path,
    env: { ...bareEnv(project.at('..')), CLAUDE_CODE_SESSION_ID: project.session },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code;
}

/** Everything that happened to tasks, in the order of the journal. */
function taskEvents(project: Project): Extract<LoopEvent, { type: 'task-changed' }>[] {
  const opened = openRun({ root: project.path, sessionId: project.session });
  if (opened.status !== 'open') throw new Error('there is no loop');
  const events = [...opened.journal.history()].flatMap(({ record }) => record.events);
  opened.close();
  return events.flatMap((event) => (event.type === 'task-changed' ? [event] : []));
}

test(
  'eight workers on 40 tasks, some killed: each task is done once, by who held it, after all that blocks it',
  { timeout: 300_000 },
  async () => {
    const project = await createLoop();
    planTasks(project);

    const releasing = async (owner: string): Promise<string | number | null> => {
      // Its death is noticed: its tasks are released.
      const ended = await work(project, owner, '10m', 2);
      await project.loop(['task', 'release', '--owner', owner]);
      return ended;
    };
    const ends = await Promise.all([
      releasing('dies-1'),
      releasing('dies-2'),
      // Its death goes unnoticed; its lease expires.
      work(project, 'dies-unseen', '1s', 2),
      ...['a', 'b', 'c', 'd', 'e'].map((owner) => work(project, owner, '10m')),
    ]);

    expect(ends).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', 0, 0, 0, 0, 0]);
    const { run } = JSON.parse((await project.loop(['task', 'list', '--json'])).stdout) as { run: Run };
    const tasks = run.frames[0]?.tasks ?? [];
    expect(tasks.map(({ status }) => status)).toEqual(Array.from({ length: TASKS }, () => 'completed'));

    const done = new Set<string>();
    const held = new Map<string, string>();
    for (const { id, status, owner, at } of taskEvents(project)) {
      if (status === 'in_progress') {
        const blockedBy = tasks.find((task) => task.id === id)?.blockedBy ?? [];
        expect(blockedBy.filter((blocker) => !done.has(blocker))).toEqual([]);
        // Only tasks of a dead worker change owner without a release.
        if (held.has(id)) expect([held.get(id), at > 0]).toEqual(['dies-unseen', true]);
        held.set(id, owner ?? '');
      } else if (status === 'pending') {
        held.delete(id);
      } else if (status === 'completed') {
        expect(done.has(id)).toBe(false);
        expect(held.has(id)).toBe(true);
        done.add(id);
        held.delete(id);
      }
    }
    expect(done.size).toBe(TASKS);
    expect(tasks.filter(({ owner }) => owner?.startsWith('dies')).length).toBeLessThanOrEqual(3);
  },
);
