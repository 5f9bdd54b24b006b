import { rmSync } from 'node:fs';
import { openRun } from '@loopwright/store';
import { expect, test } from 'vitest';
import { createProject } from '../support/in-process.ts';
import type { Project } from '../support/project.ts';
import { BY, CLEAR_SPEC, hear } from '../support/workflow.ts';

const SHAPE =
  '## Criteria\n- it is there: `test -f made`\n## mustNot\n- change the public API\n- log tokens: `test ! -f log.txt`\n## Verification\n- execution output\n';
const HEADLESS = { env: { LOOP_HEADLESS: '1' } } as const;

interface Workflow {
  readonly project: Project;
  readonly loop: (line: string) => Promise<string>;
}

/** A workflow at stage executing with one task. */
async function createWorkflow(more = ''): Promise<Workflow> {
  const project = createProject({ git: true });
  const loop = (line: string): Promise<string> => hear(project, line);
  await loop(`start --workflow "${CLEAR_SPEC}"`);
  project.write('.loop/shape/SHAPE.md', SHAPE);
  await loop('task shape');
  await loop(`task plan ${more}`);
  await loop('task add "Make the token expire" --verify "test -f made"');
  await loop('task begin');
  return { project, loop };
}

/** The same at stage review, reviewed, with everything made. */
async function createReviewed(findings = ''): Promise<Workflow> {
  const workflow = await createWorkflow();
  workflow.project.write('made', '');
  await workflow.loop('task complete 1');
  await workflow.loop('review begin');
  await workflow.loop(`review thorough ${BY} ${findings}`);
  return workflow;
}

test('what is known travels: a worker reads limits, earlier failures, the panel and lessons', async () => {
  const { loop } = await createWorkflow();
  await loop('learn "The clock of a token is in seconds" --scope auth');
  await loop('learn "Styles live in one file" --scope css');
  await loop('task claim 1 --owner one');
  await loop('task complete 1 --owner one');
  await loop('task fail 1 --reason "wrote it elsewhere"');
  await loop('task advise 1 "Write it where the check looks"');
  const known = [
    'Must not:',
    '1. change the public API',
    '2. log tokens (kept while this passes: test ! -f log.txt)',
    'Failed before:',
    '- its check failed (exit code 1)',
    '- wrote it elsewhere',
    'The panel recommends:',
    '- Write it where the check looks',
    'Learned before:',
    '- The clock of a token is in seconds',
  ];
  expect(await loop('task claim 1 --owner two')).toContain(known.join('\n'));
  await loop('task release 1');
  await loop('task finish');
  expect(await loop('task begin')).toContain(known.map((line) => `    ${line}`).join('\n'));
});

test('mustNot: reviewers of a wave and of the whole read every entry, and the tasks to be reviewed', async () => {
  const { project, loop } = await createWorkflow();
  const limits =
    'Must not:\n1. change the public API\n2. log tokens (kept while this passes: test ! -f log.txt)\n';
  expect(await loop('review')).toContain(`${limits}Nothing was found so far.`);
  project.write('made', '');
  await loop('task complete 1');
  expect(await loop('task finish')).toContain(`To be reviewed: T-001 Make the token expire.\n${limits}`);
});

test('seed 002: a light review is from two or three views, the thorough one from three or four', async () => {
  const { loop } = await createWorkflow();
  expect(await loop('review thorough --reviewer "security, delivery, security"')).toContain(
    'A thorough review takes three or four reviewers, each with another view; named: security, delivery.',
  );
  await loop('task finish');
  const light = (views: string): Promise<string> => loop(`review --wave 1 --score 8 --reviewer "${views}"`);
  expect(await light('delivery')).toContain(
    'A light review takes two or three reviewers, each with another view; named: delivery.',
  );
  expect(await light('idiom, delivery')).toContain('Wave 1: 8/10, 0 issues, 0 blockers (informational).');
});

test('the gate runs the checks of tasks and of mustNot on the work tree as it is', async () => {
  const { project, loop } = await createReviewed();
  project.write('log.txt', 'token');
  const failed = await loop('gate --confidence 90');
  expect(failed).toContain('- T-002: Undo what breaks mustNot 2: log tokens (exit code 1)');
  expect(failed).not.toContain('Every criterion is met');
  rmSync(project.at('log.txt'));
  await loop('task complete 2');
  expect(await loop('gate --confidence 90')).toContain('- thorough review');
  await loop(`review thorough ${BY}`);
  const passed = await loop('gate --confidence 90');
  expect(passed).toContain('All tasks verified:');
  expect(passed).toContain('│ Verified: execution output         │');
  expect(passed).toContain("Next: loop learn '<what was learned>'");
});

test('a gate that fails asks for one panel about one failure', async () => {
  const { project, loop } = await createWorkflow();
  await loop('task change 1 --verify "test -d ." --reason "the folder is enough"');
  await loop('task complete 1');
  await loop('review begin');
  await loop(`review thorough ${BY}`);
  await loop('verify');
  expect(await loop('gate --confidence 90')).toContain('it is there');
  const opened = openRun({ root: project.path, sessionId: project.session });
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.close();
  const asked = opened.run.frames[0]?.notes.filter(({ kind }) => kind === 'ask-panel');
  expect(asked).toEqual([{ kind: 'ask-panel', subject: 'it is there' }]);
});

test('a gate that passed says nothing of a later work tree', async () => {
  const { project, loop } = await createReviewed();
  expect(await loop('gate --confidence 90')).toContain('The gate passed.');
  expect(await loop('next')).toContain('everything is proved');
  project.write('more.js', 'let later;');
  expect(await loop('next')).toContain("Next: loop gate --confidence '<0-100>'");
});

