import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './root.ts';

/** A small npm project, as the examples of the texts presume one: tests that pass, a linter, routes, a spec. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'example',
    private: true,
    scripts: { test: 'node test.js', lint: 'node --check test.js' },
  }),
  'test.js': "if (require('./src/auth/login.js') !== 'in') process.exit(1);\n",
  'src/auth/login.js': "module.exports = 'in';\n",
  'src/errors.ts': 'export class ValidationError extends Error {}\n',
  'src/routes/users.js': 'validate();\n',
  'README.md': '# Example\n',
  'ISSUES.md': '# Issues\n\n- Tokens expire early\n',
  'specs/token.md':
    'POST /api/token answers in under 100 ms. Only src/auth changes, no new dependencies. All tests pass with npm test. Done when npm test passes.\n',
  'SPEC.md':
    'POST /api/token answers in under 100 ms. Only src/auth changes, no new dependencies. All tests pass with npm test. Done when npm test passes.\n',
};

/** A project and an environment for commands of the texts. */
export interface NpmProject {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  /** Puts a program on the PATH, as a shell script. */
  readonly addProgram: (name: string, script: string) => void;
  /** Remembers everything as it is now. */
  readonly keep: () => void;
  /** Restores all files of the kept copy, at the same path. */
  readonly restore: () => void;
  readonly remove: () => void;
}

/** Puts the built commands into a folder. */
export function linkCommands(folder: string): void {
  symlinkSync(join(root, 'apps/cli/dist/loop.cjs'), join(folder, 'loop'));
  symlinkSync(join(root, 'packages/fleet/dist/loop-fleet.js'), join(folder, 'loop-fleet'));
}

/** Creates the project in a folder of its own, with `loop` on the PATH and the plugin as it is built. */
export function createNpmProject(): NpmProject {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'loop-docs-')));
  const kept = `${home}.kept`;
  const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const path = join(home, 'project');
  for (const folder of [join(home, 'bin'), join(path, 'bin'), join(home, '.config/fish/completions')]) {
    mkdirSync(folder, { recursive: true });
  }
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  linkCommands(join(home, 'bin'));
  cpSync(join(root, 'apps/plugin/dist/bin'), join(path, 'bin'), { recursive: true });
  const env = {
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    HOME: home,
    CLAUDE_PLUGIN_ROOT: join(root, 'apps/plugin/dist'),
    GIT_CONFIG_NOSYSTEM: '1',
    ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
  };
  const commit = [
    'git init --quiet --initial-branch=main && git config user.name a && git config user.email a@b.c',
    'git add --all && git commit -qm Start',
    'git clone --quiet --bare . "$HOME/remote.git" && git remote add origin "$HOME/remote.git"',
    'git fetch --quiet && git remote set-head origin main',
  ];
  execFileSync('sh', ['-ec', commit.join('\n')], { cwd: path, env });
  return {
    path,
    env,
    addProgram: (name, script) => {
      writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(home, 'bin', name), 0o755);
    },
    keep: () => cpSync(home, kept, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }),
    restore: () => {
      remove(home);
      cpSync(kept, home, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    },
    remove: () => [home, kept].forEach(remove),
  };
}
