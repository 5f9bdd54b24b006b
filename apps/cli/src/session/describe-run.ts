import { sanitizeLine, standingOf, type Run } from '@loopwright/core';
import { shortId } from './short-id.ts';

/** Describes a run in one line. */
export function describeRun(run: Run): string {
  return `${shortId(run.id)}  ${standingOf(run).padEnd(9)}  ${sanitizeLine(run.frames[0]?.spec ?? '', 60)}`;
}
