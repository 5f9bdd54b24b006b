import type { ServerResponse } from 'node:http';

/** Answers any request with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  answer: { readonly headers?: Readonly<Record<string, string>>; readonly body: unknown },
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...answer.headers });
  response.end(JSON.stringify(answer.body));
}
