import { Agent, get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serveLoopback } from '../../src/loopback/serve-loopback.ts';

test('never announces an idle timeout, so that no request meets a closed connection', async () => {
  const service = await serveLoopback((_request, response) => response.end('hello'));
  onTestFinished(service.close);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());

  const headers = await new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
    get(service.url, { agent }, (response) => {
      response.resume();
      resolve(response.headers);
    }).on('error', reject);
  });

  expect(headers['connection']).toBe('keep-alive');
  expect(headers).not.toHaveProperty('keep-alive');
});
