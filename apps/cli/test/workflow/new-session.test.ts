// @module-tag deep
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createProject } from '../support/in-process.ts';
import { BY, CLEAR_SPEC, hear } from '../support/workflow.ts';

const SHAPE =
  '## Criteria\n- it is there: `test -f made`\n## mustNot\n- none\n## Verification\n- execution output\n';

test('issue 16: a new session reads tasks, waves, reviews and the gate from the journal, wherever it looks', async () => {
  const project = createProject({ git: true });
  const loop = (line: string): Promise<string> => hear(project, line);
  const read = (name: string): string => readFileSync(project.at('.loop', name), 'utf8');
  /** What another session hears when it starts here. */
  const announced = async (): Promise<string> => {
    const input = JSON.stringify({
      session_id: 'another',
      cwd: project.path,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    const { stdout } = await project.loop(['doctor', '--try', 'SessionStart'], { session: 'another', input });
    return (JSON.parse(stdout.split('\n')[0] ?? '') as { systemMessage: string }).systemMessage;
  };
  await loop(`start --workflow "${CLEAR_SPEC}"`);
  project.write('.loop/shape/SHAPE.md', SHAPE);
  await loop('task shape');
  await loop('task plan');
  await loop('task add One --verify "test -f made"');
  await loop('task add Two --verify "test -f made" --blocked-by 1');
  await loop('task begin');
  project.write('made', '');
  await loop('task complete 1');
  await loop('task finish');
  await loop(`review --wave 1 --score 8 ${BY} --finding "WARNING: no docs"`);
  await loop('task begin');

  expect(await announced()).toContain(
    [
      'Stage: executing | Spec: 8/10 | Fit: 55',
      'Progress: 1/2 tasks | Wave: 2',
      'Reviews: wave 1: 8/10',
      'Next: Read the tasks, continue waves',
    ].join('\n'),
  );
  expect(read('PROGRESS.md')).toContain('**Status:** Wave 2 of 2 |');
  expect(read('PROGRESS.md')).toContain('## ✅ Completed (Wave 1)\n- [x] T-001: One\n');
  expect(read('PROGRESS.md')).toContain('## 🔄 In Progress (Wave 2)\n- [ ] T-002: Two\n');
  expect(await loop('status')).toContain('Tasks\n✓ done  T-001  wave 1  One\n· open  T-002  wave 2  Two\n');

  await loop('task complete 2');
  await loop('task finish');
  await loop(`review --wave 2 --score 9 ${BY}`);
  await loop('review begin');
  await loop(`review thorough ${BY} --finding "BLOCKER: it leaks"`);
  expect(await announced()).toContain(
    [
      'Progress: 2/3 tasks | Wave: 2',
      'Reviews: wave 1: 8/10; wave 2: 9/10; thorough: 1 blockers remain',
    ].join('\n'),
  );
  expect(read('PROGRESS.md')).toContain('**Status:** Wave 3 of 3 |');
  expect(read('PROGRESS.md')).toContain('## ✅ Completed (Waves 1–2)\n');
  expect(read('summary.md')).toContain(
    '## Completed\n\n- [x] T-001: One\n- [x] T-002: Two\n\n## Remaining\n\n- [ ] T-003: Fix: it leaks\n',
  );

  await loop('task complete 3 --note "it leaks no more"');
  await loop('review begin');
  await loop(`review thorough ${BY}`);
  await loop('gate --confidence 90');
  expect(await announced()).toContain('Reviews: wave 1: 8/10; wave 2: 9/10; thorough: passed');
  expect(JSON.parse(read('workflow-state.json'))).toMatchObject({
    stage: 'complete',
    reviews: { wave_1: { score: 8, issues: 1 }, wave_2: { score: 9 }, thorough: { passed: true } },
  });
  expect(await loop('status')).toContain('everything is proved');
});
