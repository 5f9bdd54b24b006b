import { compileCache, configureTests } from '../../packages/testkit/vitest-config.ts';

// Stories run real clients, which take most of both cores while they start: two files at a time.
export default configureTests({ isolate: true, maxWorkers: 2, env: compileCache(import.meta.dirname) });
