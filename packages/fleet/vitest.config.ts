import { configureTests, testState } from '../testkit/vitest-config.ts';

export default configureTests({ isolate: true, env: testState() });
