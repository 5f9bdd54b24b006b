import { stripVTControlCharacters } from 'node:util';
import { checkText, type Frame, PLACES, sanitize, sanitizeLine, stuckCountOf } from '@loopwright/core';
import { readEvidence } from '@loopwright/store';
import { whyFailed } from '../../answers/why-failed.ts';
import { CliError, usageError } from '../../program/cli-error.ts';
import type { Answer } from '../../program/context.ts';
import { nextCommand } from '../../program/print-answer.ts';
import { answerTo, type Call, frameOf, put } from '../../workflow/call.ts';
import { mustNotLines } from '../../workflow/must-not-lines.ts';
import { findTask, nameOf } from '../../workflow/tasks.ts';

/** What failed: a task or a criterion. */
interface Failure {
  readonly subject: string;
  /** Its name on the command line: a task's id, or a criterion's name. */
  readonly handle: string;
  readonly failures: number;
  readonly why: string;
  /** How it should be, in the words of the plan. */
  readonly wanted: string;
  readonly evidenceId: string | undefined;
}

/** Prepares the question about a failure for a panel of experts. */
export function ask(call: Call<'task'>): Answer {
  const { frame, failure } = requireFailure(call, call.words);
  const { subject, handle } = failure;
  const question = questionLines(call.opened.root, frame, failure);
  const { decision, notices } = put(call, { type: 'panel', subject });
  // A question that is open already is shown again.
  const isOpen = decision.rejected?.code === 'nothing-to-change';
  return answerTo(call, question, {
    ...(!isOpen && { decision }),
    notices,
    json: { question },
    next: { words: ['task', 'advise', handle, PLACES.advice], when: 'then try again' },
  });
}

/** Records the advice of the panel: the last word is the advice, what is before it names the failure. */
export function advise(call: Call<'task'>): Answer {
  const recommendation = call.words.at(-1)?.trim();
  if (!recommendation) {
    throw usageError(
      'What does the panel recommend? loop task advise 3 "Mock the clock instead of waiting"',
      ['task', 'ask'],
    );
  }
  const { subject } = requireFailure(call, call.words.slice(0, -1)).failure;
  const done = put(call, { type: 'panel', subject, recommendation });
  const learn = nextCommand(
    { words: ['learn', PLACES.lesson, '--kind', 'failure'] },
    call.context.commandName,
  );
  return answerTo(
    call,
    [
      `On record for: ${subject}. Apply it, then try again.`,
      `If it works and other loops should know: ${learn}`,
    ],
    done,
  );
}

/** Finds the failure that is meant: a task or a criterion by its name, else the last one. */
function requireFailure(call: Call<'task'>, words: readonly string[]) {
  const frame = frameOf(call);
  const typed = words.join(' ').trim();
  const failure = frame && failureOf(frame, typed === '' ? lastFailure(frame) : typed);
  if (frame && failure) return { frame, failure };
  throw new CliError({
    message: 'Nothing failed that a panel could be asked about.',
    details: ['Name a task or a criterion: loop task ask 3'],
    next: { words: ['status'] },
  });
}

/** What the stop hook asked for, else the open question, else any failure. */
function lastFailure({ notes, counsel = [], tasks, criteria }: Frame): string | undefined {
  return (
    notes.findLast((note) => note.kind === 'ask-panel')?.subject ??
    counsel.findLast(({ recommendation }) => recommendation === undefined)?.subject ??
    tasks.find((one) => one.status !== 'completed' && stuckCountOf(one) > 0)?.id ??
    criteria.find(({ evidence }) => evidence?.passed === false)?.name
  );
}

function failureOf(frame: Frame, name = ''): Failure | undefined {
  const task = findTask(frame, name) ?? frame.tasks.find((one) => nameOf(one) === sanitizeLine(name));
  if (task) {
    const { lastFailure: why, evidence, check } = task.metadata;
    return {
      subject: nameOf(task),
      handle: task.id,
      failures: stuckCountOf(task),
      why: typeof why === 'string' ? why : 'nobody said how',
      wanted: typeof check === 'string' ? `${task.description}; proved by: ${check}` : task.description,
      evidenceId: typeof evidence === 'string' ? evidence : undefined,
    };
  }
  const criterion = frame.criteria.find((one) => one.name === name);
  if (!criterion) return undefined;
  const { check, evidence, failures } = criterion;
  return {
    subject: name,
    handle: name,
    failures,
    why: evidence ? whyFailed(evidence) : 'it was not met',
    wanted: check ? checkText(check) : name,
    evidenceId: evidence?.id,
  };
}

const MAX_TAIL_LINES = 20;

/** The question for the experts, who see nothing else. */
function questionLines(root: string, { counsel = [], workflow }: Frame, failure: Failure): string[] {
  const { subject, failures, why, wanted, evidenceId } = failure;
  const tried = counsel.flatMap((one) => (one.subject === subject && one.recommendation) || []);
  const mustNot = mustNotLines(workflow);
  return [
    `Panel on: ${sanitizeLine(subject)}`,
    '',
    `Failed ${failures}×: ${sanitizeLine(why, 500)}`,
    `Wanted: ${sanitizeLine(wanted, 500)}`,
    ...(evidenceId === undefined ? [] : outputLines(root, evidenceId)),
    ...(tried.length > 0 ? ['', 'Recommended before, and it failed again:'] : []),
    ...tried.map((one) => `- ${sanitizeLine(one, 500)}`),
    ...(mustNot.length > 0 ? ['', ...mustNot] : []),
    '',
    'Ask three experts who would see it differently: why does it fail, and what should be tried instead? Take what at least two agree on.',
  ];
}

function outputLines(root: string, evidenceId: string): string[] {
  const output = readEvidence(root, evidenceId);
  if (output === undefined) return [];
  const lines = sanitize(stripVTControlCharacters(output)).trimEnd().split('\n').slice(-MAX_TAIL_LINES);
  return [
    '',
    `The end of its output (.loop/evidence/${evidenceId}.log):`,
    ...lines.map((line) => `  ${line}`),
  ];
}
