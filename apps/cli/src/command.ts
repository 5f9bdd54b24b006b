import { main } from './program/main.ts';
import { processHost } from './program/process-host.ts';

void main(processHost()).then((code) => {
  process.exitCode = code;
});
