import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoopbackService } from '../loopback/serve-loopback.ts';

/** How a command is cut off from the network: by its own namespace, or by a closed proxy port. */
export type Isolation = 'network namespace' | 'closed proxy';

/** The command to start, and the extra environment that it needs. */
export interface IsolatedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly isolation: Isolation;
}

/**
 * Wraps a command so that it reaches the named services on loopback and nothing else. Where the
 * system gives us no network namespace, every address but loopback goes to a proxy on a closed port.
 */
export function isolate(
  command: readonly [string, ...string[]],
  services: readonly LoopbackService[],
): IsolatedCommand {
  const unshare = findUnshare();
  if (unshare === undefined) {
    const [first, ...rest] = command;
    return { command: first, args: rest, env: closedProxy, isolation: 'closed proxy' };
  }
  const routes = services.map(({ port, socketPath }) => `${port}=${socketPath}`).join(',');
  return {
    command: 'unshare',
    args: [
      ...unshare,
      'sh',
      '-c',
      'ip link set lo up && exec "$@"',
      'sh',
      process.execPath,
      relayEntry,
      routes,
      ...command,
    ],
    env: {},
    isolation: 'network namespace',
  };
}

/** How commands are isolated on this machine. */
export function isolationHere(): Isolation {
  return findUnshare() === undefined ? 'closed proxy' : 'network namespace';
}

// Port 9 is "discard", which nothing serves any more: a connection is refused at once.
const closedProxy = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
  // Node's own fetch reads these variables only with NODE_USE_ENV_PROXY.
  NODE_USE_ENV_PROXY: '1',
};

// The relay is next to the bundle, or next to this file when run from source.
const relayEntry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? 'relay-entry.ts' : 'relay-entry.js', import.meta.url),
);

let found: { readonly args: readonly string[] | undefined } | undefined;

/** The arguments for a working `unshare`: as root, or with user namespaces; undefined if it doesn't work. */
function findUnshare(): readonly string[] | undefined {
  found ??= { args: [['-n'], ['-r', '-n']].find(canUnshare) };
  return found.args;
}

function canUnshare(args: readonly string[]): boolean {
  const tried = spawnSync('unshare', [...args, 'sh', '-c', 'ip link set lo up'], { stdio: 'ignore' });
  return tried.status === 0;
}
