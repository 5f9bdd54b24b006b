import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
// It runs only the bundle's own parts.
// oxlint-disable-next-line no-restricted-imports
import { Script } from 'node:vm';

/** A compiled part, and the file for its code cache. */
export interface Compiled {
  readonly script: Script;
  /** How often the cache was written before. Each time it holds more of the functions that the event calls. */
  readonly times: number;
  readonly path: string;
  /** The start of that path, without the source's identity. Other files with this start belong to older sources. */
  readonly family: string;
}

/** The parts of the bundle that an event needs. */
export interface Parts {
  /** Loads a part, or a module of Node; a part that is loaded twice is the same. */
  load(name: string): unknown;
  readonly compiled: readonly Compiled[];
}

/** How often the cache is written: the first stop of a loop calls fewer functions than later ones. */
const TIMES = 8;

type Wrapped = (exports: object, load: Parts['load'], module: { exports: object }) => void;

/**
 * Loads parts with the code that V8 compiled for the same event before, if the client names a data folder. Node's own
 * compile cache is made when a file is loaded, so it lacks the functions that are called later.
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
      // V8 checks its own version and the length of the source. The path checks that it is the same file.
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
      // `require` reports the error.
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

/**
 * Reads a cache if it is undamaged and only this user can have written it: it is code. V8 checks neither. Stored twice:
 * comparing is cheaper than hashing.
 */
function readKept(path: string): { readonly data: Buffer; readonly times: number } | undefined {
  let bytes: Buffer;
  try {
    const file = openSync(path, 'r');
    const { mode, uid } = fstatSync(file);
    const isOwn = (mode & 0o022) === 0 && (!process.getuid || uid === process.getuid());
    bytes = isOwn ? readFileSync(file) : Buffer.alloc(0);
    closeSync(file);
  } catch {
    return undefined;
  }
  const end = bytes.length - 1;
  const data = bytes.subarray(0, end / 2);
  const isWhole = data.length > 0 && data.equals(bytes.subarray(data.length, end));
  return isWhole ? { data, times: bytes[end] ?? 0 } : undefined;
}
