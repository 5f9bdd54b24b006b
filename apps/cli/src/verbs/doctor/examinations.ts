import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, ownPricesPath, readOwnPrices } from '@loopwright/checks';
import { countOf, sanitizeLine } from '@loopwright/core';
import { isAgreed } from '@loopwright/hooks';
import { disabledBy, hooksOffIn, settingsPaths } from '@loopwright/hooks/facts';
import { PRICES, PRICES_SOURCE, withOwnPrices } from '@loopwright/transcript/quick';
import * as z from 'zod/mini';
import { checkLine } from '../../config/named-check.ts';
import { readConfigs } from '../../config/read-configs.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Env } from '../../program/context.ts';
import { pluginAround } from '../../session/place.ts';
import { asStatusLine, hasSegment, isProgramCurrent } from '../../session/status-line.ts';
import { readClientSettings, statusLineSettings } from '../../session/user-settings.ts';
import { examineAgents } from './examine-agents.ts';
import { broken, doubtful, type Finding, sound } from './finding.ts';
import { examineFolder } from './examine-folder.ts';

/** What an examination looks at. */
interface Examined extends Pick<Context, 'env' | 'script' | 'commandName'> {
  readonly root: string;
  readonly sessionId: string | undefined;
}

type Examination = (examined: Examined) => Found | Promise<Found>;
type Found = Finding | readonly Finding[];

/** What a loop needs, in the order of the answer: each subject with its examination. */
export const examinations: Readonly<Record<string, Examination>> = {
  node: () => judgeNode(process.versions.node),
  command: ({ commandName, env }) =>
    commandName === 'loop' && findProgram(env, 'loop') !== undefined
      ? sound('PATH finds loop')
      : doubtful(
          'PATH does not find this loop',
          'Install it with: npm install -g loopwright. Inside Claude Code the plugin brings its own.',
        ),
  hooks: ({ env, script }) => examinePlugin(env, script),
  agents: ({ env }) => examineAgents(env),
  settings: ({ env, root }) => examineSettings(env, root),
  switch: ({ env }) => {
    const name = disabledBy(env);
    return name === undefined ? sound('loops are on') : broken(`${name} switches loops off`, `unset ${name}`);
  },
  'block cap': ({ env, root }) => examineCap(env, root),
  'status line': ({ env, root, script }) => examineStatusLine(env, root, script),
  config: ({ env, root }) => examineConfig(env, root),
  prices: ({ env, root }) => examinePrices(env, root),
  session: ({ sessionId }) =>
    sessionId === undefined
      ? doubtful(
          'not inside a Claude session',
          'Fine for a person in a terminal. To start a loop, type /loop:start in Claude Code.',
        )
      : sound(sanitizeLine(sessionId, 60)),
  '.loop': ({ root }) => examineFolder(root),
  git: ({ env }) =>
    findProgram(env, 'git') === undefined
      ? doubtful(
          'PATH does not find git',
          'Without git, a changed time makes evidence stale, not only changed content. Install git.',
        )
      : sound('there'),
};

/** The oldest supported Node. */
const LEAST_NODE = '20.19';

/** Judges a version of Node. */
export function judgeNode(version: string): Finding {
  const isEnough = version.localeCompare(LEAST_NODE, 'en', { numeric: true }) >= 0;
  return isEnough ? sound(version) : broken(version, `Install Node ${LEAST_NODE} or later.`);
}

/** The files that a plugin folder needs to answer a stop. */
const NEEDED = ['.claude-plugin/plugin.json', 'hooks/hooks.json', 'hooks/hook.cjs'];
const ANEW = 'In Claude Code: /plugin, and install loop anew.';
const hooksFile = z.object({ hooks: z.object({ Stop: z.array(z.unknown()).check(z.minLength(1)) }) });

/** Looks for the plugin that this command belongs to, and for its hooks. */
export function examinePlugin(env: Env, script: string): Finding {
  const root = env['CLAUDE_PLUGIN_ROOT'] || pluginAround(script);
  if (root === undefined) {
    return doubtful(
      'this command was not run from the plugin, so its hooks could not be looked at',
      'In Claude Code: /plugin marketplace add loopwright/loopwright, then /plugin install loop@loopwright',
    );
  }
  const missing = NEEDED.filter(
    (name) => statSync(join(root, name), { throwIfNoEntry: false })?.isFile() !== true,
  );
  if (missing.length > 0) return broken(`${root} lacks ${missing.join(', ')}`, ANEW);
  const hasStop = z.safeParse(hooksFile, readClientSettings(join(root, 'hooks/hooks.json'))).success;
  return hasStop ? sound(root) : broken(`${root}/hooks/hooks.json names no Stop hook`, ANEW);
}

