import { isDeepStrictEqual } from 'node:util';
import { type Amendment, type Command, type Frame, isJudged, noticeText } from '@loopwright/core';
import type { Answer } from '../../program/context.ts';
import { authorOf } from '../../session/author.ts';
import { submit } from '../../session/submit.ts';
import { answerTo, type Call } from '../../workflow/call.ts';
import type { ShapeEntry, ShapeProblem, WorkShape } from './parse-shape.ts';
import { readShape, SHAPE_PATH } from './read-shape.ts';
import { moveTo, scoring } from './shape.ts';

type TaskCall = Call<'task'>;

/** Takes over what `SHAPE.md` says, whole or not at all, and enters stage decompose. */
export function plan(call: TaskCall): Answer {
  const {
    context,
    opened,
    flags: { familiarity },
  } = call;
  const frame = opened.run.frames.at(-1);
  if (!frame?.workflow || frame.workflow.stage === 'intent') return moveTo(call, { stage: 'decompose' });
  const parsed = readShape(opened.root);
  if (!parsed.ok) return refuseShape(call, parsed.problems);
  const at = context.now();
  const by = authorOf(context.env, { root: opened.root, sessionId: opened.run.session });
  const amend = (amendments: readonly Amendment[]): readonly string[] => {
    if (by === 'user' || amendments.length === 0) return [];
    return submit(opened, { type: 'amend', at, amendments: [...amendments] }).decision.notices.map(
      noticeText,
    );
  };
  const changed = changedChecks(frame, parsed.shape);
  if (changed.length > 0) {
    const text = (name: string): string =>
      `"${name}" is proved by another command already; to change it, pause the loop and remove it first`;
    return refuseShape(
      call,
      changed.map((name) => ({ line: 1, text: text(name) })),
      amend(refusedChecks(frame, changed, at)),
    );
  }
  const told = amend(droppedProhibitions(frame, parsed.shape, at));
  for (const command of newCriteria(frame, parsed.shape, at, by === 'user' ? { by } : {})) {
    const { decision } = submit(opened, command);
    if (decision.rejected) return answerTo(call, [], { decision });
  }
  const { mustNot, verification } = parsed.shape;
  return moveTo(
    call,
    {
      stage: 'decompose',
      ...(familiarity !== undefined && scoring(call, { familiarity })),
      mustNot: mustNot.map(({ name }) => name),
      mustNotChecks: mustNot.flatMap(({ command }, index) =>
        command === undefined ? [] : [{ entry: index + 1, command }],
      ),
      verification,
    },
    [...told, ...shapeLines(parsed.shape)],
  );
}

/** The criteria that a command proves already and that the shape would prove in another way. */
function changedChecks({ criteria }: Frame, shaped: WorkShape): readonly string[] {
  return shaped.criteria.flatMap(({ name, command }) => {
    const check = criteria.find((one) => one.name === name)?.check;
    if (command === undefined || !check) return [];
    return isJudged(check) || !isDeepStrictEqual(check.command, command) ? [name] : [];
  });
}

/** The commands that put new criteria of a shape on record, and checks of those that have none. */
function newCriteria(
  { criteria }: Frame,
  shaped: WorkShape,
  at: number,
  by: { readonly by?: 'user' },
): readonly Command[] {
  return shaped.criteria.flatMap(({ name, command }): Command[] => {
    const known = criteria.find((one) => one.name === name);
    if (known && (known.check || command === undefined)) return [];
    const check = command === undefined ? {} : { check: { command, ...by } };
    return [{ type: 'criterion', at, action: 'add', name, ...by, ...check }];
  });
}

const SHAPE_REASON = 'SHAPE.md';

/** The attempts of a refused shape to change a check, each once on record. */
function refusedChecks({ amendments = [] }: Frame, tried: readonly string[], at: number): Amendment[] {
  const isKnown = (name: string): boolean =>
    amendments.some(({ subject, reason }) => subject === name && reason === SHAPE_REASON);
  return tried
    .filter((name) => !isKnown(name))
    .map((subject) => ({ at, what: 'replaced', subject, reason: SHAPE_REASON, isRefused: true }));
}

/** The prohibitions that a new shape drops, or whose check it changes. */
function droppedProhibitions({ workflow }: Frame, { mustNot }: WorkShape, at: number): Amendment[] {
  const checkOf = (index: number): unknown =>
    workflow?.mustNotChecks?.find(({ entry }) => entry === index + 1)?.command;
  const dropped = (workflow?.mustNot ?? []).filter((name, index) => {
    const kept = mustNot.find((one) => one.name === name);
    const check = checkOf(index);
    return !kept || (check !== undefined && !isDeepStrictEqual(check, kept.command));
  });
  return dropped.map((name) => ({ at, what: 'removed', subject: `mustNot: ${name}`, reason: SHAPE_REASON }));
}

function refuseShape(
  call: TaskCall,
  problems: readonly ShapeProblem[],
  told: readonly string[] = [],
): Answer {
  const answer = answerTo(call, [
    `${SHAPE_PATH} can't be taken over; nothing was changed:`,
    ...problems.slice(0, 20).map(({ line, text }) => `- line ${line}: ${text}`),
    ...told,
  ]);
  return {
    ...answer,
    exit: 'error',
    json: { ...answer.json, ok: false, problems },
    next: { words: ['task', 'plan'], when: `once ${SHAPE_PATH} is mended` },
  };
}

function shapeLines({ criteria, mustNot, verification }: WorkShape): string[] {
  const line = ({ name, command }: ShapeEntry, by: string): string =>
    `${name}${command === undefined ? '' : ` (checked by ${by})`}`;
  return [
    'Criteria:',
    ...criteria.map((one) => `- ${line(one, 'loop verify')}`),
    ...(mustNot.length > 0 ? ['Must not:'] : []),
    ...mustNot.map((one, index) => `${index + 1}. ${line(one, 'the gate')}`),
    `Verification: ${verification}`,
    '',
  ];
}
