import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { linkCommands } from './npm-project.ts';

/** Runs a TypeScript example in a folder from which Node resolves its packages, and gives what it printed. */
export function runExample(code: string, folder: string): string {
  return execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
}

/** The promised output of an example: its `// →` lines. */
export function promisedBy(code: string): string {
  return [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line = '']) => `${line}\n`).join('');
}

/** Runs the shell blocks of a page one after the other, in an empty project with `loop` on the PATH. */
export function runShell(blocks: readonly string[]): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'loop-docs-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const folder of ['bin', 'project']) mkdirSync(join(home, folder));
  linkCommands(join(home, 'bin'));
  const project = join(home, 'project');
  execFileSync('git', ['init', '--quiet', project], { env: { HOME: home, PATH: process.env['PATH'] } });
  return execFileSync('sh', ['-e', '-c', blocks.join('\n')], {
    cwd: project,
    env: {
      PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
      HOME: home,
      CLAUDE_CODE_SESSION_ID: 'session-1',
      LOOP_COMMAND: 'loop',
      ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
