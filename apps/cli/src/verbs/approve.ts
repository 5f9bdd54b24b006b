import { approveChecks } from '@loopwright/hooks';
import { resolveName } from '../answers/resolve-name.ts';
import { CliError } from '../program/cli-error.ts';
import type { Handler } from '../program/context.ts';
import { answerFor, submit, type Done, withRun } from '../session/submit.ts';
import { authorOn } from '../session/author.ts';

/** Makes checks of Claude the user's own. Refuses in Claude's shell. */
export const approve: Handler<'approve'> = (context, { words }) =>
  withRun(context, (opened) => {
    if (authorOn(context.env, opened) === 'claude') {
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
    if (!approved.isDone && !done?.decision.rejected) {
      throw new CliError({ exit: 'error', message: approved.text, next: { words: ['doctor'] } });
    }
    // A check that was the user's own already is no failure: its command is remembered now.
    const decision = approved.isDone ? undefined : done?.decision;
    return answerFor(
      context,
      opened,
      { ...(decision && { decision }), ...(done && { notices: done.notices }) },
      [approved.text],
    );
  });
