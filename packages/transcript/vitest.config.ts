import { defineConfig } from 'vitest/config';

// Properties over thousands of documents take as long as the machine is busy; time decides nothing here.
export default defineConfig({ test: { testTimeout: 120_000 } });
