// Gets a signal in the middle of a write. Usage: node signalled.mjs <root> <signal>. Ends with 0 if that was lost.
import fs from 'node:fs';
import { writeEvidence } from '../../dist/index.js';

const [root, signal] = process.argv.slice(2);
const { writeSync } = fs;
fs.writeSync = (...args) => {
  process.kill(process.pid, signal);
  return writeSync(...args);
};
writeEvidence(root, 'output', 'of a check');
setTimeout(() => process.exit(0), 5000);
