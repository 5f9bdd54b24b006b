import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A project of the bench, with a folder next to it for other files. */
export interface Project {
  readonly path: string;
  readonly at: (name: string) => string;
  readonly beside: (name: string) => string;
  readonly remove: () => void;
}

/** Makes an empty project below the temporary folder. */
export function createProject(name: string): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), `loopwright-bench-${name}-`)));
  const path = join(base, 'project');
  mkdirSync(path);
  return {
    path,
    at: (file) => join(path, file),
    beside: (file) => join(base, file),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
