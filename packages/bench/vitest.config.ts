import { configureTests, testState } from '../testkit/vitest-config.ts';

// The corpus starts several hundred processes, which is slow on a busy machine.
export default configureTests({ isolate: true, testTimeout: 480_000, env: testState() });
