import { configureTests } from './vitest-config.ts';

// Each test runs a real client for a second or two and mostly waits, so files may overlap.
export default configureTests({ isolate: true, maxWorkers: 3 });
