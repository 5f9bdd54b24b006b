import {
  CRITERION_STATES,
  durationText,
  isOpen,
  next,
  noticeText,
  onStartText,
  rejectionText,
  type Run,
  sanitizeLine,
  scopeOf,
  tellingLines,
  type WorkTree,
} from '@loopwright/core';
import type { NamedCheck, Verification } from '@loopwright/hooks';
import { resolveNames } from '../answers/resolve-name.ts';
import { runJson } from '../answers/run-json.ts';
import { whyFailed } from '../answers/why-failed.ts';
import { verifyCriteria } from '../checks/verify-criteria.ts';
import { CliError } from '../program/cli-error.ts';
import type { Handler } from '../program/context.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { withRun } from '../session/submit.ts';
import { INKS, type Page } from '../terminal/page.ts';
import { table, type Cell } from '../terminal/table.ts';
import { wrapText } from '../terminal/wrap-text.ts';

/** Runs checks, records the evidence, and answers which of them proved their criteria. */
export const verify: Handler<'verify'> = (context, { words, flags }) =>
  withRun(context, async (opened) => {
    const { results, notices, identities } = await verifyCriteria(context, opened, {
      wanted: checksToRun(opened.run, words),
      timeoutMs: flags.timeout,
      jobs: flags.jobs,
      again: { words: ['verify'] },
    });
    const { run, root } = opened;
    const place = placeOfCall(context, root);
    // The last check's reading serves, unless other criteria rest on other parts of the tree.
    const isWhole = run.frames
      .flatMap(({ criteria }) => criteria)
      .every(({ check, evidence }) => !check || !evidence?.passed || identities.has(scopeOf(check)));
    const now: WorkTree = isWhole ? (scope) => identities.get(scope) : readWorkTree(place, run.frames);
    const judged = results.map((result): Judged => ({ ...result, outcome: outcomeOf(result, now) }));
    const proved = judged.filter(({ outcome }) => outcome === 'proved').length;
    const said = [...new Set(notices.map((one) => noticeText(one, run)))];
    const where = place.kind === 'linked' ? `${sanitizeLine(place.path)} ` : '';
    return {
      exit: proved === judged.length ? 'ok' : 'unproved',
      json: {
        ok: proved === judged.length,
        // The recorded evidence of each check, and what this call found out about it.
        results: judged.map(({ name: criterion, outcome, changedTree, runs, evidence }) => ({
          criterion,
          outcome,
          changedTree,
          runs,
          ...evidence,
        })),
        notices: said,
        ...runJson(run, now),
      },
      text: (page) => [
        ...table(judged.map(row), page),
        ...judged.flatMap((result) => remarks(result, page)),
        '',
        `${proved} of ${judged.length} ${judged.length === 1 ? 'check proves' : 'checks prove'} the work tree ${where}as it is.`,
        ...said.flatMap((line) => wrapText(line, page.width)),
      ],
      next: next(run, now),
    };
  });

/** The checks of the criteria that were named, or of all. Throws `CliError` if there is nothing to run. */
function checksToRun(run: Run, words: readonly string[]): NamedCheck[] {
  const { status, frames } = run;
  if (!isOpen(run))
    throw new CliError({
      message: rejectionText(status === 'draft' ? { code: 'no-run' } : { code: 'ended', subject: status }),
    });
  const criteria = frames.at(-1)?.criteria ?? [];
  const known = criteria.map(({ name }) => name);
  const named = resolveNames(known, words);
  const wanted = criteria.filter(({ name }) => named.length === 0 || named.includes(name));
  const unchecked = wanted.find(({ check }) => !check)?.name;
  if (unchecked !== undefined && named.length > 0)
    throw new CliError({
      message: `"${unchecked}" has no check; it is ticked once it is true.`,
      next: { words: ['criterion', 'tick', unchecked] },
    });
  const checks = wanted.flatMap(({ name, check }) => (check ? [{ name, check }] : []));
  if (checks.length > 0) return checks;
  throw new CliError({
    message: 'No criterion has a check, so there is nothing to run.',
    next: { words: ['criterion', 'add', 'tests pass', '--check', 'npm test'], when: 'for example' },
  });
}

interface Judged extends Verification {
  readonly outcome: 'proved' | 'stale' | 'failed';
}

function outcomeOf({ check, evidence }: Verification, now: WorkTree): Judged['outcome'] {
  if (!evidence.passed) return 'failed';
  return now(scopeOf(check)) === evidence.fingerprint ? 'proved' : 'stale';
}

function row({ name, outcome, evidence }: Judged): Cell[] {
  const { sign, word, tone } = CRITERION_STATES[outcome];
  const why = evidence.passed ? '' : ` (${sanitizeLine(whyFailed(evidence), 120)})`;
  return [
    { text: `${sign} ${word}`, ink: INKS[tone] },
    { text: durationText(evidence.durationMs), ink: 'dim' },
    `${sanitizeLine(name)}${why}`,
  ];
}

/** How much of a failed check's output a reader without a terminal gets. */
const TOLD = { lines: 20, chars: 2000 };

/** Further lines about one check. */
function remarks(result: Judged, page: Page): string[] {
  const { name, outcome, hiddenOutput } = result;
  const lines = remarksOn(result).map((line) => `${sanitizeLine(name, 60)}: ${line}`);
  const output = outcome === 'failed' && hiddenOutput ? ['', ...tellingLines(hiddenOutput, TOLD)] : [];
  return [...lines.flatMap((line) => wrapText(line, page.width)), ...output];
}

function remarksOn({ outcome, changedTree, evidence, runs }: Judged): readonly string[] {
  const isStale = outcome === 'stale';
  const output = outcome === 'failed' ? [`its output is in .loop/evidence/${evidence.id}.log`] : [];
  if (runs === 0 && isStale) return ['its judge was asked as often as it may be, and is not asked again.'];
  if (runs === 0) return ['judged on these very files before, and not asked again.', ...output];
  const stale =
    'it passed, but on a tree that is gone, so it proves nothing about this one. Let git ignore what the check writes, or name what it depends on with --paths.';
  const again = 'the tree had changed since it passed, so it ran again on the tree as it is.';
  return [
    ...(changedTree ? ['the check changed the work tree while it ran.'] : []),
    ...(isStale ? [stale] : runs > 1 ? [again] : []),
    ...(evidence.onStart ? [`it ${onStartText(evidence.onStart)}.`] : []),
    ...output,
  ];
}
