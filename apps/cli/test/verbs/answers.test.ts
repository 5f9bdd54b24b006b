import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLoop } from '../support/in-process.ts';
import { publishedAnswers, toJsonSchema } from '../support/published-answers.ts';

test('the published JSON Schema is that of the answers; UPDATE=1 writes it', () => {
  const path = new URL('../../answers.schema.json', import.meta.url);
  const text = `${JSON.stringify(toJsonSchema(), null, 2)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, 'utf8'));
});

test('status, list and verify answer with the run as it is recorded, in the published form', async () => {
  const project = await createLoop(['--check', 'tests=true', '--criteria', 'docs']);
  const verified = publishedAnswers.verify.parse(await project.json('verify'));
  expect(verified).toMatchObject({
    ok: true,
    results: [{ criterion: 'tests', outcome: 'proved', passed: true }],
    criteria: [
      { name: 'docs', state: 'unmet' },
      { name: 'tests', state: 'proved' },
    ],
  });
  const { run } = publishedAnswers.status.parse(await project.json('status'));
  expect(run).toMatchObject({ id: verified.run.id, frames: [{ spec: 'Do the work', iteration: 0 }] });
  const { runs } = publishedAnswers.list.parse(await project.json('list'));
  expect(runs).toMatchObject([{ id: verified.run.id, project: project.path, state: 'active' }]);
});
