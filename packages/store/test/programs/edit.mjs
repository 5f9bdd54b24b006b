// Edits state.json the way Claude's Edit tool does: read, look whether it changed meanwhile, write beside it, rename.
// Usage: node edit.mjs <root> <criteria to tick, from> <to>
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [root, from, to] = process.argv.slice(2);
const path = join(root, '.loop', 'state.json');

function editOnce(name) {
  try {
    const { mtimeMs } = statSync(path);
    const state = JSON.parse(readFileSync(path, 'utf8'));
    state.criteriaStatus[name] = true;
    const temp = `${path}.edit.${process.pid}`;
    writeFileSync(temp, JSON.stringify(state, null, 2), { mode: 0o600 });
    if (statSync(path).mtimeMs !== mtimeMs) return false;
    renameSync(temp, path);
    return true;
  } catch {
    return false;
  }
}

for (let index = Number(from); index < Number(to); index += 1) {
  while (!editOnce(`c${index}`));
}
