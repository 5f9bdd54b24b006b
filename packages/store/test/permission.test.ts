import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectWithLoop } from './support/loop.ts';
import { run } from './support/programs.ts';

const dist = join(import.meta.dirname, '..', 'dist');

/** The flag has its final name since Node 23.5 and 22.13. */
const FLAG = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

describe('opening, deciding and projecting', () => {
  it('does without the right to write outside .loop, or to start a process', async () => {
    const { root } = projectWithLoop({ session: 's', at: Date.now() });
    const outside = join(root, 'src');
    mkdirSync(outside);
    writeFileSync(join(outside, 'a'), 'a');
    const before = statSync(outside, { bigint: true }).mtimeNs;
    const flags = [FLAG, '--allow-fs-read=*', `--allow-fs-write=${join(root, '.loop')}/*`];
    const outcome = await run('stop.mjs', [root, 's'], flags);
    expect(outcome).toMatchObject({ code: 0, stdout: '{"block":1}\n' });
    expect(outcome.stderr).not.toContain('let go');
    expect(JSON.parse(readFileSync(join(root, '.loop', 'state.json'), 'utf8')).iteration).toBe(1);
    expect(statSync(outside, { bigint: true }).mtimeNs).toBe(before);
  });

  it('lets go where not even .loop may be written', async () => {
    const { root } = projectWithLoop({ session: 's', at: Date.now() });
    const outcome = await run('stop.mjs', [root, 's'], [FLAG, '--allow-fs-read=*']);
    expect(outcome).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('the built package', () => {
  const text = (name: string): string => readFileSync(join(dist, name), 'utf8');

  it('names nothing that starts a process, loads code or calls anybody, but for jwz and a git that reads its index', () => {
    const forbidden =
      /child_process|node:vm|worker_threads|node:https?|node:net|\beval\(|new Function|import\(/;
    const jwz = /getBuiltinModule\("node:child_process"\)\.spawnSync\("jwz"/;
    const git =
      /getBuiltinModule\("node:child_process"\)\.spawnSync\("git", \["-C", top, \.\.\.SETTINGS, "ls-files"/;
    const files = readdirSync(dist).filter((name) => name.endsWith('.js'));
    expect(files.length).toBeGreaterThan(2);
    for (const known of [jwz, git]) expect(files.filter((name) => known.test(text(name)))).toHaveLength(1);
    for (const name of files) expect(text(name).replace(jwz, '').replace(git, '')).not.toMatch(forbidden);
  });

  it('finds out that a session has no run with two modules of Node and nothing else', () => {
    const seen = new Set<string>();
    const visit = (name: string): void => {
      for (const [, from] of text(name).matchAll(/from\s*["']([^"']+)["']/g)) {
        if (from === undefined || seen.has(from)) continue;
        seen.add(from);
        if (from.startsWith('./')) visit(from.slice(2));
      }
    };
    visit('presence.js');
    const modules = [...seen]
      .filter((name) => !name.startsWith('./'))
      .map((name) => name.replace(/^node:/, ''));
    expect(modules.sort()).toEqual(['fs', 'path']);
  });
});
