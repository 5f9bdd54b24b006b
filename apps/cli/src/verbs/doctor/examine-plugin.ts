import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { pluginAround } from '../../session/plugin-around.ts';
import type { Env } from '../../program/context.ts';
import { broken, doubtful, type Finding, sound } from './finding.ts';

/** The files that a plugin folder needs to answer a stop. */
const NEEDED = ['.claude-plugin/plugin.json', 'hooks/hooks.json', 'hooks/hook.cjs'];

/** Looks for the plugin that this command belongs to, and for its hooks. */
export function examinePlugin(env: Env, script: string): Finding {
  const subject = 'hooks';
  const root = env['CLAUDE_PLUGIN_ROOT'] || pluginAround(script);
  if (root === undefined) {
    return doubtful(
      subject,
      'this command was not run from the plugin, so its hooks could not be looked at',
      'In Claude Code: /plugin marketplace add loopwright/loopwright, then /plugin install loop@loopwright',
    );
  }
  const missing = NEEDED.filter((name) => !isFile(join(root, name)));
  if (missing.length > 0) {
    return broken(
      subject,
      `${root} lacks ${missing.join(', ')}`,
      'In Claude Code: /plugin, and install loop anew.',
    );
  }
  return hasStopHook(join(root, 'hooks/hooks.json'))
    ? sound(subject, root)
    : broken(
        subject,
        `${root}/hooks/hooks.json names no Stop hook`,
        'In Claude Code: /plugin, and install loop anew.',
      );
}

const hooksFile = z.object({ hooks: z.object({ Stop: z.array(z.unknown()).check(z.minLength(1)) }) });

function hasStopHook(path: string): boolean {
  try {
    return z.safeParse(hooksFile, JSON.parse(readFileSync(path, 'utf8'))).success;
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
