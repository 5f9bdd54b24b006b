import {
  CRITERION_STATES,
  durationText,
  type Next,
  noticeText,
  type Run,
  sanitizeLine,
  scopeOf,
  tellingLines,
  type WorkTree,
} from '@loopwright/core';
import type { VerifiedCriteria, VerifiedCriterion } from '../../checks/verify-criteria.ts';
import type { Page } from '../../terminal/page.ts';
import { INKS } from '../../terminal/paint.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import type { Answer } from '../../program/context.ts';
import { runJson } from '../../answers/run-json.ts';
import { whyFailed } from '../../answers/why-failed.ts';

/** What verifying gave. */
export interface Verified extends VerifiedCriteria {
  readonly run: Run;
  readonly fingerprints: WorkTree;
  /** The linked work tree where the checks ran; undefined for the project. */
  readonly workTree: string | undefined;
  readonly next: Next;
}

type Outcome = 'proved' | 'stale' | 'failed';

/** The answer of a verification: which checks proved their criteria. */
export function verifyAnswer({ run, results, notices, fingerprints, workTree, next }: Verified): Answer {
  const judged = results.map((result) => ({ ...result, outcome: outcomeOf(result, fingerprints) }));
  const proved = judged.filter(({ outcome }) => outcome === 'proved').length;
  const said = [...new Set(notices.map(noticeText))];
  return {
    exit: proved === judged.length ? 'ok' : 'unproved',
    json: {
      ok: proved === judged.length,
      results: judged.map(resultJson),
      notices: said,
      ...runJson(run, fingerprints),
    },
    text: (page) => [
      ...table(judged.map(row), page),
      ...judged.flatMap((result) => remarks(result, page)),
      '',
      `${proved} of ${judged.length} ${judged.length === 1 ? 'check proves' : 'checks prove'} the work tree ${workTree === undefined ? '' : `${sanitizeLine(workTree)} `}as it is.`,
      ...said.flatMap((line) => wrapText(line, page.width)),
    ],
    next,
  };
}

interface Judged extends VerifiedCriterion {
  readonly outcome: Outcome;
}

function outcomeOf({ check, evidence }: VerifiedCriterion, now: WorkTree): Outcome {
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
function remarks(
  { name: criterion, outcome, changedTree, hiddenOutput, evidence, runs }: Judged,
  page: Page,
): string[] {
  const name = sanitizeLine(criterion, 60);
  const lines: string[] = [];
  if (runs === 0) {
    lines.push(
      outcome === 'stale'
        ? `${name}: its judge was asked as often as it may be, and is not asked again.`
        : `${name}: judged on these very files before, and not asked again.`,
    );
  } else if (changedTree) lines.push(`${name}: the check changed the work tree while it ran.`);
  if (runs > 0 && outcome === 'stale') {
    lines.push(
      `${name}: it passed, but on a tree that is gone, so it proves nothing about this one. Let git ignore what the check writes, or name what it depends on with --paths.`,
    );
  } else if (runs > 1) {
    lines.push(`${name}: the tree had changed since it passed, so it ran again on the tree as it is.`);
  }
  if (outcome === 'failed') lines.push(`${name}: its output is in .loop/evidence/${evidence.id}.log`);
  const told = outcome === 'failed' && hiddenOutput ? ['', ...tellingLines(hiddenOutput, TOLD)] : [];
  return [...lines.flatMap((line) => wrapText(line, page.width)), ...told];
}

/** The recorded evidence of a check, and what this call found out about it. */
function resultJson({ name: criterion, outcome, evidence, changedTree, runs }: Judged): object {
  return { criterion, outcome, changedTree, runs, ...evidence };
}
