import assert from 'node:assert/strict';
import { mainNode, runProcess } from '../costs.ts';
import type { Section } from '../figures.ts';
import { createProject, startLoop, stopHook, stopInput } from '../stage.ts';

const HOOKS = 24;
const CAP = 5;

/** Starts many stops of one session at once and counts their answers. */
export async function benchAtOnce(): Promise<Section> {
  const project = createProject('at-once');
  try {
    startLoop(project.path, { limits: { iterations: CAP } }).close();
    const hook = stopHook(mainNode().path, project.path, stopInput(project.path));
    const ended = await Promise.all(Array.from({ length: HOOKS }, () => runProcess(hook)));
    assert.ok(ended.every(({ code }) => code === 0));
    const numbers = ended.flatMap(({ stdout }) => /\[LOOP (\d+)\//.exec(stdout)?.[1] ?? []);
    const exactly = (what: string, value: number, limit: number, measured: string) =>
      ({ what, value, unit: '', goal: { kind: 'exactly', limit }, measured }) as const;
    const twice = numbers.length - new Set(numbers).size;
    return {
      title: `${HOOKS} stops of one session at once`,
      figures: [
        exactly(
          `held, with a limit of ${CAP}`,
          numbers.length,
          CAP,
          `iterations ${numbers.toSorted().join(', ')}`,
        ),
        exactly('numbers that were given twice', twice, 0, `${HOOKS} processes`),
      ],
    };
  } finally {
    project.remove();
  }
}