test('a completed task whose check no longer passes is work again', async () => {
  const { project, loop } = await createWorkflow();
  project.write('part', '');
  await loop('task add "Another part" --verify "test -f part"');
  project.write('made', '');
  await loop('task complete 1');
  await loop('task complete 2');
  await loop('review begin');
  await loop(`review thorough ${BY}`);
  rmSync(project.at('part'));
  expect(await loop('gate --confidence 90')).toContain(
    '- T-003: Make it hold again: T-002 Another part (exit code 1)',
  );
});

test('a changed check needs a reason, which the gate and the ship box show', async () => {
  const { project, loop } = await createWorkflow();
  expect(await loop('task change 1 --verify true')).toContain('is proved by: test -f made');
  await loop('task change 1 --verify "test -e made" --reason "it may be a folder"');
  project.write('made', '');
  await loop('task complete 1');
  await loop('review begin');
  expect(await loop('gate --confidence 90')).toContain('check changed: it may be a folder');
  await loop(`review thorough ${BY}`);
  expect(await loop('gate --confidence 90')).toContain(
    '- T-001: ✓ Make the token expire (check changed: it may be a folder)',
  );
});

test('interactive resolution: each finding waits for the choice of the user', async () => {
  const { loop } = await createReviewed('--finding "WARNING: no docs" --finding "SUGGESTION: names"');
  expect(await loop('gate --confidence 90')).toContain('- what the user chooses for: WARNING: no docs');
  expect(await loop('review settle "no docs"')).toContain('What did the user choose?');
  expect(await loop('review settle "no docs" --as accept')).toContain('What did the user choose?');
  await loop('review settle "no docs" --as accept --reason internal');
  expect(await loop('review settle names --as fix')).toContain('T-002 fixes it: names');
  await loop('task complete 2 --note renamed');
  await loop('review begin');
  expect(await loop(`review thorough ${BY}`)).toContain('- WARNING: no docs → accept: internal');
  const passed = await loop('gate --confidence 90');
  expect(passed).toContain('- WARNING: no docs (accept: internal)');
  expect(passed).toContain('│ Findings: 1 accepted               │');
});

test('interactive resolution: a blocker is fixed, whatever is chosen', async () => {
  const { loop } = await createReviewed('--finding "BLOCKER: tokens are logged"');
  expect(await loop('review settle tokens --as accept --reason fine')).toContain('A blocker is fixed');
});

test('headless, the gate lists what nobody could choose', async () => {
  const { project } = await createReviewed('--finding "WARNING: no docs"');
  const { stdout } = await project.loop(['gate', '--confidence', '90'], HEADLESS);
  expect(stdout).toContain('- WARNING: no docs (follow-up: nobody was there to ask)');
});

test('seed 002: the familiarity with the domain adds to the fit', async () => {
  const { loop } = await createWorkflow('--familiarity 10');
  expect(await loop('task shape')).toContain('Fit: 65');
});

test('seed 002: points that are given count in the fit, also later', async () => {
  const { loop } = await createWorkflow();
  expect(await loop('task shape --score 6')).toContain('Spec: 6/10 | Fit: 45');
  await loop('task plan --familiarity 5');
  expect(await loop('task shape')).toContain('Spec: 6/10 | Fit: 50');
});

test('seed 000: a cancelled loop reports completed and remaining work', async () => {
  const { loop } = await createReviewed('--finding "BLOCKER: tokens are logged"');
  expect(await loop('cancel')).toContain(
    'Completed:\n- T-001: Make the token expire\nRemaining:\n- T-002: Fix: tokens are logged',
  );
});

test('recall prints the lessons that a new loop with a similar spec gets', async () => {
  const { loop } = await createWorkflow();
  await loop('learn "Expired tokens are cached" --scope auth');
  await loop('learn "Styles live in one file" --scope css');
  const [, id = ''] = /^(\w{8}) .*Expired tokens/m.exec(await loop('recall')) ?? [];
  expect(await loop('recall')).toContain(`would be shown: ${id}\n`);
});

test('a running workflow takes over what the user confirms, and lets go of what is dismissed', async () => {
  const { project, loop } = await createWorkflow();
  const [, id = ''] = /Learned (\w{8})/.exec(await loop('learn "Expired tokens are cached"')) ?? [];
  const recalled = async (): Promise<readonly string[] | undefined> =>
    (await project.json('status')).run?.frames[0]?.workflow?.recallSurfaced;
  await loop(`recall confirm ${id}`);
  expect(await recalled()).toEqual(['Expired tokens are cached']);
  await loop(`recall dismiss ${id}`);
  expect(await recalled()).toEqual([]);
});

test('what was edited after the thorough review is looked at again, or a reason stays on record', async () => {
  const { project, loop } = await createReviewed();
  project.write('docs/late.md', 'one');
  const asked = await loop('gate --confidence 90');
  expect(asked).toContain('- a look at what changed since the thorough review: docs/late.md.');
  await loop(`review thorough ${BY}`);
  project.write('docs/late.md', 'two');
  expect(await loop('gate --confidence 90')).toContain('docs/late.md');
  // One reason is enough, so no edit asks for ever.
  const passed = await loop('gate --confidence 90 --unreviewed "a typo in the docs"');
  expect(passed).toContain('The gate passed.');
  expect(passed).toContain('Unreviewed: a typo in the docs');
});
