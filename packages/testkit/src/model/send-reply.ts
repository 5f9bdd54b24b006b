import type { ServerResponse } from 'node:http';
import { sendJson } from '../loopback/send-json.ts';
import type { ModelRequest } from './model-request.ts';
import type { Reply, SpokenReply } from './reply.ts';
import { toMessage } from './to-message.ts';
import { toStream, toWire } from './to-stream.ts';

/** Answers one request to `/v1/messages`: streamed or whole, as the client asked. */
export function sendReply(reply: Reply, request: ModelRequest, response: ServerResponse): void {
  switch (reply.kind) {
    case 'spoken':
      sendSpoken(reply, request, response);
      return;
    case 'failed':
      sendJson(response, reply.status, {
        headers: { 'request-id': requestId(request), ...reply.headers },
        body: {
          type: 'error',
          error: { type: reply.errorType, message: reply.message },
          request_id: requestId(request),
        },
      });
      return;
    case 'broken':
      response.destroy();
  }
}

function sendSpoken(reply: SpokenReply, request: ModelRequest, response: ServerResponse): void {
  const message = toMessage(reply, { number: request.number, requestedModel: request.model });
  if (request.body['stream'] !== true) {
    sendJson(response, 200, { headers: { 'request-id': requestId(request) }, body: message });
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'request-id': requestId(request),
  });
  response.end(toStream(message).map(toWire).join(''));
}

function requestId(request: ModelRequest): string {
  return `req_${String(request.number).padStart(6, '0')}`;
}
