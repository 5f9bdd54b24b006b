import { statusSegment, statusSession } from '@loopwright/hooks';
import type { Answer, Context, Request } from '../../program/context.ts';
import { CliError, usageError } from '../../program/cli-error.ts';
import { findPlace } from '../../session/place.ts';
import {
  asStatusLine,
  hasSegment,
  installProgram,
  removeProgram,
  withoutSegment,
  withSegment,
} from '../../session/status-line.ts';
import { readClientSettings, statusLineSettings, writeClientSettings } from '../../session/user-settings.ts';
import { choosePaint, pageWidth } from '../../terminal/page.ts';
import { wrapText } from '../../terminal/wrap-text.ts';

/** Prints the segment, or puts it into the client's settings, or takes it out. */
export function statusLine(context: Context, flags: Request<'config'>['flags']): Answer {
  if (flags.install && flags.remove) throw usageError('--install and --remove together make no sense.');
  if (flags.install) return install(context);
  return flags.remove ? remove(context) : segment(context);
}

function segment(context: Context): Answer {
  const { env, flags } = context;
  const session = statusSession(readInput(context), env);
  // The client shows colours, although it reads from a pipe.
  const paint = choosePaint({ env, isTerminal: true, isRefused: flags['no-color'] === true });
  const place = { columns: pageWidth(env['COLUMNS'], undefined), hasColour: paint('bold', 'x') !== 'x' };
  const line = session ? statusSegment(session, place, context.now()) : '';
  return { json: { segment: line }, text: () => (line === '' ? [] : [line]) };
}

function readInput(context: Context): unknown {
  try {
    return JSON.parse(Buffer.from(context.readInput()).toString());
  } catch {
    throw usageError("The client's JSON belongs on standard input.", ['config', 'statusline', '--install']);
  }
}

function install(context: Context): Answer {
  const { env, script } = context;
  const found = userSettings(context);
  const { path, settings, before } = found;
  if (settings['statusLine'] !== undefined && before === undefined)
    throw new CliError({
      message: `The status line in ${path} runs no command, so nothing can stand beside it. Nothing was changed.`,
    });
  installProgram(env, script);
  const isOurs = hasSegment(before);
  const setting = withSegment(before && isOurs ? withoutSegment(before) : before, env);
  if (JSON.stringify(setting) !== JSON.stringify(before))
    writeClientSettings(path, { ...settings, statusLine: setting });
  return answer(found, setting.command, [
    isOurs
      ? `The status line is in ${path}; its program is up to date.`
      : before
        ? `The status line in ${path} shows your loop beside what it showed before.`
        : `The status line is in ${path}.`,
    'Sessions that run already may need a restart.',
  ]);
}

function remove(context: Context): Answer {
  const found = userSettings(context);
  const { path, settings, before } = found;
  if (!before || !hasSegment(before))
    return answer(found, before?.command ?? null, [`${path} has no status line of ours.`]);
  const setting = withoutSegment(before);
  const { statusLine: _, ...others } = settings;
  writeClientSettings(path, setting ? { ...settings, statusLine: setting } : others);
  removeProgram(context.env);
  return answer(found, setting?.command ?? null, [
    `The status line ${setting ? `in ${path} is again what it was before` : `is out of ${path}`}.`,
  ]);
}

/** The client's settings of the user, and the status line in them. */
function userSettings(context: Context) {
  const { own: path, over } = statusLineSettings(context.env, findPlace(context).root ?? context.cwd);
  const settings = readClientSettings(path);
  if (settings) return { path, over, settings, before: asStatusLine(settings['statusLine']) };
  throw new CliError({
    message: `${path} can't be read as JSON. Nothing was changed.`,
    next: { words: ['doctor'] },
  });
}

function answer(
  { path, over }: ReturnType<typeof userSettings>,
  command: string | null,
  lines: readonly string[],
): Answer {
  const wins = over === undefined ? [] : [`Here ${over} has a status line of its own, which wins.`];
  return {
    json: { settings: path, command, overriddenBy: over ?? null },
    text: (page) => [...lines, ...wins].flatMap((line) => wrapText(line, page.width)),
    next: { words: ['doctor'] },
  };
}
