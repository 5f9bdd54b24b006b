import { expect, test } from 'vitest';

// Loaded by the test itself: a schema that can't be built leaves other files without tests, unnoticed.
test.each([
  ['commands', () => import('../../src/schemas/command.ts')],
  ['events', () => import('../../src/schemas/event.ts')],
  ['runs', () => import('../../src/schemas/run.ts')],
  ['state.json', () => import('../../src/schemas/criteria-state.ts')],
  ['workflow-state.json', () => import('../../src/schemas/workflow-state.ts')],
  ['the stack message', () => import('../../src/schemas/stack-state.ts')],
])('the schemas of %s can be built', async (_of, load) => {
  await expect(load()).resolves.toBeDefined();
});
