import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveReport } from '../../src/node/serve-report.ts';

interface Served {
  readonly port: number;
  /** The path of the page, with the token. */
  readonly at: string;
  /** Makes the page another one. */
  change(page: string): void;
  end(): Promise<void>;
}

async function serve(page = '<!doctype html>one'): Promise<Served> {
  const end = new AbortController();
  let current = page;
  let done: Promise<void> = Promise.resolve();
  const url = await new Promise<string>((resolve, reject) => {
    const live = { version: () => current, page: () => current };
    done = serveReport(live, { signal: end.signal, onListening: resolve });
    done.catch(reject);
  });
  const stop = async (): Promise<void> => {
    end.abort();
    await done;
  };
  onTestFinished(stop);
  return {
    port: Number(new URL(url).port),
    at: new URL(url).pathname,
    change: (next) => {
      current = next;
    },
    end: stop,
  };
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks with any headers, which `fetch` would not send. */
async function ask(
  port: number,
  path: string,
  options: { method?: string; host?: string } = {},
): Promise<Answered> {
  const { method = 'GET', host = `127.0.0.1:${port}` } = options;
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method, headers: { Host: host }, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (body += piece));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

describe('the server', () => {
  it('gives the page as it is now', async () => {
    const served = await serve();
    expect((await ask(served.port, served.at)).body).toBe('<!doctype html>one');
    served.change('<!doctype html>two');
    expect((await ask(served.port, `${served.at}?fresh`)).body).toBe('<!doctype html>two');
  });

  it('lets the page load nothing and not be framed', async () => {
    const { port, at } = await serve();
    const { headers } = await ask(port, at);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/=]{44}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1.evil.example:1', '[::1]:80'])(
    'refuses the host %j, also if its name points at this address',
    async (host) => {
      const { port, at } = await serve('secret');
      const answered = await ask(port, at, { host });
      expect([answered.status >= 400, answered.body.includes('secret')]).toEqual([true, false]);
    },
  );

  it('knows itself as localhost too', async () => {
    const { port, at } = await serve();
    expect((await ask(port, at, { host: `localhost:${port}` })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('answers no %s', async (method) => {
    const { port, at } = await serve();
    const answered = await ask(port, at, { method });
    expect([answered.status, answered.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['../package.json', '%2e%2e/etc/passwd', 'index.html', '/', '/evil.example/', 'events/'])(
    'has nothing at %s below the token',
    async (path) => {
      const { port, at } = await serve();
      expect((await ask(port, at + path)).status).toBe(404);
    },
  );

  it('has nothing without the whole token, for other users of the machine', async () => {
    const { port, at } = await serve('secret');
    const other = (await serve()).at;
    const last = at.at(-2) === 'A' ? 'B' : 'A';
    const paths = [
      '/',
      '//',
      '/events',
      '/?t',
      at.slice(0, -1),
      at.slice(0, -2),
      `${at.slice(0, -2)}${last}/`,
    ];
    for (const path of [
      ...paths,
      other,
      `${other}events`,
      `/x${at}`,
      at.toUpperCase(),
      `/${'A'.repeat(5000)}/`,
    ]) {
      const { status, body } = await ask(port, path);
      expect([path, status, body.includes('secret')]).toEqual([path, 404, false]);
    }
    expect(at).toMatch(/^\/[\w-]{32}\/$/);
  });

  it.each([
    ['nothing', ''],
    ['half a header', 'GET / HTTP/1.1\r\nHost: 127'],
  ])('closes a connection that sends %s', async (_name, sent) => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1');
    socket.resume().write(sent);
    const isClosed = await new Promise<boolean>((resolve) => {
      socket.on('close', () => resolve(true));
      socket.on('error', () => resolve(true));
    });
    expect(isClosed).toBe(true);
  });

  it('listens on the loopback address alone', async () => {
    const { port } = await serve();
    const others = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? [])
        .filter(({ internal, family }) => !internal && family === 'IPv4')
        .map(({ address }) => address),
    );
    for (const host of [...others, '127.0.0.2']) {
      const socket = connect(port, host);
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.on('connect', () => resolve(true));
        socket.on('error', () => resolve(false));
      });
      socket.destroy();
      expect([host, isOpen]).toEqual([host, false]);
    }
  });

  it('answers HEAD without a body, and has no icon', async () => {
    const { port, at } = await serve();
    expect(await ask(port, at, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    expect((await ask(port, '/favicon.ico')).status).toBe(204);
  });

  it('says so where the page can not be made, and goes on', async () => {
    const end = new AbortController();
    let isBroken = true;
    const live = {
      version: () => 'v',
      page: () => {
        if (isBroken) throw new Error('no');
        return 'fine';
      },
    };
    const serving = { done: Promise.resolve() };
    const url = await new Promise<string>((resolve) => {
      serving.done = serveReport(live, { signal: end.signal, onListening: resolve });
    });
    const { port: served, pathname } = new URL(url);
    const port = Number(served);
    expect((await ask(port, pathname)).status).toBe(500);
    isBroken = false;
    expect((await ask(port, pathname)).body).toBe('fine');
    end.abort();
    await serving.done;
  });
});

describe('followers', () => {
  /** Reads events until there are so many. */
  async function follow({ port, at }: Served, count: number, onFirst: () => void): Promise<string> {
    const answered = await fetch(`http://127.0.0.1:${port}${at}events`);
    let text = '';
    for await (const piece of answered.body ?? []) {
      if (text === '') onFirst();
      text += Buffer.from(piece as Uint8Array).toString();
      if (text.split('event: ').length > count) break;
    }
    return text;
  }

  it('get an event at once, and another when the page changes', async () => {
    const served = await serve();
    const text = await follow(served, 2, () => served.change('two'));
    expect(text.match(/event: version/g)).toHaveLength(2);
  });

  it('get an event when the server ends', async () => {
    const served = await serve();
    const text = await follow(served, 2, () => void served.end());
    expect(text).toContain('event: end');
  });

  it('are no more than 16', async () => {
    const { port, at } = await serve();
    const many = await Promise.all(
      Array.from({ length: 16 }, async () => fetch(`http://127.0.0.1:${port}${at}events`)),
    );
    expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect((await ask(port, `${at}events`)).status).toBe(503);
    await many[0]?.body?.cancel();
  });
});

it('serves nothing once the signal has come', async () => {
  let url = '';
  await serveReport(
    { version: () => '', page: () => '' },
    { signal: AbortSignal.abort(), onListening: (address) => (url = address) },
  );
  expect(url).toBe('');
});
