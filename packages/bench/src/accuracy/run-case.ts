import { openRun } from '@loopwright/store';
import { type Ended, runProcess } from '../process/run-process.ts';
import { keepsGoing } from '../stage/answer.ts';
import { SESSION, stopHook } from '../stage/hook.ts';
import { createProject } from '../stage/project.ts';
import type { Expected } from './case.ts';
import type { FiledCase } from './load-corpus.ts';
import type { Outcome } from './score.ts';
import { inputOf, stageCase } from './stage-case.ts';

/** Sets up a case in a new folder and runs the built hook as a process. */
export async function runCase(testCase: FiledCase): Promise<Outcome> {
  const project = createProject('case');
  try {
    await stageCase(testCase, project);
    const hook = stopHook(process.execPath, project.path, inputOf(testCase, project), testCase.env);
    const ended = await runProcess(hook);
    if (ended.code !== 0 && ended.code !== 2) throw new Error(`${testCase.name}: ${ended.stderr}`);
    return {
      name: testCase.name,
      family: testCase.family,
      expect: testCase.expect,
      got: outcomeOf(ended, project.path),
      answer: ended.stdout || ended.stderr,
    };
  } finally {
    project.remove();
  }
}

const CONCURRENCY = 4;

/** Runs cases, a few at a time. */
export async function runCases<Result>(
  cases: readonly FiledCase[],
  play: (testCase: FiledCase) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = cases.map((testCase, index) => ({ testCase, index }));
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      results[next.index] = await play(next.testCase);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

/** A loop counts as done only by its journal, not by the hook's output. */
function outcomeOf(ended: Ended, root: string): Expected {
  if (keepsGoing(ended)) return 'go on';
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') return 'let go';
  opened.close();
  const { status, ending } = opened.run;
  const isDone = ending?.kind === 'verified' || ending?.kind === 'claimed';
  return status === 'completed' && isDone ? 'end' : 'let go';
}
