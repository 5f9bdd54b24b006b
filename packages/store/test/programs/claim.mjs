// Takes a run over. Usage: node claim.mjs <root> <path of the journal> <session> <start at>
import { claimRun } from '../../dist/index.js';
import { waitUntil } from './wait-until.mjs';

const [root, path, sessionId, startAt] = process.argv.slice(2);
waitUntil(startAt);
process.stdout.write(`${claimRun({ root, path, sessionId, at: Date.now() }).status}\n`);
