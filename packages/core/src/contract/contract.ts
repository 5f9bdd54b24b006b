import * as z from 'zod/mini';
import type { FlagValue } from '../flags/flag.ts';
import type { Check, Criterion, Run } from '../model/run.ts';
import { shellCommand } from '../model/primitives.ts';

const text = z.string();

const typedCheck = z.object({
  /** The value of the flag: `tests=npm test`. */
  typed: text,
  name: text,
  /** Left out: the name means a check of the config. */
  check: z.optional(z.union([z.object({ command: shellCommand }), z.object({ judge: text })])),
});

/** A check or a judge as the user typed it. */
export interface TypedCheck extends z.infer<typeof typedCheck> {}

const flagValue: z.ZodMiniType<FlagValue> = z.union([
  text,
  z.number(),
  z.literal(true),
  z.null(),
  z.array(text),
]);

const typedCommand = z.object({
  /** `loop:start`, for example. */
  command: text,
  at: z.number(),
  /** The draft that the words opened. */
  run: z.optional(text),
  /** The plugin's settings as they were: the most iterations and dollars of a loop. */
  iterations: z.optional(z.number()),
  budget: z.optional(z.number()),
  spec: text,
  flags: z.record(text, flagValue),
  /** Flags inside the words that may as well belong to the text. */
  unclear: z.array(text),
  /** The first flag that makes no sense; then there are no `flags`. */
  problem: z.optional(z.object({ message: text, suggestion: z.optional(text) })),
});

/** A command of the loop that the user typed, and the words after it, parsed. */
export interface TypedCommand extends z.infer<typeof typedCommand> {}

const contract = z.object({
  /** The run that holds them. Without one, they are for the next loop of the session. */
  run: z.optional(text),
  /** The loop that was on when the user typed them; it is not theirs. */
  beside: z.optional(text),
  checks: z.array(typedCheck),
  provesChange: z.optional(z.boolean()),
  /** Criteria that the user took out later. */
  removed: z.array(text),
  /** The user ended the contract: a cancel, an approval. */
  isWaived: z.optional(z.boolean()),
});

/** The checks that the user typed for one loop. */
export interface Contract extends z.infer<typeof contract> {}

const sessionWords = z.object({
  /** The last words after each command. */
  typed: z.array(typedCommand),
  /** The user's answers in the client's dialog, as the flags that they stand for. Files of older versions have none. */
  answers: z.optional(z.array(z.object({ at: z.number(), flags: z.record(text, flagValue) }))),
  /** Every check that was typed in this session. */
  checks: z.array(typedCheck),
  /** The digest of the project's config at the last typed command. */
  configDigest: z.optional(text),
  /** The contracts that no end has settled; the last one is of this session. */
  contracts: z.array(contract),
});

/** All that the user typed in one session of a project. It is kept outside of the project. */
export interface SessionWords extends z.infer<typeof sessionWords> {}
export const sessionWordsSchema: z.ZodMiniType<SessionWords> = sessionWords;

/** True if one of these typed checks is the check of this criterion, command by command. */
export function isTypedCheck(
  checks: readonly TypedCheck[],
  { name, check }: Pick<Criterion, 'name' | 'check'>,
): boolean {
  return checks.some((one) => one.check && fulfils({ name, check }, one));
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
function lackIn(run: Run, { checks, removed, isWaived, provesChange }: Contract): string | undefined {
  if (isWaived) return undefined;
  if (provesChange && !run.provesChange) return 'the loop lacks what the user typed: --proves-change';
  const criteria = run.frames[0]?.criteria ?? [];
  const missing = checks.find(
    (one) => !removed.includes(one.name) && !criteria.some((criterion) => fulfils(criterion, one)),
  );
  return missing && `the loop lacks what the user typed: ${missing.typed.slice(0, 100)}`;
}

function fulfils({ name, check }: Pick<Criterion, 'name' | 'check'>, wanted: TypedCheck): boolean {
  if (!check || name !== wanted.name) return false;
  return wanted.check === undefined || isSame(wanted.check, check);
}

function isSame(typed: NonNullable<TypedCheck['check']>, check: Check): boolean {
  if ('judge' in typed) return 'judge' in check && check.judge === typed.judge;
  return 'command' in check && JSON.stringify(check.command) === JSON.stringify(typed.command);
}
