import * as z from 'zod/mini';
import type { FlagValue } from '../flags/flag.ts';
import type { Check, Criterion, Run } from '../model/run.ts';
import type { ParsedWords, TypedCheck } from './parse-typed.ts';

/** A command of the loop that the user typed, and the words after it, parsed. */
export interface TypedCommand extends Omit<ParsedWords, 'checks'> {
  /** `loop:start`, for example. */
  readonly command: string;
  readonly at: number;
  /** The draft that the words opened. */
  readonly run?: string | undefined;
  /** The plugin's settings as they were: the most iterations and dollars of a loop. */
  readonly iterations?: number | undefined;
  readonly budget?: number | undefined;
}

/** The checks that the user typed for one loop. */
export interface Contract {
  /** The run that holds them. Without one, they are for the next loop of the session. */
  readonly run?: string | undefined;
  /** The loop that was on when the user typed them; it is not theirs. */
  readonly beside?: string | undefined;
  readonly checks: readonly TypedCheck[];
  /** Criteria that the user took out later. */
  readonly removed: readonly string[];
  /** The user ended the contract: a cancel, an approval. */
  readonly isWaived?: boolean | undefined;
}

/** All that the user typed in one session of a project. It is kept outside of the project. */
export interface SessionWords {
  /** The last words after each command. */
  readonly typed: readonly TypedCommand[];
  /** Every check that was typed in this session. */
  readonly checks: readonly TypedCheck[];
  /** The digest of the project's config at the last typed command. */
  readonly configDigest?: string | undefined;
  /** The contracts that no end has settled; the last one is of this session. */
  readonly contracts: readonly Contract[];
}

const text = z.string();

const typedCheck = z.object({
  typed: text,
  name: text,
  check: z.optional(
    z.union([z.object({ command: z.union([text, z.array(text)]) }), z.object({ judge: text })]),
  ),
});

const flagValue: z.ZodMiniType<FlagValue> = z.union([
  text,
  z.number(),
  z.literal(true),
  z.null(),
  z.array(text),
]);

const typedCommand = z.object({
  command: text,
  at: z.number(),
  run: z.optional(text),
  iterations: z.optional(z.number()),
  budget: z.optional(z.number()),
  spec: text,
  flags: z.record(text, flagValue),
  unclear: z.array(text),
  problem: z.optional(z.object({ message: text, suggestion: z.optional(text) })),
});

const contract = z.object({
  run: z.optional(text),
  beside: z.optional(text),
  checks: z.array(typedCheck),
  removed: z.array(text),
  isWaived: z.optional(z.boolean()),
});

/** The record of a session's typed words. */
export const sessionWordsSchema: z.ZodMiniType<SessionWords> = z.object({
  typed: z.array(typedCommand),
  checks: z.array(typedCheck),
  configDigest: z.optional(text),
  contracts: z.array(contract),
});

/** True if one of these typed checks is the check of this criterion, command by command. */
export function isTypedCheck(
  checks: readonly TypedCheck[],
  { name, check }: Pick<Criterion, 'name' | 'check'>,
): boolean {
  return (
    check !== undefined && checks.some((one) => one.name === name && one.check && isSame(one.check, check))
  );
}

/**
 * Says how a run differs from what the user typed: for this run, in any session, and for the next loop of this session.
 * Undefined if it doesn't.
 */
export function breachOf(
  run: Run,
  asked: Contract | undefined,
  own: Contract | undefined,
): string | undefined {
  const lack = asked && lackIn(run, asked);
  const isOwing = own && !own.isWaived && own.checks.length > 0 && own.beside !== run.id;
  if (lack !== undefined || !isOwing) return lack;
  if (own.run !== undefined && own.run !== run.id)
    return 'the loop that the user started in this session is gone, or was left unproved';
  return lackIn(run, own);
}

/** The first typed check that the run doesn't have. */
function lackIn({ frames }: Run, { checks, removed, isWaived }: Contract): string | undefined {
  if (isWaived) return undefined;
  const criteria = frames[0]?.criteria ?? [];
  const missing = checks.find(
    (one) => !removed.includes(one.name) && !criteria.some((criterion) => fulfils(criterion, one)),
  );
  return missing && `the loop lacks what the user typed: ${missing.typed.slice(0, 100)}`;
}

function fulfils({ name, check }: Criterion, wanted: TypedCheck): boolean {
  if (!check || name !== wanted.name) return false;
  return wanted.check === undefined || isSame(wanted.check, check);
}

function isSame(typed: NonNullable<TypedCheck['check']>, check: Check): boolean {
  if ('judge' in typed) return 'judge' in check && check.judge === typed.judge;
  return 'command' in check && JSON.stringify(check.command) === JSON.stringify(typed.command);
}
