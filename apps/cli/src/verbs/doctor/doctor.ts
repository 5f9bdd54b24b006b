import { sanitizeLine } from '@loopwright/core';
import { tryHook } from './try-hook.ts';
import { usageError } from '../../program/cli-error.ts';
import { findPlace } from '../../session/place.ts';
import type { Handler } from '../../program/context.ts';
import type { Page } from '../../terminal/page.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { examinations } from './examinations.ts';
import type { Finding } from './finding.ts';

/** Checks the requirements of a loop and explains how to fix problems, or tries a hook. */
export const doctor: Handler<'doctor'> = async (context, { flags }) => {
  if (flags.try !== undefined) return tryHook(context, flags.try, flags);
  if (flags.dialect !== undefined || flags.really)
    throw usageError('--dialect and --really belong to --try EVENT.');
  const { root = context.cwd, sessionId } = findPlace(context);
  const examined = { ...context, root, sessionId };
  const findings: NamedFinding[] = [];
  for (const [subject, examine] of Object.entries(examinations))
    for (const found of [await examine(examined)].flat()) findings.push({ subject, ...found });
  const isSound = findings.every(({ level }) => level !== 'broken');
  return {
    exit: isSound ? 'ok' : 'error',
    json: { ok: isSound, findings },
    text: (page) => findingLines(findings, page),
    next: isSound ? { words: ['status'] } : { advice: 'fix what is broken, then run this again' },
  };
};

type NamedFinding = Finding & { readonly subject: string };

const MARKS = {
  sound: ['✓', 'green'],
  doubtful: ['!', 'yellow'],
  broken: ['✗', 'red'],
} as const;

/** Writes findings, each with its remedy below it. */
function findingLines(findings: readonly NamedFinding[], page: Page): string[] {
  const rows = findings.flatMap(({ subject, level, found, remedy }): Cell[][] => {
    const [mark, ink] = MARKS[level];
    return [
      [{ text: mark, ink }, { text: subject, ink: 'bold' }, sanitizeLine(found, 300)],
      ...(remedy === undefined ? [] : [['', '', { text: `→ ${remedy}`, ink: 'cyan' as const }]]),
    ];
  });
  return table(rows, page);
}
