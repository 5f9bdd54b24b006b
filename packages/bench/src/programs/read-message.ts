// Reads a message like a hook, in a fresh process, and reports the time. It loads the parser from the hook's own
// files, since the first message also pays for loading it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createReader } from '@loopwright/transcript/quick';

const require = createRequire(import.meta.resolve('@loopwright/hooks'));
const message = readFileSync(process.argv[2] ?? '', 'utf8');
const start = performance.now();
const before = process.cpuUsage();
const reader = createReader(
  () => require('./bundle/parser.cjs') as typeof import('@loopwright/transcript/remark'),
);
const signals = reader.detectSignals(message).length;
reader.parseStatusBlock(message);
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({ wallMs: performance.now() - start, cpuMs: (user + system) / 1000, signals }),
);
