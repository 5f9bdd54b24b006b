import { openRun } from '@loopwright/store';
import { type Ended, runProcess } from '../costs.ts';
import { type Figure, shareFigure } from '../figures.ts';
import { createProject, keepsGoing, SESSION, stopHook } from '../stage.ts';
import { type Expected, type FiledCase, loadCorpus } from './case.ts';
import { inputOf, stageCase } from './stage-case.ts';

/** The result of a case; `answer` is the hook's output, for debugging. */
export interface Outcome {
  readonly name: string;
  readonly family: string;
  readonly expect: Expected;
  readonly got: Expected;
  readonly answer: string;
}

const AT_ONCE = 4;

/** Runs the whole corpus against the built hook. */
export async function benchAccuracy(): Promise<readonly Figure[]> {
  const outcomes = await runCases(loadCorpus());
  const expecting = (expect: Expected): number => outcomes.filter((one) => one.expect === expect).length;
  const { falseCompletions, missedCompletions, trapped } = mistakesIn(outcomes);
  return [
    shareOf('false completions', falseCompletions, outcomes.length - expecting('end')),
    shareOf('missed completions', missedCompletions, expecting('end')),
    shareOf('held without need', trapped, expecting('let go')),
  ];
}

/** Runs cases, a few at a time. */
export async function runCases(cases: readonly FiledCase[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = cases.entries();
  const worker = async (): Promise<void> => {
    // The iterator is shared: each worker takes the next case.
    for (const [index, one] of waiting) outcomes[index] = await runCase(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}

/** Sets up a case in a new folder and runs the built hook as a process. */
async function runCase(testCase: FiledCase): Promise<Outcome> {
  const project = createProject('case');
  const { name, family, expect, env } = testCase;
  try {
    await stageCase(testCase, project);
    const ended = await runProcess(stopHook(process.execPath, project.path, inputOf(testCase, project), env));
    if (ended.code !== 0 && ended.code !== 2) throw new Error(`${name}: ${ended.stderr}`);
    return {
      name,
      family,
      expect,
      got: outcomeOf(ended, project.path),
      answer: ended.stdout || ended.stderr,
    };
  } finally {
    project.remove();
  }
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

type Mistake = 'falseCompletions' | 'missedCompletions' | 'trapped';

/** Sorts a hook's mistakes: let go with work left, not ended although proved, held without need. */
export function mistakesIn(outcomes: readonly Outcome[]): Readonly<Record<Mistake, readonly Outcome[]>> {
  return {
    falseCompletions: outcomes.filter(
      ({ expect, got }) => (expect === 'go on' && got !== 'go on') || (expect === 'let go' && got === 'end'),
    ),
    missedCompletions: outcomes.filter(({ expect, got }) => expect === 'end' && got !== 'end'),
    trapped: outcomes.filter(({ expect, got }) => expect === 'let go' && got === 'go on'),
  };
}

function shareOf(what: string, wrong: readonly Outcome[], of: number): Figure {
  const names = wrong.map(({ family, name }) => `${family}: ${name}`);
  return shareFigure(what, names, of);
}
