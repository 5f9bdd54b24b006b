import { spawn } from 'node:child_process';
import type { Env } from '../../program/context.ts';

/** The program that opens a file as a double click does, by system. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file or an address in the user's browser, `$BROWSER` first. Resolves to false if no program takes it. */
export async function openFile(target: string, env: Env): Promise<boolean> {
  const [program, ...args] = env['BROWSER'] ? [env['BROWSER']] : (OPENERS[process.platform] ?? ['xdg-open']);
  return new Promise((resolve) => {
    const opener = spawn(program ?? '', [...args, target], {
      stdio: 'ignore',
      detached: true,
      env: { ...env },
    });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
}
