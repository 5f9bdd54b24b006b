#!/usr/bin/env node
import { createRequire } from 'node:module';
import { processHost } from 'loopwright/src/parts.ts';
import { runFleet } from './command.ts';
import manifest from '../package.json' with { type: 'json' };

if (['--version', '-V', '-v'].includes(process.argv[2] ?? '')) {
  process.stdout.write(`${manifest.version}\n`);
} else {
  // The command that works on a job is the one that this package depends on.
  const script = createRequire(import.meta.url).resolve('loopwright/dist/loop.cjs');
  process.exitCode = await runFleet({ ...processHost(), script }, 'loop-fleet');
}
