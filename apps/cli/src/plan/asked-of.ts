import { type Check, isJudged } from '@loopwright/core';

/** What a check asks for, without where and how long it runs: its command, or the statement for its judge. */
export function askedOf(check: Check): unknown {
  return isJudged(check) ? { judge: check.judge } : check.command;
}
