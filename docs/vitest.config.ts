import { compileCache, configureTests } from '../packages/testkit/vitest-config.ts';

export default configureTests({ env: compileCache(import.meta.dirname) });
