// One stop of the smallest loop there is. Usage: node count.mjs <journal> <start at>. Prints one line when it blocks.
import { Journal, openAppendLog, openNumberedLog } from '../../dist/index.js';
import { counterProgram } from '../support/counter.mjs';
import { waitUntil } from './wait-until.mjs';

const [path, startAt] = process.argv.slice(2);
waitUntil(startAt);
const log = path.endsWith('.jsonl') ? openAppendLog(path) : openNumberedLog(path);
const submitted = new Journal(counterProgram, log).submit({ type: 'stop' });
if (submitted.status === 'recorded' && submitted.decision.answer === 'block') {
  process.stdout.write(`${JSON.stringify({ block: submitted.decision.number })}\n`);
}
