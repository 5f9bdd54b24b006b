import assert from 'node:assert/strict';
import type { Section } from '../figures/figure.ts';
import { mainNode } from '../process/nodes.ts';
import { runProcess } from '../process/run-process.ts';
import { stopHook, stopInput } from '../stage/hook.ts';
import { createProject } from '../stage/project.ts';
import { startLoop } from '../stage/start-loop.ts';

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
    const twice = numbers.length - new Set(numbers).size;
    return {
      title: `${HOOKS} stops of one session at once`,
      figures: [
        {
          what: `held, with a limit of ${CAP}`,
          value: numbers.length,
          unit: '',
          goal: { kind: 'exactly', limit: CAP },
          measured: `iterations ${numbers.toSorted().join(', ')}`,
        },
        {
          what: 'numbers that were given twice',
          value: twice,
          unit: '',
          goal: { kind: 'exactly', limit: 0 },
          measured: `${HOOKS} processes`,
        },
      ],
    };
  } finally {
    project.remove();
  }
}
