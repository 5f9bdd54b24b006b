// Many stops in one process, as fast as they go. Usage: node stops.mjs <root> <session> <count>. Prints the blocks.
import { importEdits, openRun, projectViews } from '../../dist/index.js';

const [root, sessionId, count] = process.argv.slice(2);
const blocks = [];
for (let index = 0; index < Number(count); index += 1) {
  const opened = openRun({ root, sessionId });
  if (opened.status !== 'open') break;
  const at = Date.now();
  importEdits(opened, at);
  // Something moves in every turn, so that no breaker speaks.
  opened.submit({ type: 'observe', at, tools: 1 });
  for (const action of ['untick', 'tick'])
    opened.submit({ type: 'criterion', at, action, name: 'moving', basis: 'observation' });
  const submitted = opened.submit({ type: 'stop', at, message: `m${process.pid}.${index}` });
  projectViews(opened, at);
  if (submitted.decision?.verdict?.kind === 'block') blocks.push(submitted.decision.verdict.iteration);
  opened.close();
}
process.stdout.write(JSON.stringify(blocks));
