import { expect, test } from 'vitest';

// Loaded by the test itself: a schema that can't be built leaves other files without tests, unnoticed.
test.each([
  ['commands', () => import('../../src/model/command.ts')],
  ['events', () => import('../../src/model/event.ts')],
  ['runs', () => import('../../src/model/run.ts')],
  ['the files of the seeds', () => import('../../src/model/view-files.ts')],
])('the schemas of %s can be built', async (_of, load) => {
  await expect(load()).resolves.toBeDefined();
});
