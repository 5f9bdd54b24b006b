import { checkText, type Frame, type Task } from '@loopwright/core';
import { type OpenRun, readEvidence } from '@loopwright/store';
import { submit } from '../../session/submit.ts';
import { withRun } from '../../session/with-run.ts';
import { CliError } from '../../program/cli-error.ts';
import { nextCommand } from '../../program/print-answer.ts';
import type { Handler } from '../../program/context.ts';
import { panelQuestion, type Stuck } from './panel-question.ts';
import { PLACEHOLDERS, refusePlaceholders } from '../../workflow/placeholders.ts';
import { workflowAnswer } from '../../workflow/workflow-answer.ts';
import { failuresOf, findTask, nameOf } from '../../workflow/tasks.ts';
import { whyFailed } from '../../answers/why-failed.ts';

/** Prepares the question for a panel of experts, or records its advice. */
export const panel: Handler<'panel'> = (context, { words, flags }) =>
  withRun(context, (opened) => {
    const frame = opened.run.frames.at(-1);
    const stuck = frame && stuckOn(opened, frame, words.join(' ').trim());
    if (!frame || !stuck) throw nothingFailed();
    const { answer } = flags;
    refusePlaceholders([answer]);
    const at = context.now();
    const isOpen = (frame.counsel ?? []).some(
      (one) => one.subject === stuck.subject && one.recommendation === undefined,
    );
    const done =
      answer === undefined && isOpen
        ? undefined
        : submit(opened, {
            type: 'panel',
            at,
            subject: stuck.subject,
            ...(answer !== undefined && { recommendation: answer }),
          });
    if (answer !== undefined) {
      return workflowAnswer(
        opened,
        [
          `On record for: ${stuck.subject}. Apply it, then try again.`,
          `If it works and other loops should know: ${nextCommand({ words: ['learn', PLACEHOLDERS.lesson, '--kind', 'failure'] }, context.commandName)}`,
        ],
        done,
      );
    }
    const asked = workflowAnswer(opened, panelQuestion(stuck, frame), done);
    return {
      ...asked,
      json: { ...asked.json, question: panelQuestion(stuck, frame) },
      ...(!done?.decision.rejected && {
        next: {
          words: ['panel', stuck.handle, '--answer', PLACEHOLDERS.advice],
          when: 'then try again',
        },
      }),
    };
  });

/** Finds the subject: a task or criterion by name, else the last failure. */
function stuckOn(opened: OpenRun, frame: Frame, typed: string): Stuck | undefined {
  const byName =
    typed === '' ? undefined : (findTask(frame, typed) ?? frame.tasks.find((one) => nameOf(one) === typed));
  if (byName) return stuckTask(opened, byName);
  if (typed !== '') return stuckCriterion(opened, frame, typed);
  const noted = frame.notes.findLast(({ kind }) => kind === 'ask-panel');
  const subject =
    noted?.kind === 'ask-panel'
      ? noted.subject
      : frame.counsel?.findLast((one) => one.recommendation === undefined)?.subject;
  const meant = frame.tasks.find((one) => `${one.id} ${one.subject}` === subject || nameOf(one) === subject);
  if (meant) return stuckTask(opened, meant);
  if (subject !== undefined) return stuckCriterion(opened, frame, subject);
  const task = frame.tasks.find((one) => one.status !== 'completed' && failuresOf(one) > 0);
  const criterion = frame.criteria.find(({ evidence }) => evidence?.passed === false);
  return task ? stuckTask(opened, task) : criterion && stuckCriterion(opened, frame, criterion.name);
}

function stuckTask(opened: OpenRun, task: Task): Stuck {
  const { lastFailure, evidence, check } = task.metadata;
  return {
    subject: nameOf(task),
    handle: task.id,
    failures: failuresOf(task),
    what: typeof lastFailure === 'string' ? lastFailure : 'nobody said how',
    wanted: typeof check === 'string' ? `${task.description}; proved by: ${check}` : task.description,
    evidence: outputOf(opened, typeof evidence === 'string' ? evidence : undefined),
  };
}

function stuckCriterion(opened: OpenRun, { criteria }: Frame, name: string): Stuck | undefined {
  const found = criteria.find((one) => one.name === name);
  if (!found) return undefined;
  const { check, evidence, failures } = found;
  return {
    subject: found.name,
    handle: found.name,
    failures,
    what: evidence ? whyFailed(evidence) : 'it was not met',
    wanted: check ? checkText(check) : found.name,
    evidence: outputOf(opened, evidence?.id),
  };
}

function outputOf({ root }: OpenRun, id: string | undefined): Stuck['evidence'] {
  const output = id === undefined ? undefined : readEvidence(root, id);
  return id === undefined || output === undefined ? undefined : { id, output };
}

function nothingFailed(): CliError {
  return new CliError({
    exit: 'error',
    message: 'Nothing failed that a panel could be asked about.',
    details: ['Name a task or a criterion: loop panel 3'],
    next: { words: ['status'] },
  });
}
