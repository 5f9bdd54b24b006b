import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

/**
 * The contract of `jwz` 26.1, as far as it is used: `post TOPIC -m BODY [--role R] [--quiet]` appends a message, and
 * `read TOPIC --limit N --json` prints the newest first. An unknown flag or topic fails.
 */
const PROGRAM = String.raw`
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const [verb, topic, ...rest] = process.argv.slice(2);
const log = '.jwz/messages.jsonl';
const flags = {};
while (rest.length > 0) {
  const flag = rest.shift();
  if (flag === '--quiet' || flag === '--json') flags[flag] = true;
  else if ({ post: ['-m', '--role'], read: ['--limit'] }[verb]?.includes(flag)) flags[flag] = rest.shift();
  else throw new Error('unknown option: ' + flag);
}
const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map((line) => JSON.parse(line)) : [];
if (verb === 'post') {
  const role = flags['--role'];
  const sender = role === undefined ? null : { id: '01HQ', name: 'Swift Silver Stork', model: null, role };
  const message = { id: '01HQ' + lines.length, topic, parent_id: null, body: flags['-m'], sender, git: null };
  appendFileSync(log, JSON.stringify(message) + '\n');
  console.log(flags['--quiet'] ? message.id : 'Posted: ' + message.id);
} else {
  const found = lines.filter((line) => line.topic === topic).reverse();
  if (found.length === 0) throw new Error('topic not found: ' + topic);
  console.log(JSON.stringify(found.slice(0, Number(flags['--limit'] ?? 20))));
}
`;

export interface JwzProject {
  readonly root: string;
  /** The environment whose PATH names the command. */
  readonly env: NodeJS.ProcessEnv;
  /** Posts as another program does. */
  post(body: string): void;
  /** The bodies on the topic, oldest first. */
  bodies(): readonly string[];
}

/** A project with a `.jwz` store, and a PATH with a stand-in for the command; another program may be given. */
export function createJwzProject(program = `#!${process.execPath}\n${PROGRAM}`): JwzProject {
  const root = tempFolder();
  const bin = join(root, 'bin');
  const log = join(root, '.jwz', 'messages.jsonl');
  for (const folder of [bin, join(root, '.jwz')]) mkdirSync(folder);
  writeFileSync(join(bin, 'jwz'), program, { mode: 0o755 });
  return {
    root,
    env: { PATH: `${bin}:/usr/bin:/bin` },
    post: (body) => {
      const message = { topic: 'loop:current', body, sender: { id: '01', role: 'code-reviewer' } };
      writeFileSync(log, `${JSON.stringify(message)}\n`, { flag: 'a' });
    },
    bodies: () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { body: string }).body),
  };
}
