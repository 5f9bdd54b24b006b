import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

/** A bare repository on disk that a project pushes to, and a stand-in for `gh`. */
export interface Remote {
  readonly path: string;
  /** The environment that makes `gh` the stand-in. */
  readonly env: Readonly<Record<string, string>>;
  /** The pull requests opened through `gh`. */
  pullRequests(): readonly PullRequest[];
  /** Runs git in the bare repository. */
  git(...args: readonly string[]): string;
  /** Lets the next hook or call of `gh` of this name touch `reached(name)` and then hang. */
  hangAt(name: string): void;
  reached(name: string): boolean;
}

export interface PullRequest {
  readonly base: string;
  readonly head: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  readonly url: string;
}

/** Checks what `loop run` gives to `gh`: the flags, and that the branch is on the remote before. */
const GH = `#!/usr/bin/env node
// An agent of a fleet asks whether it is signed in.
if (process.argv[2] === 'auth') process.exit(0);
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { folder } = require('./settings.json');
// As the real one, it knows the repository by the remote of its folder.
const remote = execFileSync('git', ['remote', 'get-url', 'origin'], { encoding: 'utf8' }).trim();
const list = folder + '/pull-requests/';
// One file for each, because several runs call at once.
const all = fs.readdirSync(list).sort().map((name) => JSON.parse(fs.readFileSync(list + name, 'utf8')));
const save = (one, flag) => fs.writeFileSync(list + one.url.split('/').at(-1), JSON.stringify(one), { flag });
const fail = (why) => { console.error('gh: ' + why); process.exit(2); };
const [noun, verb, ...rest] = process.argv.slice(2);
if (noun !== 'pr') fail('unknown command ' + noun);
const hang = (name) => {
  if (!fs.existsSync(folder + '/hang-' + name)) return;
  fs.rmSync(folder + '/hang-' + name);
  fs.writeFileSync(folder + '/reached-' + name, '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
const flags = {};
const words = [];
const VALUED = { create: ['--base', '--head', '--title', '--body-file'], edit: ['--body-file'], list: ['--head', '--state', '--json'], ready: [] }[verb];
if (!VALUED) fail('unknown verb ' + verb);
for (let index = 0; index < rest.length; index += 1) {
  const word = rest[index];
  if (VALUED.includes(word)) flags[word] = rest[(index += 1)];
  else if (word === '--draft' && verb === 'create') flags[word] = true;
  else if (word.startsWith('-')) fail('unknown flag ' + word);
  else words.push(word);
}
for (const name of VALUED) if (flags[name] === undefined) fail('missing ' + name);
hang('gh-' + verb);
if (verb === 'list') {
  const found = all.filter(({ head }) => head === flags['--head']);
  console.log(JSON.stringify(found.map(({ url, draft }) => ({ url, isDraft: draft }))));
} else if (verb === 'create') {
  if (flags['--body-file'] !== '-') fail('the body has to come on standard input');
  for (const name of [flags['--head'], flags['--base']]) {
    const refs = execFileSync('git', ['ls-remote', remote, 'refs/heads/' + name], { encoding: 'utf8' });
    if (refs === '') fail(name + ' is not on the remote');
  }
  if (all.some(({ head }) => head === flags['--head'])) fail('there is one already');
  const one = { base: flags['--base'], head: flags['--head'], title: flags['--title'], body: fs.readFileSync(0, 'utf8'), draft: flags['--draft'] === true };
  for (let number = all.length + 1; one.url === undefined; number += 1) {
    try {
      const url = 'https://github.example/o/r/pull/' + number;
      save({ ...one, url }, 'wx');
      one.url = url;
    } catch {}
  }
  const { url } = one;
  hang('gh-created');
  console.log(url);
} else {
  const one = all.find(({ url }) => url === words[0]) ?? fail('no pull request ' + words[0]);
  if (verb === 'edit') one.body = fs.readFileSync(0, 'utf8');
  else one.draft = false;
  save(one, 'w');
}
`;

/** Gives a project a remote. */
export async function setRemote({ sandbox }: Stage): Promise<Remote> {
  const folder = join(sandbox.home, 'remote');
  const path = join(folder, 'r.git');
  const list = join(folder, 'pull-requests');
  mkdirSync(list, { recursive: true });
  mkdirSync(path, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: path, env: sandbox.env, encoding: 'utf8' });
  git('init', '--quiet', '--bare', '--initial-branch=main');
  await sandbox.project.git('remote', 'add', 'origin', path);
  await sandbox.project.git('push', '--quiet', 'origin', 'main');
  await sandbox.project.git('remote', 'set-head', 'origin', 'main');
  writeFileSync(join(folder, 'gh'), GH, { mode: 0o755 });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ folder }));
  for (const hook of ['pre-commit', 'post-commit', 'pre-push']) {
    const text = `#!/bin/sh\nif rm '${folder}/hang-${hook}' 2> /dev/null; then touch '${folder}/reached-${hook}'; while :; do sleep 0.1; done; fi\n`;
    mkdirSync(sandbox.project.at('.git/hooks'), { recursive: true });
    writeFileSync(sandbox.project.at('.git/hooks', hook), text, { mode: 0o755 });
  }
  return {
    path,
    env: { PATH: `${folder}:${sandbox.env['PATH']}` },
    pullRequests: () =>
      readdirSync(list)
        .sort()
        .map((name) => JSON.parse(readFileSync(join(list, name), 'utf8')) as PullRequest),
    git,
    hangAt: (name) => writeFileSync(join(folder, `hang-${name}`), ''),
    reached: (name) => existsSync(join(folder, `reached-${name}`)),
  };
}
