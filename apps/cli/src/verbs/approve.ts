import { approveChecks } from '@loopwright/hooks';
import { resolveName } from '../answers/resolve-name.ts';
import { workAnswer } from '../answers/work-answer.ts';
import { CliError } from '../program/cli-error.ts';
import type { Handler } from '../program/context.ts';
import { authorOf } from '../session/author.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { submit, type Done } from '../session/submit.ts';
import { withRun } from '../session/with-run.ts';

/** Makes checks of Claude the user's own. Refuses in Claude's shell. */
export const approve: Handler<'approve'> = (context, { words }) =>
  withRun(context, (opened) => {
    if (authorOf(context.env, { root: opened.root, sessionId: opened.run.session }) === 'claude') {
      throw new CliError({
        exit: 'error',
        message: 'Only the user can approve checks: with /loop:approve, or in a terminal of their own.',
        next: { words: ['status'] },
      });
    }
    const known = opened.run.frames.at(-1)?.criteria.map(({ name }) => name) ?? [];
    const whole = words.join(' ');
    const names = known.includes(whole) ? [whole] : words.map((word) => resolveName(known, word));
    let done: Done | undefined;
    const approved = approveChecks(
      {
        get run() {
          return opened.run;
        },
        submit: (command) => {
          done = submit(opened, command);
          return { status: 'recorded', decision: done.decision, run: done.run };
        },
      },
      names.length === 0 ? undefined : names,
      { root: opened.root, env: context.env, at: context.now() },
    );
    const fingerprints = readWorkTree(placeOfCall(context, opened.root), opened.run.frames);
    if (!approved.isDone && !done?.decision.rejected) {
      throw new CliError({ exit: 'error', message: approved.text, next: { words: ['doctor'] } });
    }
    // A check that was the user's own already is no failure: its command is remembered now.
    const decision = approved.isDone ? undefined : done?.decision;
    return workAnswer(
      {
        run: opened.run,
        fingerprints,
        ...(decision && { decision }),
        ...(done && { notices: done.notices }),
      },
      [approved.text],
    );
  });
