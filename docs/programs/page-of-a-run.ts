// The journal of a run as a page for people and as Markdown for a pull request.
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderMarkdown, renderReport, toReports } from '@loopwright/report';
import { writeReport } from '@loopwright/report/node';
import { foldLog, openAppendLog, runPath, startRun } from '@loopwright/store';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
startRun(
  { root, sessionId: 'session-1' },
  {
    type: 'start',
    at: Date.now(),
    runId: 'run-1',
    session: 'session-1',
    frameId: 'frame-1',
    spec: 'Make the tests pass',
    criteria: [{ name: 'tests', check: { command: 'npm test' } }],
  },
);

const log = openAppendLog(runPath(root, 'session-1'));
if (typeof log === 'string') throw new Error(log);
const { steps, ignored } = foldLog(log);
const report = { runs: toReports({ steps, output: () => undefined, ignored }), unread: [] };

const page = join(root, 'report.html');
console.log(writeReport(page, renderReport(report)).status);
// → written
console.log(readFileSync(page, 'utf8').startsWith('<!doctype html>'));
// → true
console.log(renderMarkdown(report).includes('| tests |'));
// → true
