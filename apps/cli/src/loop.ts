#!/usr/bin/env node
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

if (['--version', '-V', '-v'].includes(process.argv[2] ?? '')) {
  process.stdout.write(`${manifest.version}\n`);
} else {
  const { enableCompileCache } = process.getBuiltinModule('node:module');
  const { XDG_CACHE_HOME: caches = '' } = process.env;
  // Node 22.1 and later keep the compiled code of files that are loaded from here on: it takes half of the start.
  enableCompileCache?.(join(isAbsolute(caches) ? caches : join(homedir(), '.cache'), 'loopwright'));
  require('./command.cjs');
}
