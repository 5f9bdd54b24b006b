import { configureTests, testState } from '../testkit/vitest-config.ts';

export default configureTests({ env: testState() });
