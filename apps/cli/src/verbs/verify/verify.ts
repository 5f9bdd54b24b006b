import type { NamedCheck } from '@loopwright/checks';
import { next, isOpen, rejectionText, scopeOf, type Check, type Run, type WorkTree } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { verifyCriteria } from '../../checks/verify-criteria.ts';
import { placeOfCall, readWorkTree } from '../../session/read-work-tree.ts';
import { withRun } from '../../session/with-run.ts';
import type { Answer, Context, Handler, Request } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';
import { resolveName } from '../../answers/resolve-name.ts';
import { verifyAnswer } from './verify-answer.ts';

/** Runs checks and records the evidence. */
export const verify: Handler<'verify'> = (context, request) =>
  withRun(context, (opened) => {
    if (!isOpen(opened.run)) throw notOpen(opened.run);
    return verifyRun(context, request, opened);
  });

async function verifyRun(context: Context, request: Request<'verify'>, opened: OpenRun): Promise<Answer> {
  const verified = await verifyCriteria(context, opened, {
    wanted: wantedOf(opened.run, request.words),
    timeoutMs: request.flags.timeout,
    jobs: request.flags.jobs,
    again: { words: ['verify'] },
  });
  const { run, root } = opened;
  const place = placeOfCall(context, root);
  const { scopes } = verified;
  // The last check's reading serves, unless other criteria rest on other parts of the tree.
  const hasAll = run.frames
    .flatMap(({ criteria }) => criteria)
    .every(({ check, evidence }) => !check || !evidence?.passed || scopes.has(scopeOf(check)));
  const now: WorkTree = hasAll ? (scope) => scopes.get(scope) : readWorkTree(place, run.frames);
  const workTree = place.kind === 'linked' ? place.path : undefined;
  return verifyAnswer({ ...verified, run, workTree, fingerprints: now, next: next(run, now) });
}

function notOpen(run: Run): CliError {
  const rejection =
    run.status === 'draft'
      ? ({ code: 'no-run' } as const)
      : ({ code: 'ended', subject: run.status } as const);
  return new CliError({ exit: 'error', message: rejectionText(rejection) });
}

/** The criteria that are to be verified: those that were named, or all that have a check. */
function wantedOf(run: Run, words: readonly string[]): NamedCheck<Check>[] {
  const criteria = run.frames.at(-1)?.criteria ?? [];
  const names = criteria.map(({ name }) => name);
  // A name of several words may have come without quotes.
  const joined = words.join(' ');
  const asked = names.includes(joined) ? [joined] : words;
  const chosen = new Set(asked.map((word) => resolveName(names, word)));
  const wanted = criteria.flatMap(({ name, check }): NamedCheck<Check>[] =>
    check && (chosen.size === 0 || chosen.has(name)) ? [{ name, check }] : [],
  );
  const unchecked = criteria.find(({ name, check }) => chosen.has(name) && !check);
  if (unchecked) {
    throw new CliError({
      exit: 'error',
      message: `"${unchecked.name}" has no check; it is ticked once it is true.`,
      next: { words: ['criterion', 'tick', unchecked.name] },
    });
  }
  if (wanted.length === 0) {
    throw new CliError({
      exit: 'error',
      message: 'No criterion has a check, so there is nothing to run.',
      next: { words: ['criterion', 'add', 'tests pass', '--check', 'npm test'], when: 'for example' },
    });
  }
  return wanted;
}
