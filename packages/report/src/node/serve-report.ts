import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { followScript } from '../html/follow-script.ts';

const HOST = '127.0.0.1';
/** Changes are looked for this often while a reader follows. */
const LOOK_EVERY_MS = 1000;
/** More readers of one report than this are a mistake. */
const MAX_FOLLOWERS = 16;
const MAX_CONNECTIONS = 64;

/** A page whose content changes. */
export interface LivePage {
  /** Another text whenever the page may have changed. */
  version(): string;
  page(): string;
}

/** How a report is served. */
export interface Serving {
  /** Left out: one that is free. */
  readonly port?: number | undefined;
  /** Ends the serving. */
  readonly signal: AbortSignal;
  readonly onListening: (url: string) => void;
}

/**
 * Serves a page on the loopback address until the signal comes. Resolves once everything is closed, rejects if the port
 * is taken. Other users and other pages can't read it: the address holds a random token, the host header must be ours,
 * and only GET and HEAD are answered.
 */
export async function serveReport(live: LivePage, { port = 0, signal, onListening }: Serving): Promise<void> {
  if (signal.aborted) return;
  const followers = new Set<ServerResponse>();
  const token = randomBytes(24).toString('base64url');
  const server = createServer({
    maxHeaderSize: 8192,
    requestTimeout: 10_000,
    headersTimeout: 5000,
    // A client that sends its headers slowly, or never, is closed this soon after its time is over.
    connectionsCheckingInterval: 1000,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('request', (request, response) =>
    answer({ live, followers, token, port: portOf(server) }, request, response),
  );
  await listen(server, port);
  onListening(`http://${HOST}:${portOf(server)}/${token}/`);
  const looking = setInterval(() => tellOfChanges(live, followers), LOOK_EVERY_MS);
  await aborted(signal);
  clearInterval(looking);
  for (const follower of followers) follower.end('event: end\ndata: \n\n');
  await close(server);
}

interface Service {
  readonly live: LivePage;
  /** The first part of every path; other users of this machine don't know it. */
  readonly token: string;
  readonly followers: Set<ServerResponse>;
  readonly port: number;
}

function answer(service: Service, request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  // Without this, a foreign host name that points at this address makes its pages one origin with ours.
  if (!isOurs(request.headers.host, service.port))
    return refuse(response, 403, 'This host name is not served here.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'Only GET is answered.');
  }
  const [path = ''] = (request.url ?? '').split('?', 1);
  // Browsers ask for the icon at this path, without the token.
  if (path === '/favicon.ico') {
    response.statusCode = 204;
    return void response.end();
  }
  const [, token = '', ...rest] = path.split('/');
  if (!isSame(token, service.token)) return refuse(response, 404, NOTHING_HERE);
  switch (rest.join('/')) {
    case '':
      return rest.length === 0 ? refuse(response, 404, NOTHING_HERE) : sendPage(service.live, response);
    case 'events':
      return request.method === 'HEAD'
        ? refuse(response, 405, 'Only GET is answered.')
        : follow(service, response);
    default:
      return refuse(response, 404, NOTHING_HERE);
  }
}

const NOTHING_HERE = 'Nothing is here: open the address that loop report printed.';

/** Compares in constant time: both digests have the same length. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

const SCRIPT_HASH = hash('sha256', followScript, 'base64');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

function isOurs(host: string | undefined, port: number): boolean {
  return host === `${HOST}:${port}` || host === `localhost:${port}`;
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${why}\n`);
}

function sendPage(live: LivePage, response: ServerResponse): void {
  let page: string;
  try {
    page = live.page();
  } catch {
    return refuse(response, 500, 'The report could not be made just now; try again.');
  }
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(page);
  return undefined;
}

function follow({ live, followers }: Service, response: ServerResponse): void {
  if (followers.size >= MAX_FOLLOWERS) return refuse(response, 503, 'Too many readers follow already.');
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.on('close', () => followers.delete(response));
  followers.add(response);
  seen.set(response, live.version());
  response.write('retry: 2000\nevent: version\ndata: 0\n\n');
  return undefined;
}

/** The last version that each follower knows. */
const seen = new WeakMap<ServerResponse, string>();

function tellOfChanges(live: LivePage, followers: ReadonlySet<ServerResponse>): void {
  if (followers.size === 0) return;
  const version = live.version();
  for (const follower of followers) {
    if (seen.get(follower) === version) continue;
    // Don't wait for a follower that doesn't read.
    if (follower.writableNeedDrain) {
      follower.destroy();
      continue;
    }
    seen.set(follower, version);
    follower.write('event: version\ndata: 1\n\n');
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
