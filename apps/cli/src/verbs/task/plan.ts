import { isDeepStrictEqual } from 'node:util';
import { type Amendment, type Frame, isJudged, noticeText } from '@loopwright/core';
import type { Answer } from '../../program/context.ts';
import { authorOn } from '../../session/author.ts';
import { answerTo, type Call, frameOf, put } from '../../workflow/call.ts';
import type { ShapeEntry, ShapeProblem, WorkShape } from './parse-shape.ts';
import { readShape, SHAPE_PATH } from './read-shape.ts';
import { moveTo, scoring } from './shape.ts';

type TaskCall = Call<'task'>;

/** Takes over what `SHAPE.md` says, whole or not at all, and enters stage decompose. */
export function plan(call: TaskCall): Answer {
  const { context, opened, flags } = call;
  const frame = frameOf(call);
  if (!frame?.workflow || frame.workflow.stage === 'intent') return moveTo(call, { stage: 'decompose' });
  const parsed = readShape(opened.root);
  if (!parsed.ok) return refuseShape(call, parsed.problems);
  const { shape } = parsed;
  const by = authorOn(context.env, opened) === 'user' ? { by: 'user' as const } : {};
  const amend = (amendments: readonly PlannedAmendment[]): readonly string[] => {
    if (by.by || amendments.length === 0) return [];
    const dated = amendments.map((one) => ({ at: context.now(), ...one, reason: SHAPE_REASON }));
    return put(call, { type: 'amend', amendments: dated }).decision.notices.map((one) => noticeText(one));
  };
  const changed = changedChecks(frame, shape);
  if (changed.length > 0) {
    const problems = changed.map((name) => ({
      line: 1,
      text: `"${name}" is proved by another command already; to change it, pause the loop and remove it first`,
    }));
    return refuseShape(call, problems, amend(refusedChecks(frame, changed)));
  }
  const told = amend(droppedProhibitions(frame, shape));
  for (const { name, command } of shape.criteria) {
    const known = frame.criteria.find((one) => one.name === name);
    if (known && (known.check || command === undefined)) continue;
    const check = command === undefined ? {} : { check: { command, ...by } };
    const { decision } = put(call, { type: 'criterion', action: 'add', name, ...by, ...check });
    if (decision.rejected) return answerTo(call, [], { decision });
  }
  const { familiarity } = flags;
  return moveTo(
    call,
    {
      stage: 'decompose',
      ...(familiarity !== undefined && scoring(call, { familiarity })),
      mustNot: shape.mustNot.map(({ name }) => name),
      mustNotChecks: shape.mustNot.flatMap(({ command }, index) =>
        command === undefined ? [] : [{ entry: index + 1, command }],
      ),
      verification: shape.verification,
    },
    [...told, ...shapeLines(shape)],
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

const SHAPE_REASON = 'SHAPE.md';

type PlannedAmendment = Omit<Amendment, 'at' | 'reason'>;

/** The attempts of a refused shape to change a check, each once on record. */
function refusedChecks({ amendments = [] }: Frame, tried: readonly string[]): PlannedAmendment[] {
  const isKnown = (name: string): boolean =>
    amendments.some(({ subject, reason }) => subject === name && reason === SHAPE_REASON);
  const fresh = tried.filter((name) => !isKnown(name));
  return fresh.map((subject) => ({ what: 'replaced', subject, isRefused: true }));
}

/** The prohibitions that a new shape drops, or whose check it changes. */
function droppedProhibitions({ workflow }: Frame, shaped: WorkShape): PlannedAmendment[] {
  const { mustNot = [], mustNotChecks = [] } = workflow ?? {};
  const dropped = mustNot.filter((name, index) => {
    const kept = shaped.mustNot.find((one) => one.name === name);
    const check = mustNotChecks.find(({ entry }) => entry === index + 1)?.command;
    return !kept || (check !== undefined && !isDeepStrictEqual(check, kept.command));
  });
  return dropped.map((name) => ({ what: 'removed', subject: `mustNot: ${name}` }));
}

function refuseShape(call: TaskCall, problems: readonly ShapeProblem[], told: readonly string[] = []) {
  const lines = problems.slice(0, 20).map(({ line, text }) => `- line ${line}: ${text}`);
  const title = `${SHAPE_PATH} can't be taken over; nothing was changed:`;
  return answerTo(call, [title, ...lines, ...told], {
    exit: 'error',
    json: { ok: false, problems },
    next: { words: ['task', 'plan'], when: `once ${SHAPE_PATH} is mended` },
  });
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
