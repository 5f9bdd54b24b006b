import { createServer, type RequestListener, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An HTTP service that can be reached from this machine only, from inside a network namespace too. */
export interface LoopbackService {
  readonly url: string;
  readonly port: number;
  /** The same service on a socket file, for the relay inside a network namespace. */
  readonly socketPath: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves on 127.0.0.1 at a free port and on a socket file. The file is what lets an isolated client
 * through: a network namespace has its own loopback, but the file system is shared.
 */
export async function serveLoopback(listener: RequestListener): Promise<LoopbackService> {
  const folder = await mkdtemp(join(tmpdir(), 'lw-svc-'));
  const socketPath = join(folder, 's');
  const onPort = createLastingServer(listener);
  const onSocket = createLastingServer(listener);
  await listening(onPort, () => onPort.listen(0, '127.0.0.1'));
  await listening(onSocket, () => onSocket.listen(socketPath));
  const { port } = onPort.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    socketPath,
    close: async () => {
      await Promise.all([closed(onPort), closed(onSocket)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A server that never ends a connection by itself. Node drops idle ones after five seconds; a client that sends
 * its next request in that very moment gets ECONNRESET, which on a busy machine is a story that fails.
 */
function createLastingServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }, listener);
}

async function listening(server: Server, listen: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', resolve);
    listen();
  });
}

async function closed(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
