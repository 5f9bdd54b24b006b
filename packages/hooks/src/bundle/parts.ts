import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
// It runs the bundle's own parts and nothing else.
// oxlint-disable-next-line no-restricted-imports
import { Script } from 'node:vm';

/** What is to be kept of a part, and where. */
export interface Compiled {
  readonly script: Script;
  /** How often it was kept before, each time with what that event called besides. */
  readonly times: number;
  readonly path: string;
  /** How that path begins whatever the source is: what else lies there is of another source. */
  readonly family: string;
}

/** The parts of the bundle that an event needs. */
export interface Parts {
  /** Loads a part, or a module of Node; a part that is loaded twice is the same. */
  load(name: string): unknown;
  readonly compiled: readonly Compiled[];
}

/** So often it is kept: the first stop of a loop calls less than those after it. */
const TIMES = 8;

type Wrapped = (exports: object, load: Parts['load'], module: { exports: object }) => void;

/**
 * Loads parts as V8 compiled them when the same event came before, where the client names a folder in which that is
 * kept. Node's own compile cache is made when a file is loaded, and so holds none of the functions that are called.
 */
export function createParts(dataFolder: string | undefined, event: string): Parts {
  const folder =
    dataFolder !== undefined && isAbsolute(dataFolder) ? join(dataFolder, 'compiled') : undefined;
  const loaded = new Map<string, unknown>();
  const compiled: Compiled[] = [];

  function load(name: string): unknown {
    if (!loaded.has(name)) {
      const script = folder !== undefined && name.startsWith('./') ? compile(folder, name) : undefined;
      loaded.set(name, script ? run(script) : require(name));
    }
    return loaded.get(name);
  }

  function compile(into: string, name: string): Script | undefined {
    try {
      const filename = join(__dirname, name.slice('./'.length));
      const family = join(into, `${event}-${name.slice('./'.length)}-${process.version}-${process.arch}-`);
      // V8 asks for its own version and the length of the source; that it is the same file has to be asked for here.
      const { ino, ctimeMs } = statSync(filename);
      const path = `${family}${ino}-${ctimeMs}`;
      const kept = readKept(path);
      const cachedData = kept?.data;
      const source = `(function(exports,require,module){${readFileSync(filename, 'utf8')}\n})`;
      const script = new Script(source, { filename, ...(cachedData && { cachedData }) });
      const times = kept && script.cachedDataRejected === false ? kept.times : 0;
      if (times < TIMES) compiled.push({ script, times, path, family });
      return script;
    } catch {
      // Node's own way of loading it says what is wrong.
      return undefined;
    }
  }

  function run(script: Script): unknown {
    const module = { exports: {} };
    (script.runInThisContext() as Wrapped)(module.exports, load, module);
    return module.exports;
  }

  return { load, compiled };
}

/** What was kept, if it is whole. V8 doesn't look; it is kept twice, which is compared sooner than a sum is made. */
function readKept(path: string): { readonly data: Buffer; readonly times: number } | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return undefined;
  }
  const end = bytes.length - 1;
  const data = bytes.subarray(0, end / 2);
  const isWhole = data.length > 0 && data.equals(bytes.subarray(data.length, end));
  return isWhole ? { data, times: bytes[end] ?? 0 } : undefined;
}
