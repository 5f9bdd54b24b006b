import {
  endingDetail,
  failureOf,
  formatInstant,
  type Criterion,
  type Ending,
  type Frame,
  type Limits,
  type Run,
  criterionState,
  isJudged,
  roundsLeft,
  type WorkTree,
  limitRules,
} from '@loopwright/core';

import { trustJson } from './trust-json.ts';
import type { CriterionJson, FrameJson, RunJson } from './schemas.ts';

/** Gives a run as data, with every criterion judged on the work tree as it is. */
export function runJson(run: Run, now: WorkTree): RunJson {
  const { id, session, status, ending, createdAt, updatedAt, frames } = run;
  return {
    id,
    session,
    status,
    ending: ending ? endingJson(ending) : null,
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
    frames: frames.map((frame) => frameJson(run, frame, now)),
    trust: trustJson(run),
  };
}

function endingJson(ending: Ending): RunJson['ending'] {
  const { failure, retryAt } = failureOf(ending) ?? {};
  return {
    kind: ending.kind,
    detail: endingDetail(ending) ?? null,
    at: formatInstant(ending.at),
    failure: failure ?? null,
    retryAt: retryAt === undefined ? null : formatInstant(retryAt),
  };
}

function frameJson(run: Run, frame: Frame, now: WorkTree): FrameJson {
  const { id, mode, spec, score, points = [], shape, iteration, limits, spend, steps } = frame;
  const timeMs = (run.ending?.at ?? run.updatedAt) - frame.startedAt;
  return {
    id,
    mode,
    spec,
    score,
    points: [...points],
    shape,
    iteration,
    limits: limitsJson(limits),
    asked: askedJson(frame),
    spent: { usd: spend.usd, tokens: spend.tokens, minutes: Math.round(Math.max(0, timeMs) / 6000) / 10 },
    criteria: frame.criteria.map((criterion) => criterionJson(criterion, now)),
    steps: steps.map(({ name, isDone }) => ({ name, done: isDone })),
    signalled: frame.exitSignal,
  };
}

function askedJson({ asked = {} }: Frame): FrameJson['asked'] {
  return Object.fromEntries(
    Object.entries(asked).map(([key, by]) => [limitRules.find((one) => one.key === key)?.field ?? key, by]),
  );
}

function limitsJson(limits: Limits): FrameJson['limits'] {
  return Object.fromEntries(
    limitRules.map(({ key, field, unitSize }) => {
      const most = limits[key];
      return [field, most === null ? null : most / unitSize];
    }),
  );
}

function criterionJson(criterion: Criterion, now: WorkTree): CriterionJson {
  const { name, check, evidence, tick } = criterion;
  return {
    name,
    by: criterion.by ?? 'claude',
    state: criterionState(criterion, now),
    check: check
      ? {
          command: isJudged(check) ? null : check.command,
          judge: isJudged(check)
            ? {
                statement: check.judge,
                model: check.model ?? null,
                rounds: criterion.rounds ?? 0,
                roundsLeft: roundsLeft(criterion),
              }
            : null,
          folder: check.folder ?? null,
          paths: [...(check.paths ?? [])],
          by: check.by ?? 'claude',
        }
      : null,
    evidence: evidence
      ? {
          id: evidence.id,
          at: formatInstant(evidence.at),
          passed: evidence.passed,
          exitCode: evidence.exitCode,
          durationMs: evidence.durationMs,
          reason: evidence.reason ?? null,
          judgement: evidence.judgement
            ? {
                answer: evidence.judgement.answer,
                askedBy: evidence.judgement.askedBy,
                model: evidence.judgement.model,
                question: evidence.judgement.prompt,
                costUsd: evidence.judgement.usd,
              }
            : null,
        }
      : null,
    claim: tick ? { basis: tick.basis, note: tick.note ?? null, at: formatInstant(tick.at) } : null,
  };
}
