/*
 * Runs inside a network namespace that has nothing but loopback. Opens there the ports of the
 * services of the test, hands each connection on to the service's socket file, and runs a command
 * with its own terminal, streams and signals:
 *
 *   node relay-entry.js PORT=SOCKET[,PORT=SOCKET] COMMAND [ARGUMENT…]
 */
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const [routes = '', command = '', ...args] = process.argv.slice(2);

for (const route of routes.split(',').filter(Boolean)) {
  const cut = route.indexOf('=');
  await relay(Number(route.slice(0, cut)), route.slice(cut + 1));
}

const child = spawn(command, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => child.kill(signal));
}
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.once('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});

async function relay(port: number, socketPath: string): Promise<void> {
  const server = createServer((outside) => {
    const inside = connect(socketPath);
    outside.pipe(inside).pipe(outside);
    // A broken connection closes the other side; there is nothing to report.
    outside.on('error', () => inside.destroy());
    inside.on('error', () => outside.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
