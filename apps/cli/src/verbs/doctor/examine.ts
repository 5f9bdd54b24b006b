import { findProgram } from '@loopwright/checks';
import { sanitizeLine } from '@loopwright/core';
import type { Context } from '../../program/context.ts';
import type { Place } from '../../session/place.ts';
import { examineClient } from './examine-client.ts';
import { examineConfig } from './examine-config.ts';
import { examineFolder } from './examine-folder.ts';
import { examinePlugin } from './examine-plugin.ts';
import { examineSettings } from './examine-settings.ts';
import { examineStatusLine } from './examine-status-line.ts';
import { examinePrices } from './examine-prices.ts';
import { broken, doubtful, type Finding, sound } from './finding.ts';

/** Checks all requirements of a loop, in order. */
export async function examine(context: Context, place: Place): Promise<readonly Finding[]> {
  const { env } = context;
  return [
    examineNode(process.versions.node),
    examineCommand(context),
    examinePlugin(env, context.script),
    await examineClient(env),
    ...examineSettings(env, place.root ?? context.cwd),
    ...examineStatusLine(context, place.root ?? context.cwd),
    ...(await examineConfig(env, place.root ?? context.cwd)),
    ...examinePrices(env, place.root ?? context.cwd),
    examineSession(place),
    ...examineFolder(place.root ?? context.cwd),
    examineGit(context),
  ];
}

/** The oldest supported Node. */
const LEAST_NODE = [20, 19] as const;

/** Judges a version of Node. */
export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  return isEnough
    ? sound('node', version)
    : broken('node', version, `Install Node ${LEAST_NODE.join('.')} or later.`);
}

function examineCommand({ commandName, env }: Context): Finding {
  if (commandName === 'loop' && findProgram(env, 'loop') !== undefined) {
    return sound('command', 'PATH finds loop');
  }
  return doubtful(
    'command',
    'PATH does not find this loop',
    'Install it with: npm install -g loopwright. Inside Claude Code the plugin brings its own.',
  );
}

function examineSession({ sessionId }: Place): Finding {
  return sessionId === undefined
    ? doubtful(
        'session',
        'not inside a Claude session',
        'Fine for a person in a terminal. To start a loop, type /loop:start in Claude Code.',
      )
    : sound('session', sanitizeLine(sessionId, 60));
}

function examineGit({ env }: Context): Finding {
  return findProgram(env, 'git') === undefined
    ? doubtful(
        'git',
        'PATH does not find git',
        'Without git, a changed time makes evidence stale, not only changed content. Install git.',
      )
    : sound('git', 'there');
}
