import { isAbsolute, join } from 'node:path';

/**
 * Has Node keep what it compiles from now on in the plugin's data folder, and take it from there the next time. Node
 * 22.1 and newer can do that; an older one, or a client that names no such folder, compiles at every stop.
 * Never throws: what can't be kept costs time only.
 */
export function keepCompiled(dataFolder: string | undefined): void {
  if (dataFolder === undefined || !isAbsolute(dataFolder)) return;
  try {
    process.getBuiltinModule('node:module').enableCompileCache?.(join(dataFolder, 'compiled'));
  } catch {
    // Denied: the hook runs without it.
  }
}
