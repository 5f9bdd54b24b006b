import { checkText, DEFAULT_LIMITS, isJudged, sanitizeLine, type Check, limitRules } from '@loopwright/core';
import { meantText, suggest } from '@loopwright/core/flags';
import { isAgreed, rememberAgreed } from '@loopwright/hooks';
import { listRuns } from '@loopwright/store';
import { checkLine } from '../../config/named-check.ts';
import { readConfigs, type Configs } from '../../config/read-configs.ts';
import { settle, type Settings, type Settled, type Source } from '../../config/settle.ts';
import { environmentSources } from '../../config/with-configs.ts';
import type { Answer, Context, Handler } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';
import { agreeingAuthor, tellTerminalAct } from '../../session/author.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { statusLine } from './status-line.ts';
import type { Page } from '../../terminal/page.ts';
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
  const root = findNewRoot(context);
  const configs = await readConfigs(context.env, root);
  if (action === 'agree') agree(context, root, configs, names);
  return shown(context, root, configs);
};

function agree(
  context: Context,
  root: string,
  { checks, projectFile }: Configs,
  names: readonly string[],
): void {
  if (agreeingAuthor(context.env, findPlace(context).sessionId, root) === 'claude') {
    throw new CliError({
      exit: 'error',
      message:
        'Only the user can agree: with /loop:approve, with --check NAME after /loop:start, or in a terminal of their own.',
    });
  }
  const wanted = names.length === 0 ? [...checks.keys()] : names;
  const unknown = wanted.find((name) => !checks.has(name));
  if (unknown !== undefined || wanted.length === 0) {
    const meant = suggest(unknown ?? '', [...checks.keys()]);
    throw new CliError({
      exit: 'usage',
      message:
        unknown === undefined
          ? `${projectFile} names no checks.`
          : `There is no check "${unknown}"${meantText(meant && `"${meant}"`)}`,
      details: checks.size === 0 ? [] : [`There are: ${[...checks.keys()].slice(0, 20).join(', ')}`],
      next: { words: ['config'] },
    });
  }
  rememberAgreed(
    root,
    context.env,
    wanted.flatMap((name) => {
      const named = checks.get(name);
      return named ? [{ name, check: named.check }] : [];
    }),
  );
  tellTerminalAct(
    context.env,
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

function shown(context: Context, root: string, configs: Configs): Answer {
  const settled = settle([...environmentSources(context.env), ...configs.sources, BUILT_IN]);
  const checks = [...configs.checks].map(([name, { check, file }]) => ({
    name,
    check,
    file,
    isAgreed: isAgreed(root, context.env, check),
  }));
  const hasFile = configs.files.includes(configs.projectFile);
  return {
    exit: 'ok',
    json: {
      files: {
        project: { path: configs.projectFile, exists: hasFile },
        user:
          configs.userFile === undefined
            ? null
            : { path: configs.userFile, exists: configs.files.includes(configs.userFile) },
      },
      settings: settled.map((one) => ({
        key: one.key,
        value: jsonValue(one),
        sources: one.sources.map(({ kind, from }) => ({ kind, from: from ?? null })),
      })),
      checks: checks.map(({ name, check, file, isAgreed }) => ({
        name,
        command: isJudged(check) ? null : check.command,
        judge: isJudged(check)
          ? { statement: check.judge, model: check.model ?? null, rounds: check.rounds ?? null }
          : null,
        folder: check.folder ?? null,
        paths: check.paths ?? [],
        timeoutMs: check.timeoutMs ?? null,
        from: file,
        agreed: isAgreed,
      })),
    },
    text: (page) => [
      ...table(
        [
          ...settled.map((one): Cell[] => [
            one.key,
            { text: valueText(one), ink: 'bold' },
            { text: one.sources.map(sourceText).join(', '), ink: 'dim' },
          ]),
          ...(settled.some(({ key }) => key === 'shape')
            ? []
            : [
                [
                  'shape',
                  { text: 'by the score', ink: 'bold' } as const,
                  { text: 'built in', ink: 'dim' } as const,
                ],
              ]),
          ...checks.map(({ name, check, file, isAgreed }): Cell[] => [
            `check ${sanitizeLine(name, 80)}`,
            { text: sanitizeLine(checkText(check), 200), ink: 'bold' },
            {
              text: `${sanitizeLine(file, 300)}${isAgreed ? ', agreed' : ', not agreed yet'}`,
              ink: isAgreed ? 'dim' : 'yellow',
            },
          ]),
        ],
        page,
      ),
      ...notes(configs, checks, page),
    ],
    next: hasFile ? undefined : { words: ['init'], when: 'to find the checks of this project' },
  };
}

function notes(
  { files, projectFile }: Configs,
  checks: readonly { readonly name: string; readonly check: Check; readonly isAgreed: boolean }[],
  page: Page,
): string[] {
  const open = checks.filter(({ isAgreed }) => !isAgreed);
  return [
    ...(files.includes(projectFile) ? [] : [`There is no ${projectFile}.`]),
    ...(open.length === 0
      ? []
      : [
          `The user has not agreed to: ${open.map(({ name, check }) => checkLine(name, check)).join(', ')}. No hook and no \`loop run\` runs these. To agree: loop config agree, in a terminal of the user.`,
        ]),
  ].flatMap((line) => ['', ...wrapText(line, page.width)]);
}

function jsonValue({ key, value }: Settled): unknown {
  const limit = limitRules.find(({ flagName }) => flagName === key);
  return limit && typeof value === 'number' ? value / limit.unitSize : (value ?? null);
}

function valueText(settled: Settled): string {
  const value = jsonValue(settled);
  const limit = limitRules.find(({ flagName }) => flagName === settled.key);
  if (value === null) return limit?.lifted ?? 'none';
  if (Array.isArray(value)) return sanitizeLine(value.join(', '), 300);
  return limit?.unit === 'usd' ? `$${String(value)}` : String(value);
}

function sourceText({ kind, from }: Source): string {
  return from === undefined ? kind : sanitizeLine(from, 300);
}
