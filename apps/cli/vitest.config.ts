import { compileCache, configureTests, testState } from '../../packages/testkit/vitest-config.ts';

// Most tests here start processes, which wait for the disk more than they compute.
export default configureTests({
  maxWorkers: 3,
  env: { ...testState(), ...compileCache(import.meta.dirname) },
});
