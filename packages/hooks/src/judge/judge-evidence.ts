import type { Ran, RunCall } from '@loopwright/checks';
import type { Evidence, JudgeCheck, Judgement, Run } from '@loopwright/core';

/** The version of our question to judges. It goes on record with each answer. */
export const QUESTION_VERSION = 1;

/** The fields that only the evidence of a judge has, not that of a command. */
export type JudgeEvidence = Required<Pick<Evidence, 'witness' | 'judgement'>>;

/** Asks the judge of a check, for a run as it is now. */
export type AskJudge = (check: JudgeCheck, run: Run, call: RunCall) => Promise<Ran<JudgeEvidence>>;

/** The record for a judge that did not end in time. */
export function unfinishedJudgement(askedBy: Judgement['askedBy']): Judgement {
  return { answer: 'none', askedBy, model: '', prompt: QUESTION_VERSION, usd: 0, tokens: 0 };
}
