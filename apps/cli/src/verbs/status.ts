import { listed, missingText, next } from '@loopwright/core';
import { type OpenRun, projectViews } from '@loopwright/store';
import { locateRun } from '../session/locate-run.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import type { Handler } from '../program/context.ts';
import { noLoopAnswer } from '../answers/no-loop-answer.ts';
import { runJson } from '../answers/run-json.ts';
import { statusLines } from '../answers/status-lines.ts';
import { hooksOffLines } from '../session/place.ts';
import { auditedRun } from '../session/run-summary.ts';
import { unpricedLines } from '../answers/unpriced-lines.ts';
import { wrapText } from '../terminal/wrap-text.ts';

/** Shows the status of the loop, or that no loop exists. */
export const status: Handler<'status'> = (context) => {
  const found = locateRun(context);
  const off = hooksOffLines(context);
  const { opened } = found;
  if (!opened) return noLoopAnswer(found, off);
  const at = context.now();
  const run = auditedRun(opened);
  const refused = refusedClaim(opened);
  projectViews(opened, at);
  opened.close();
  const now = readWorkTree(placeOfCall(context, opened.root), run.frames);
  return {
    json: { ...runJson(run, now), others: [] },
    text: (page) => [
      ...statusLines(run, now, at, page, refused),
      ...unpricedLines(opened, context.env),
      ...off.flatMap((line) => wrapText(line, page.width)),
    ],
    next: next(run, now),
  };
};

/** What was missing at the last claim that was refused; undefined if none was. */
function refusedClaim({ journal }: OpenRun): string | undefined {
  const verdicts = journal.history().flatMap(({ decision }) => decision?.verdict ?? []);
  const refused = verdicts.findLast(({ rule }) => rule === 'unproved');
  return refused?.kind === 'block' ? listed(refused.missing.map(missingText), 3) : undefined;
}
