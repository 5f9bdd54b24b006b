import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

// Serves the repositories of a folder by `git http-backend`, to whoever has the token: git-server.ts FOLDER NAME:TOKEN
const [, , folder, token = ''] = process.argv;
const wanted = `Basic ${Buffer.from(token).toString('base64')}`;

createServer((request, response) => {
  const { method, url = '', headers } = request;
  if (headers.authorization !== wanted)
    return void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
  const [path, query = ''] = url.split('?');
  const backend = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'x',
      REQUEST_METHOD: method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    },
  });
  request.pipe(backend.stdin);
  backend.stdin.on('error', () => undefined);
  const parts: Buffer[] = [];
  backend.stdout.on('data', (part: Buffer) => parts.push(part));
  backend.on('close', () => {
    const all = Buffer.concat(parts);
    const end = all.indexOf('\r\n\r\n');
    for (const line of all.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(': ');
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(all.subarray(end + 4));
  });
}).listen(8080);
