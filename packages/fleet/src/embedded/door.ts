import { timingSafeEqual } from 'node:crypto';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { codeOf } from '../fleet-error.ts';

type Call = (name: string, args: readonly unknown[]) => Promise<unknown>;

/** The result of a call, or its error. */
interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly code?: unknown };
}

/** Lets other processes make calls that know the key: other users of the machine can knock, and hear nothing. */
export async function openDoor(
  path: string,
  key: Buffer,
  call: Call,
): Promise<{ readonly close: () => Promise<void> }> {
  const server = createServer((asked, answer) => {
    const typed = Buffer.from(asked.headers.authorization ?? '', 'hex');
    if (typed.length !== key.length || !timingSafeEqual(typed, key)) return void asked.destroy();
    buffer(asked)
      .then(async (body) => replyTo(call, ...(deserialize(body) as Parameters<Call>)))
      .then(
        (reply) => answer.end(serialize(reply)),
        () => asked.destroy(),
      );
  });
  // Node would answer that it does not understand.
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function replyTo(call: Call, name: string, args: readonly unknown[]): Promise<Reply> {
  try {
    return { result: await call(name, args) };
  } catch (error) {
    if (!(error instanceof Error)) return { error: { message: String(error) } };
    return { error: { message: error.message, code: codeOf(error) } };
  }
}

/** Makes calls through the door of another process. Every call rejects once that process is gone. */
export function enterDoor(
  path: string,
  key: Buffer,
): { readonly call: Call; readonly isOpen: () => boolean } {
  let isOpen = true;
  const ask = async (body: Buffer): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: key.toString('hex') };
      request({ socketPath: path, method: 'POST', headers, agent: false }, (answer) => {
        buffer(answer)
          .then((said) => resolve(deserialize(said) as Reply))
          .catch(reject);
      })
        .on('error', reject)
        .end(body);
    });
  return {
    isOpen: () => isOpen,
    call: async (name, args) => {
      const { result, error } = await ask(serialize([name, args])).catch((cause: unknown) => {
        isOpen = false;
        throw new Error('The process that had the folder is gone.', { cause });
      });
      if (error) throw Object.assign(new Error(error.message), error);
      return result;
    },
  };
}
