// A worker: claims tasks one after the other through the built command, and completes them. `dieAfter` claims it is
// killed with a task in its hands.
import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const [command, owner, lease, dieAfter] = process.argv.slice(2);

function loop(...words) {
  const { stdout } = spawnSync(process.execPath, [command, 'task', ...words, '--json'], { encoding: 'utf8' });
  return JSON.parse(stdout);
}

for (let claims = 0; ;) {
  const { rejected, task, run } = loop('claim', '--owner', owner, '--lease', lease);
  if (rejected) {
    if (rejected.code !== 'nothing-free') throw new Error(rejected.message);
    if (run.frames[0].tasks.every(({ status }) => status === 'completed')) break;
    await wait(50);
    continue;
  }
  claims += 1;
  if (claims === Number(dieAfter)) process.kill(process.pid, 'SIGKILL');
  loop('complete', task.id, '--owner', owner, '--note', 'done by a worker');
}
