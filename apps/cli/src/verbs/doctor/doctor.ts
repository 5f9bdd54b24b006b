import { examine } from './examine.ts';
import { findingLines } from './finding-lines.ts';
import { findPlace } from '../../session/place.ts';
import type { Handler } from '../../program/context.ts';

/** Checks the requirements of a loop, and explains how to fix problems. */
export const doctor: Handler<'doctor'> = async (context) => {
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
