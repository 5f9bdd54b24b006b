import { timingSafeEqual } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

/** The most bytes of a message: a bundle and its envelope. */
const MAX_MESSAGE = 32 * 1024 * 1024;
const HEADER = 4;

type Call = (name: string, args: readonly unknown[]) => Promise<unknown>;

interface Request {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly code?: string };
}

/**
 * Lets other processes make calls that know the key: other users of the machine can knock, and hear nothing. Rejects with EADDRINUSE while another process has
 * the door.
 */
export async function openDoor(
  path: string,
  key: Buffer,
  call: Call,
): Promise<{ readonly close: () => Promise<void> }> {
  const guests = new Set<Socket>();
  const server = createServer((socket) => {
    guests.add(socket);
    socket.on('close', () => guests.delete(socket));
    socket.on('error', () => undefined);
    let isKnown = false;
    readMessages(socket, (body) => {
      if (!isKnown) {
        isKnown = body.length === key.length && timingSafeEqual(body, key);
        if (!isKnown) socket.destroy();
        return;
      }
      const { id, name, args } = deserialize(body) as Request;
      const answer = (reply: Omit<Reply, 'id'>): void => void socket.write(toMessage({ id, ...reply }));
      call(name, args).then(
        (result) => answer({ result }),
        (error: unknown) => answer({ error: describe(error) }),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    close: async () => {
      for (const guest of guests) guest.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Makes calls through the door of another process. Every call rejects once that process is gone. */
export async function enterDoor(
  path: string,
  key: Buffer,
): Promise<{ readonly call: Call; readonly close: () => void; readonly isOpen: () => boolean }> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect(path, () => resolve(opening));
    opening.once('error', reject);
  });
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  let [last, isOpen] = [0, true];
  const shut = (): void => {
    isOpen = false;
    for (const { reject } of waiting.values()) reject(new Error('The process that had the folder is gone.'));
    waiting.clear();
  };
  socket.on('error', shut).on('close', shut);
  socket.write(framed(key));
  readMessages(socket, (body) => {
    const { id, result, error } = deserialize(body) as Reply;
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.reject(Object.assign(new Error(error.message), error));
    else one?.resolve(result);
  });
  return {
    isOpen: () => isOpen,
    close: () => socket.destroy(),
    call: async (name, args) =>
      new Promise((resolve, reject) => {
        if (!isOpen) return void reject(new Error('The process that had the folder is gone.'));
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.write(toMessage({ id: last, name, args }));
      }),
  };
}

function toMessage(value: Request | Reply): Buffer {
  return framed(serialize(value));
}

/** A message behind its length. */
function framed(body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

function readMessages(socket: Socket, onMessage: (body: Buffer) => void): void {
  let held = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    held = Buffer.concat([held, data]);
    while (held.length >= HEADER && !socket.destroyed) {
      const size = held.readUInt32BE(0);
      if (size > MAX_MESSAGE) return void socket.destroy();
      if (held.length < HEADER + size) return;
      const body = held.subarray(HEADER, HEADER + size);
      held = held.subarray(HEADER + size);
      onMessage(body);
    }
  });
}

function describe(error: unknown): { readonly message: string; readonly code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
  };
}
