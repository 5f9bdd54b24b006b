// Reads a message like a hook, in a fresh process, and reports the time. It loads the parser from the hook's own
// files, since the first message also pays for loading it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createReader } from '@loopwright/transcript/quick';

const require = createRequire(import.meta.resolve('@loopwright/hooks'));
const [, , path = '', rounds = '1'] = process.argv;
const message = readFileSync(path, 'utf8');
const times: { readonly wallMs: number; readonly cpuMs: number; readonly signals: number }[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const start = performance.now();
  const before = process.cpuUsage();
  // One reader per round: a reader caches its last message.
  const reader = createReader(
    () => require('./bundle/rare.cjs') as typeof import('@loopwright/transcript/remark'),
  );
  const signals = reader.detectSignals(message).length;
  reader.parseStatusBlock(message);
  const { user, system } = process.cpuUsage(before);
  times.push({ wallMs: performance.now() - start, cpuMs: (user + system) / 1000, signals });
}
process.stdout.write(JSON.stringify(times));
