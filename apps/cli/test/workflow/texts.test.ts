import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectFile } from '../support/expect-file.ts';
import { createProject } from '../support/in-process.ts';
import { BY } from '../support/workflow.ts';

const SPEC = [
  'auth: POST /api/auth/token answers expired tokens with a ValidationError.',
  'Only src/auth.js changes, no new dependencies.',
  'All tests in npm test pass, and npm run lint is clean.',
  'Done when the PR is merged to main.',
].join('\n');

const SHAPE = [
  '# Shape',
  '## Criteria',
  '- tests pass: `test -f tests-pass`',
  '- the README names the error',
  '## mustNot',
  '- log tokens',
  '## Verification',
  '- execution output: npm test',
].join('\n');

/** Replaces values that differ in every run. */
function steady(text: string): string {
  return text
    .replaceAll(/-[0-9a-f]{12}\b/g, '-<evidence>')
    .replaceAll(/(loopId|leaseUntil|checkedAt|evidence): \S+/g, '$1: <varies>')
    .replaceAll(/\b[0-9a-f]{8}\b/g, '<id>')
    .replaceAll(/^(Time\s+).*$/gm, '$1<varies>');
}

test(
  'seeds 002 and 003: every text of a workflow from a vague wish to the ship box',
  { timeout: 240_000 },
  async () => {
    const project = createProject({ git: true });
    const story: string[] = [];
    const loop = async (line: string): Promise<string> => {
      const { code, stdout, stderr } = await project.line(line);
      const errors = stderr.startsWith('loop:') ? stderr : '';
      story.push(steady(`$ loop ${line}   # ${code}\n${stdout}${errors}`));
      return stdout;
    };

    const learned = /Learned (\w+):/.exec(
      await loop('learn "auth tokens are cached" --kind discovery --confidence 80 --scope auth'),
    )?.[1];
    await loop('recall "improve auth"');
    await loop('start "improve auth" --workflow');
    await loop(`recall confirm ${learned}`);
    await loop('task shape --question "Which endpoint?"');
    await loop('task shape');
    await loop('task shape "improve auth more"');
    project.write('.loop/shape/SPEC.md', SPEC);
    await loop('task shape --spec-file .loop/shape/SPEC.md');
    await loop('task plan');
    project.write(
      '.loop/shape/SHAPE.md',
      SHAPE.replace('log tokens', '').replace('- execution output', '- hope'),
    );
    await loop('task plan');
    project.write('.loop/shape/SHAPE.md', SHAPE);
    await loop('task plan');
    await loop(
      'task add "Add ValidationError" --active-form "Adding ValidationError" --verify "test -f error" --description "In src/errors.js"',
    );
    await loop(
      `task add "Reject expired tokens" --blocked-by T-001 --verify 'echo "1 of 2 tests failed"; test -f reject'`,
    );
    await loop('task add Circle --blocked-by 2,9 --verify true');
    await loop('task add Circle');
    await loop('task change 1 --blocked-by 2');
    await loop('task show 7');
    await loop('task list');
    await loop('task begin');
    await loop('task claim 1 --owner wave-1-1');
    await loop('task claim --owner late');
    await loop('task release 1 --owner late');
    await loop('task release --owner wave-1-1');
    await loop('task claim 1');
    project.write('error', '');
    await loop('task complete 1 --owner wave-1-1');
    await loop('task finish');
    await loop('status');
    await loop('task finish');
    await loop(`review --wave 1 --score 8 ${BY} --finding "WARNING: exports a private type"`);
    await loop('task begin');
    await loop('task complete 2 --owner wave-2-2');
    await loop('task list');
    await loop('task ask');
    await loop('task advise 2 "Compare against the clock of the server"');
    project.write('reject', '');
    await loop('task verify 2');
    await loop('task complete 2 --owner second-try');
    await loop('task finish');
    await loop(`review --wave 2 --score 7 ${BY} --finding "WARNING: the token is logged (mustNot 1)"`);
    await loop('review begin');
    await loop('review');
    await loop('gate');
    await loop('gate --confidence 90');
    await loop(`review thorough ${BY} --blockers 2`);
    await loop(`review thorough ${BY} --finding "SUGGESTION: shorter names"`);
    await loop('task complete 3');
    await loop('task complete 3 --note "read every line that writes the token"');
    await loop('task begin');
    await loop('review begin');
    await loop('review thorough');
    await loop(`review thorough ${BY}`);
    await loop('criterion tick "the README names the error"');
    await loop('gate --confidence 90');
    project.write('tests-pass', '');
    await loop('task complete 4');
    await loop('review begin');
    await loop(`review thorough ${BY} --finding "SUGGESTION: shorter names"`);
    await loop('gate --confidence 90');
    await loop('review settle Shorter --as accept --reason "the names are public"');
    await loop('next');
    await loop(
      'gate --confidence 90 --risk "Edge cases in validation" --alternative "Manual verification" --reversibility "Type 2B" --points 5',
    );
    await loop('next');

    expectFile('workflow.txt', story.join('\n'));
    expectFile('workflow-progress.txt', readFileSync(project.at('.loop/PROGRESS.md'), 'utf8'));
    const state = readFileSync(project.at('.loop/workflow-state.json'), 'utf8');
    expectFile('workflow-state.txt', state.replaceAll(/"\d{4}-[^"]*Z"/g, '"<instant>"'));
    expect(story.join('\n')).not.toContain('Something in loop itself went wrong');
  },
);
