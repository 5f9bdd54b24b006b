import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A state folder for all tests of a package, so that no start of theirs is remembered in the developer's own. */
export function testState(): { readonly XDG_STATE_HOME: string } {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-state-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { XDG_STATE_HOME: folder };
}
