/** A user's program for each library, and the line that it prints. */
export const programs: Readonly<Record<string, readonly [source: string, prints: string]>> = {
  '@loopwright/core': [
    `import { type Command, decide, fold } from '@loopwright/core';
const start: Command = {
  type: 'start', at: 0, runId: 'r', session: 's', frameId: 'f', spec: 'do it', shape: 'tool', criteria: [{ name: 'it is done' }],
};
const run = fold(decide(undefined, start).events);
console.log(run?.status, decide(run, { type: 'stop', at: 1 }).verdict?.rule);`,
    'active continue',
  ],
  '@loopwright/scoring': [
    `import { scoreSpec, shapeForSpec } from '@loopwright/scoring';
const total: number = scoreSpec('Make it better').total;
console.log(total < 5, typeof shapeForSpec(9));`,
    'true string',
  ],
  '@loopwright/transcript': [
    `import { detectSignals, type Signal } from '@loopwright/transcript';
import { readTail } from '@loopwright/transcript/node';
const signals: readonly Signal[] = detectSignals('Done.\\n\\n<loop-done>COMPLETE</loop-done>');
console.log(signals[0]?.value, readTail('nowhere.jsonl'));`,
    'COMPLETE undefined',
  ],
  '@loopwright/store': [
    `import { openRun, runPath } from '@loopwright/store';
import { hasRun } from '@loopwright/store/presence';
const root: string = process.cwd();
console.log(openRun({ root, sessionId: 's' }).status, hasRun(root, 's'), runPath('/p', 's').length);`,
    'none false 36',
  ],
  '@loopwright/report': [
    `import { type Report, renderReport, toReports } from '@loopwright/report';
import { serveReport } from '@loopwright/report/node';
const report: Report = { runs: toReports({ steps: [], tails: new Map(), ignored: 0 }), unread: [] };
console.log(renderReport(report).slice(0, 15), typeof serveReport);`,
    '<!doctype html> function',
  ],
  '@loopwright/checks': [
    `import { checkResult, type TreeIdentity, treeIdentity } from '@loopwright/checks';
const gone: TreeIdentity = treeIdentity('/there/is/no/such/folder');
console.log(gone.status, typeof checkResult);`,
    'unknown function',
  ],
  '@loopwright/driver': [
    `import { driveRun, type Progress, transcriptPathOf } from '@loopwright/driver';
const kind: Progress['kind'] = 'begun';
console.log(kind, typeof driveRun, transcriptPathOf({ CLAUDE_CONFIG_DIR: '/c' }, '/a b', 's'));`,
    'begun function /c/projects/-a-b/s.jsonl',
  ],
  '@loopwright/hooks': [
    `import { dialects, type HookInput, parseHookInput } from '@loopwright/hooks';
const input: HookInput | undefined = parseHookInput({ session_id: 's', cwd: '/' });
console.log(input?.sessionId, dialects.ok({ kind: 'silent' }).stdout.trim());`,
    's {"ok":true}',
  ],
  '@loopwright/fleet': [
    `import { jobSchema, type Outcome, weighResult } from '@loopwright/fleet';
const outcome: Outcome = weighResult({ code: 0, reason: '', spentUsd: 1 }, { failures: 0 }, 0);
console.log(outcome.kind, jobSchema.parse({ key: 'k', repo: '/r', spec: 's' }).budgetUsd);`,
    'verified 25',
  ],
};
