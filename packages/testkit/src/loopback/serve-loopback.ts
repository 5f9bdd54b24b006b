import { createServer, type RequestListener, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An HTTP service for this machine only, also inside a network namespace. */
export interface LoopbackService {
  readonly url: string;
  readonly port: number;
  /** The same service on a socket file, for the relay inside a network namespace. */
  readonly socketPath: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves on 127.0.0.1 at a free port and on a socket file. An isolated client uses the file:
 * a network namespace has its own loopback, but shares the file system.
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
 * A server that never closes a connection itself. Node drops idle ones after five seconds. A client that sends
 * its next request at that moment gets ECONNRESET, which makes stories fail on a busy machine.
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
