import { defineConfig } from 'vitest/config';

// Properties over many specs take as long as the machine is busy; time decides nothing here.
export default defineConfig({ test: { testTimeout: 120_000 } });
