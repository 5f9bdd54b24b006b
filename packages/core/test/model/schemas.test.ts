import { expect, test } from 'vitest';

// Loaded by the test itself: a schema that can't even be built leaves other files without tests, which nobody misses.
test.each([
  ['commands', () => import('../../src/model/command.ts')],
  ['events', () => import('../../src/model/event.ts')],
  ['runs', () => import('../../src/model/run.ts')],
  ['state.json', () => import('../../src/views/criteria-state-schema.ts')],
  ['workflow-state.json', () => import('../../src/views/workflow-state-schema.ts')],
  ['the stack message', () => import('../../src/views/stack-state-schema.ts')],
])('the schemas of %s can be built', async (_of, load) => {
  await expect(load()).resolves.toBeDefined();
});
