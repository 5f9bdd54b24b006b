import { checkText, DEFAULT_LIMITS, sanitizeLine, limitRules } from '@loopwright/core';
import { meantText, suggest } from '@loopwright/core/flags';
import { isAgreed, rememberAgreed } from '@loopwright/hooks';
import { listRuns } from '@loopwright/store';
import { checkLine } from '../../config/named-check.ts';
import { readConfigs, type ConfiguredCheck, type Configs } from '../../config/read-configs.ts';
import {
  chooseSettings,
  environmentSources,
  type Setting,
  type Settings,
  type Source,
} from '../../config/settings.ts';
import type { Answer, Context, Handler } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';
import { agreeingAuthor, tellTerminalAct } from '../../session/author.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { statusLine } from './status-line.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { wrapText } from '../../terminal/wrap-text.ts';

/** Shows every setting with its source, agrees to commands of the config, or sets the status line. */
export const config: Handler<'config'> = async (context, { words, flags }) => {
  const [action = 'show', ...names] = words;
  if (action !== 'agree' && names.length > 0)
    throw new CliError({ exit: 'usage', message: `That is too much: "${names[0]}".` });
  if (action === 'statusline') return statusLine(context, flags);
  if (flags.install || flags.remove)
    throw new CliError({ exit: 'usage', message: '--install and --remove belong to config statusline.' });
  const place = findPlace(context);
  const root = findNewRoot(context, place);
  const configs = await readConfigs(context.env, root);
  if (action === 'agree') agree(context, { root, session: place.sessionId }, configs, names);
  return shown(context, root, configs);
};

function agree(
  { env }: Context,
  { root, session }: { readonly root: string; readonly session: string | undefined },
  { checks, projectFile }: Configs,
  names: readonly string[],
): void {
  if (agreeingAuthor(env, session, root) === 'claude') {
    throw new CliError({
      exit: 'error',
      message:
        'Only the user can agree: with /loop:approve, with --check NAME after /loop:start, or in a terminal of their own.',
    });
  }
  const known = [...checks.keys()];
  const unknown = names.find((name) => !checks.has(name));
  if (known.length === 0 || unknown !== undefined) {
    const meant = suggest(unknown ?? '', known);
    throw new CliError({
      exit: 'usage',
      message:
        unknown === undefined
          ? `${projectFile} names no checks.`
          : `There is no check "${unknown}"${meantText(meant && `"${meant}"`)}`,
      details: known.length === 0 ? [] : [`There are: ${known.slice(0, 20).join(', ')}`],
      next: { words: ['config'] },
    });
  }
  const agreed = [...checks].filter(([name]) => names.length === 0 || names.includes(name));
  rememberAgreed(
    root,
    env,
    agreed.map(([name, { check }]) => ({ name, check })),
  );
  tellTerminalAct(
    env,
    root,
    listRuns(root).flatMap(({ run }) => run?.session ?? []),
  );
}

/** The value of every setting that nothing sets. */
const BUILT_IN: Source = {
  kind: 'built in',
  values: Object.fromEntries(
    limitRules.map(({ key, flagName }) => [flagName, DEFAULT_LIMITS[key]]),
  ) as Settings,
};

interface ShownCheck extends ConfiguredCheck {
  readonly name: string;
  readonly agreed: boolean;
}

function shown({ env }: Context, root: string, configs: Configs): Answer {
  const { projectFile, userFile, files } = configs;
  const settings = chooseSettings([...environmentSources(env), ...configs.sources, BUILT_IN]);
  const checks = [...configs.checks].map(([name, one]): ShownCheck => ({
    name,
    ...one,
    agreed: isAgreed(root, env, one.check),
  }));
  const fileOf = (path: string): object => ({ path, exists: files.includes(path) });
  const hasFile = files.includes(projectFile);
  const notes = [...(hasFile ? [] : [`There is no ${projectFile}.`]), ...openLines(checks)];
  return {
    exit: 'ok',
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
      ...table([...settings.map(settingRow), ...shapeRow(settings), ...checks.map(checkRow)], page),
      ...notes.flatMap((line) => ['', ...wrapText(line, page.width)]),
    ],
    next: hasFile ? undefined : { words: ['init'], when: 'to find the checks of this project' },
  };
}

function openLines(checks: readonly ShownCheck[]): readonly string[] {
  const open = checks.filter(({ agreed }) => !agreed);
  if (open.length === 0) return [];
  return [
    `The user has not agreed to: ${open.map(({ name, check }) => checkLine(name, check)).join(', ')}. No hook and no \`loop run\` runs these. To agree: loop config agree, in a terminal of the user.`,
  ];
}

function settingRow(setting: Setting): Cell[] {
  const value = valueOf(setting);
  const limit = limitRules.find(({ flagName }) => flagName === setting.key);
  const text =
    value === null
      ? (limit?.lifted ?? 'none')
      : sanitizeLine(Array.isArray(value) ? value.join(', ') : String(value), 300);
  const from = setting.sources.map((source) => sanitizeLine(source.from ?? source.kind, 300)).join(', ');
  return [
    setting.key,
    { text: limit?.unit === 'usd' && value !== null ? `$${text}` : text, ink: 'bold' },
    { text: from, ink: 'dim' },
  ];
}

/** The shape that nothing sets. */
function shapeRow(settings: readonly Setting[]): Cell[][] {
  if (settings.some(({ key }) => key === 'shape')) return [];
  return [['shape', { text: 'by the score', ink: 'bold' }, { text: 'built in', ink: 'dim' }]];
}

function checkRow({ name, check, file, agreed }: ShownCheck): Cell[] {
  const from = `${sanitizeLine(file, 300)}${agreed ? ', agreed' : ', not agreed yet'}`;
  return [
    `check ${sanitizeLine(name, 80)}`,
    { text: sanitizeLine(checkText(check), 200), ink: 'bold' },
    { text: from, ink: agreed ? 'dim' : 'yellow' },
  ];
}

/** The value in the unit of people; `null` for a limit that is lifted. */
function valueOf({ key, value }: Setting): unknown {
  const limit = limitRules.find(({ flagName }) => flagName === key);
  return limit && typeof value === 'number' ? value / limit.unitSize : (value ?? null);
}