/** Looks for settings of the client that it can't read, or that switch all hooks off. */
export function examineSettings(env: Env, root: string): readonly Finding[] {
  const off = hooksOffIn(env, root);
  return settingsPaths(env, root).flatMap((path) => {
    if (readClientSettings(path) === undefined)
      return [broken(`${path} is not JSON`, 'Mend it; the client ignores it as it is.')];
    return path === off ? [broken(`${path} disables all hooks`, 'Take disableAllHooks out.')] : [];
  });
}

const CAP = 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP';
/** The client's own default. */
const DEFAULT_CAP = 8;
/** Our own breaker for idle turns opens after so many; a lower cap ends the turn before it can. */
const IDLE_TURNS = 3;

const capSetting = z.object({ env: z.object({ [CAP]: z.union([z.string(), z.number()]) }) });

/** Judges the client's cap on blocks in a row: that of the nearest settings, else of the environment. */
export function examineCap(env: Env, root: string): Finding {
  const caps = settingsPaths(env, root).map((path) => z.safeParse(capSetting, readClientSettings(path)).data);
  const cap = caps.findLast((one) => one !== undefined)?.env[CAP];
  return judgeCap(cap === undefined ? env[CAP] : String(cap));
}

/** Judges the client's own cap on blocks in a row. */
export function judgeCap(text: string | undefined): Finding {
  const cap = text === undefined || text === '' ? DEFAULT_CAP : Number.parseInt(text, 10);
  if (Number.isNaN(cap))
    return doubtful(`${CAP} is no number`, `Take it out: ${DEFAULT_CAP} is the default.`);
  if (cap <= 0) {
    return doubtful(
      'the client never ends a turn by itself',
      `Take ${CAP} out: our own breakers end a loop that repeats itself, and the client's cap is a second belt.`,
    );
  }
  if (cap > IDLE_TURNS) return sound(String(cap));
  return doubtful(
    `${cap}: the client may end a turn before a breaker of ours explains why`,
    `Set ${CAP} to ${DEFAULT_CAP}, or take it out.`,
  );
}

/** Looks whether the client's status line shows the loop. It is no requirement, so its absence is no finding. */
function examineStatusLine(env: Env, root: string, script: string): readonly Finding[] {
  const { own, over } = statusLineSettings(env, root);
  if (!hasSegment(asStatusLine(readClientSettings(own)?.['statusLine']))) return [];
  if (over !== undefined)
    return [doubtful(`${over} has a status line of its own, which wins here`, 'Take statusLine out of it.')];
  return isProgramCurrent(env, script)
    ? [sound('shows the loop')]
    : [doubtful('its program is of another version, or gone', 'loop config statusline --install')];
}

/** Looks at the configs: whether they can be used, and whether the user agreed to the commands of the project. */
async function examineConfig(env: Env, root: string): Promise<readonly Finding[]> {
  try {
    const { files, checks } = readConfigs(env, root);
    if (files.length === 0) return [sound('none; loop init writes one')];
    const open = [...checks].filter(([, { check }]) => !isAgreed(root, env, check));
    return [
      sound(`${files.join(', ')}: ${countOf(checks.size, 'check')}`),
      ...open.map(([name, { check }]) =>
        doubtful(
          `not agreed to: ${checkLine(name, check)}`,
          `No hook runs it. In a terminal of your own: loop config agree ${name.includes(' ') ? `"${name}"` : name}`,
        ),
      ),
    ];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [
      broken(
        `${error.message} ${error.details[0] ?? ''}`,
        'Mend the file; until then no loop starts here. loop help config lists its keys.',
      ),
    ];
  }
}

/** Looks at the prices of models: the day of the list, and which of the user's own count. */
export function examinePrices(env: Env, root: string): readonly Finding[] {
  const list = sound(`of ${PRICES.asOf} (${PRICES_SOURCE})`);
  const path = ownPricesPath(env) ?? '';
  const read = readOwnPrices(root, env);
  if (read.status === 'absent') return [list];
  const { problems } = read.status === 'read' ? withOwnPrices(read.text) : { problems: [read.reason] };
  if (problems.length === 0) return [list, sound(`your own over it: ${path}`)];
  const remedy = 'The list price counts instead. The guide for the plugin shows the file.';
  return [list, ...problems.map((problem) => doubtful(`${path}: ${problem}`, remedy))];
}
