import { request, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveReport } from '../../src/node/serve-report.ts';

interface Served {
  readonly port: number;
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

describe('what is served', () => {
  it('gives the page as it is now', async () => {
    const served = await serve();
    expect((await ask(served.port, '/')).body).toBe('<!doctype html>one');
    served.change('<!doctype html>two');
    expect((await ask(served.port, '/?fresh')).body).toBe('<!doctype html>two');
  });

  it('lets the page load nothing and be framed by nobody', async () => {
    const { headers } = await ask((await serve()).port, '/');
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
    'gives nothing to a page of the host %j, whatever address its name has',
    async (host) => {
      const answered = await ask((await serve('secret')).port, '/', { host });
      expect([answered.status >= 400, answered.body.includes('secret')]).toEqual([true, false]);
    },
  );

  it('knows itself as localhost too', async () => {
    const { port } = await serve();
    expect((await ask(port, '/', { host: `localhost:${port}` })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('answers no %s', async (method) => {
    const answered = await ask((await serve()).port, '/', { method });
    expect([answered.status, answered.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['/../package.json', '/%2e%2e/etc/passwd', '/index.html', '//evil.example/'])(
    'has nothing at %s',
    async (path) => {
      expect((await ask((await serve()).port, path)).status).toBe(404);
    },
  );

  it('answers HEAD without a body, and has no icon', async () => {
    const { port } = await serve();
    expect(await ask(port, '/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
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
    const port = Number(new URL(url).port);
    expect((await ask(port, '/')).status).toBe(500);
    isBroken = false;
    expect((await ask(port, '/')).body).toBe('fine');
    end.abort();
    await serving.done;
  });
});

describe('those who follow', () => {
  /** Reads events until there are so many. */
  async function follow(port: number, count: number, onFirst: () => void): Promise<string> {
    const answered = await fetch(`http://127.0.0.1:${port}/events`);
    let text = '';
    for await (const piece of answered.body ?? []) {
      if (text === '') onFirst();
      text += Buffer.from(piece as Uint8Array).toString();
      if (text.split('event: ').length > count) break;
    }
    return text;
  }

  it('are told at once, and again when the page has changed', async () => {
    const served = await serve();
    const text = await follow(served.port, 2, () => served.change('two'));
    expect(text.match(/event: version/g)).toHaveLength(2);
  });

  it('are told when the serving ends', async () => {
    const served = await serve();
    const text = await follow(served.port, 2, () => void served.end());
    expect(text).toContain('event: end');
  });

  it('are no more than 16', async () => {
    const { port } = await serve();
    const many = await Promise.all(
      Array.from({ length: 16 }, async () => fetch(`http://127.0.0.1:${port}/events`)),
    );
    expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect((await ask(port, '/events')).status).toBe(503);
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
