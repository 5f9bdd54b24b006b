import { openRun } from '@loopwright/store';
import { type Ended, runProcess } from '../process/run-process.ts';
import { keepsGoing } from '../stage/answer.ts';
import { SESSION, stopHook } from '../stage/hook.ts';
import { createProject } from '../stage/project.ts';
import type { Expected } from './case.ts';
import type { FiledCase } from './load-corpus.ts';
import type { Outcome } from './score.ts';
import { inputOf, stageCase } from './stage-case.ts';

/** Plays a case in a folder of its own and asks the built hook, as a process. */
export async function runCase(one: FiledCase): Promise<Outcome> {
  const project = createProject('case');
  try {
    await stageCase(one, project);
    const hook = stopHook(process.execPath, project.path, inputOf(one, project), one.env);
    const ended = await runProcess(hook);
    if (ended.code !== 0 && ended.code !== 2) throw new Error(`${one.name}: ${ended.stderr}`);
    return {
      name: one.name,
      family: one.family,
      expect: one.expect,
      got: outcomeOf(ended, project.path),
      answer: ended.stdout || ended.stderr,
    };
  } finally {
    project.remove();
  }
}

const ABREAST = 4;

/** Plays cases, a few at a time. */
export async function runCases<Done>(
  cases: readonly FiledCase[],
  play: (one: FiledCase) => Promise<Done>,
): Promise<readonly Done[]> {
  const done: Done[] = [];
  const left = cases.map((one, index) => ({ one, index }));
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) done[next.index] = await play(next.one);
  };
  await Promise.all(Array.from({ length: ABREAST }, worker));
  return done;
}

/** A loop is over as done when its record says so, whatever the hook printed. */
function outcomeOf(ended: Ended, root: string): Expected {
  if (keepsGoing(ended)) return 'go on';
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') return 'let go';
  opened.close();
  const { status, ending } = opened.run;
  const isDone = ending?.kind === 'verified' || ending?.kind === 'claimed';
  return status === 'completed' && isDone ? 'end' : 'let go';
}
