import { configureTests } from '../testkit/vitest-config.ts';

export default configureTests();
