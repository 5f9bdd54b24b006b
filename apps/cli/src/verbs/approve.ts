import { given } from '@loopwright/core';
import { approveChecks } from '@loopwright/hooks';
import { resolveNames } from '../answers/resolve-name.ts';
import { CliError } from '../program/cli-error.ts';
import type { Handler } from '../program/context.ts';
import { answerFor, submit, type Done, withRun } from '../session/submit.ts';
import { authorOn } from '../session/author.ts';

/** Makes checks of Claude the user's own. Refuses in Claude's shell. */
export const approve: Handler<'approve'> = (context, { words }) =>
  withRun(context, (opened) => {
    const { root, run } = opened;
    if (authorOn(context.env, opened) === 'claude') {
      throw new CliError({
        message:
          'Only the user can approve checks: in a terminal of their own, or in Claude Code with /loop:approve.',
        next: { words: ['status'] },
      });
    }
    const { criteria = [], offered = [] } = run.frames.at(-1) ?? {};
    const known = [...criteria, ...offered].map(({ name }) => name);
    const names = words.length === 0 ? undefined : resolveNames(known, words);
    let done: Done | undefined;
    const session: Parameters<typeof approveChecks>[0] = {
      get run() {
        return opened.run;
      },
      submit: (command) => {
        done = submit(opened, command);
        return { status: 'recorded', ...done };
      },
    };
    const { isDone, text } = approveChecks(session, names, { root, env: context.env, at: context.now() });
    if (!isDone && !done?.decision.rejected)
      throw new CliError({ message: text, next: { words: ['doctor'] } });
    // A check that was the user's own already is no failure: its command is remembered now.
    const decision = isDone ? undefined : done?.decision;
    return answerFor(context, opened, given({ decision, notices: done?.notices }), [text]);
  });
