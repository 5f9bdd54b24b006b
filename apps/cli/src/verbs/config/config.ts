import { checkText, DEFAULT_LIMITS, sanitizeLine, limitRules } from '@loopwright/core';
import { meantText, suggest } from '@loopwright/core/flags';
import { isAgreed, rememberAgreed } from '@loopwright/hooks';
import { listRuns } from '@loopwright/store';
import { checkLine } from '../../config/named-check.ts';
import { readConfigs, type ConfiguredCheck, type Configs } from '../../config/read-configs.ts';
import { chooseSettings, environmentSources, type Setting, type Source } from '../../config/settings.ts';
import type { Answer, Env, Handler } from '../../program/context.ts';
import { CliError, usageError } from '../../program/cli-error.ts';
import { agreeingAuthor, tellTerminalAct } from '../../session/author.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { statusLine } from './status-line.ts';
import type { Ink } from '../../terminal/page.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { wrapText } from '../../terminal/wrap-text.ts';

/** Shows every setting with its source, agrees to commands of the config, or sets the status line. */
export const config: Handler<'config'> = (context, { words, flags }) => {
  const [action = 'show', ...names] = words;
  if (action !== 'agree' && names.length > 0) throw usageError(`That is too much: "${names[0]}".`);
  if (action === 'statusline') return statusLine(context, flags);
  if (flags.install || flags.remove) throw usageError('--install and --remove belong to config statusline.');
  const place = findPlace(context);
  const root = findNewRoot(context, place);
  const configs = readConfigs(context.env, root);
  if (action === 'agree') agree(context.env, { root, session: place.sessionId }, configs, names);
  return shown(context.env, root, configs);
};

function agree(
  env: Env,
  { root, session }: { readonly root: string; readonly session: string | undefined },
  { checks, projectFile }: Configs,
  names: readonly string[],
): void {
  if (agreeingAuthor(env, session, root) === 'claude')
    throw new CliError({
      message: 'Only the user can agree: in a terminal of their own, or in Claude Code with /loop:approve.',
    });
  const known = [...checks.keys()];
  if (known.length === 0) throw usageError(`${projectFile} names no checks.`, ['config']);
  const unknown = names.find((name) => !checks.has(name));
  if (unknown !== undefined) {
    const meant = suggest(unknown, known);
    const message = `There is no check "${unknown}"${meantText(meant && `"${meant}"`)}`;
    throw usageError(message, ['config'], [`There are: ${known.slice(0, 20).join(', ')}`]);
  }
  const all = [...checks].map(([name, { check }]) => ({ name, check }));
  const agreed = all.filter(({ name }) => names.length === 0 || names.includes(name));
  rememberAgreed(root, env, agreed);
  const sessions = listRuns(root).flatMap(({ run }) => run?.session ?? []);
  tellTerminalAct(env, root, sessions);
}

/** The value of every setting that nothing sets. */
const BUILT_IN: Source = {
  kind: 'built in',
  values: Object.fromEntries(limitRules.map(({ key, flagName }) => [flagName, DEFAULT_LIMITS[key]])),
};

/** A check of the config, and whether the user agreed to it. */
type ShownCheck = ConfiguredCheck & { readonly name: string; readonly agreed: boolean };

function shown(env: Env, root: string, configs: Configs): Answer {
  const { projectFile, userFile, files } = configs;
  const settings = chooseSettings([...environmentSources(env), ...configs.sources, BUILT_IN]);
  const checks = [...configs.checks].map(([name, one]) => ({
    ...one,
    name,
    agreed: isAgreed(root, env, one.check),
  }));
  const open = checks.filter(({ agreed }) => !agreed).map(({ name, check }) => checkLine(name, check));
  const fileOf = (path: string): object => ({ path, exists: files.includes(path) });
  const hasFile = files.includes(projectFile);
  const notes = [
    ...(hasFile ? [] : [`There is no ${projectFile}.`]),
    ...(open.length === 0
      ? []
      : [
          `The user has not agreed to: ${open.join(', ')}. No hook and no \`loop run\` runs these. To agree: loop config agree, in a terminal of the user.`,
        ]),
  ];
  // The shape that nothing sets.
  const shape = settings.some(({ key }) => key === 'shape')
    ? []
    : [rowOf('shape', 'by the score', 'built in')];
  return {
    json: {
      files: { project: fileOf(projectFile), user: userFile === undefined ? null : fileOf(userFile) },
      settings: settings.map((one) => ({
        key: one.key,
        value: valueOf(one),
        sources: one.sources.map(({ kind, from }) => ({ kind, from: from ?? null })),
      })),
      checks: checks.map(({ name, check, file, agreed }) => ({ name, ...check, from: file, agreed })),
    },
    text: (page) => [
      ...table([...settings.map(settingRow), ...shape, ...checks.map(checkRow)], page),
      ...notes.flatMap((line) => ['', ...wrapText(line, page.width)]),
    ],
    next: hasFile ? undefined : { words: ['init'], when: 'to find the checks of this project' },
  };
}

function rowOf(name: string, value: string, from: string, ink: Ink = 'dim'): Cell[] {
  return [name, { text: value, ink: 'bold' }, { text: from, ink }];
}

function settingRow(setting: Setting): Cell[] {
  const value = valueOf(setting);
  const limit = limitRules.find(({ flagName }) => flagName === setting.key);
  const text = value === null ? (limit?.lifted ?? 'none') : sanitizeLine([value].flat().join(', '), 300);
  const from = setting.sources.map((source) => sanitizeLine(source.from ?? source.kind, 300)).join(', ');
  return rowOf(setting.key, limit?.unit === 'usd' && value !== null ? `$${text}` : text, from);
}

function checkRow({ name, check, file, agreed }: ShownCheck): Cell[] {
  const from = `${sanitizeLine(file, 300)}${agreed ? ', agreed' : ', not agreed yet'}`;
  const text = sanitizeLine(checkText(check), 200);
  return rowOf(`check ${sanitizeLine(name, 80)}`, text, from, agreed ? 'dim' : 'yellow');
}

/** The value in the unit of people; `null` for a limit that is lifted. */
function valueOf({ key, value }: Setting): unknown {
  const limit = limitRules.find(({ flagName }) => flagName === key);
  return limit && typeof value === 'number' ? value / limit.unitSize : (value ?? null);
}
