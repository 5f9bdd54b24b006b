import { examine } from './examine.ts';
import { findingLines } from './finding-lines.ts';
import { tryHook } from './try-hook.ts';
import { CliError } from '../../program/cli-error.ts';
import { findPlace } from '../../session/place.ts';
import type { Handler } from '../../program/context.ts';

/** Checks the requirements of a loop and explains how to fix problems, or tries a hook. */
export const doctor: Handler<'doctor'> = async (context, { flags }) => {
  if (flags.try !== undefined) return tryHook(context, flags.try, flags);
  if (flags.dialect !== undefined || flags.really)
    throw new CliError({ exit: 'usage', message: '--dialect and --really belong to --try EVENT.' });
  const place = findPlace(context);
  const findings = await examine(context, place);
  const isSound = findings.every(({ level }) => level !== 'broken');
  return {
    exit: isSound ? 'ok' : 'error',
    json: { ok: isSound, findings },
    text: (page) => findingLines(findings, page),
    next: isSound ? { words: ['status'] } : { advice: 'fix what is broken, then run this again' },
  };
};
