// Puts marks on record until it is killed, and acknowledges each one after it is on record.
// Usage: node append.mjs <journal> <name> <count> <bytes a mark>
import { writeSync } from 'node:fs';
import { Journal, openAppendLog, openNumberedLog } from '../../dist/index.js';
import { counterProgram } from '../support/counter.mjs';

const [path, name, count, bytes] = process.argv.slice(2);
const log = path.endsWith('.jsonl') ? openAppendLog(path) : openNumberedLog(path);
const journal = new Journal(counterProgram, log);
for (let index = 0; index < Number(count); index += 1) {
  const id = `${name}.${index}`;
  const submitted = journal.submit({ type: 'mark', id: id.padEnd(Number(bytes), '.') });
  if (submitted.status !== 'recorded') break;
  writeSync(1, `${id}\n`);
}
