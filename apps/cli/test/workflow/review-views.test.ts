import { expect, test } from 'vitest';
import { viewsOf } from '../../src/workflow/review-views.ts';

test.each([
  ['Rename parse to read', ['idiom', 'delivery']],
  ['Let the token expire', ['idiom', 'delivery', 'security']],
  ['Add a table for users', ['idiom', 'delivery', 'data']],
  ['Answer in p95 under 100 ms', ['idiom', 'delivery', 'cost']],
  ['Add the flag --dry-run', ['idiom', 'delivery', 'interface']],
  ['Write the guide', ['idiom', 'delivery', 'reader']],
  ['Name the token in the guide', ['idiom', 'delivery', 'security']],
])('seed 002: two or three views by the aspects of the tasks: %s', (subject, names) => {
  const views = viewsOf([
    { subject: 'Tidy up', description: '' },
    { subject: 'Part two', description: subject },
  ]);
  expect(views.map((view) => view.slice(0, view.indexOf(':')))).toEqual(names);
});
