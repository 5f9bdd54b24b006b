import { type Check, isJudged } from '@loopwright/core';

/** The command of a check, or the statement for its judge, without the folder, the paths and the timeout. */
export function askedOf(check: Check): unknown {
  return isJudged(check) ? { judge: check.judge } : check.command;
}
