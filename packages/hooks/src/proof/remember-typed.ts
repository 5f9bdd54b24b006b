import { type Answers, withAnswers } from '@loopwright/core/contract';
import { type Env, findConfig, readConfig, readNamedChecks } from '@loopwright/checks';
import { sha256, type RunAddress } from '@loopwright/store';
import { agreedBefore, rememberAgreed } from './agreements.ts';
import { changeContract, readSessionWords, writeSessionWords } from './contract.ts';
import { parseWords, STARTS } from './parse-words.ts';

/** The commands that end a contract. */
const ENDS: ReadonlySet<string> = new Set(['loop:cancel', 'loop:approve']);

/** The client's report of a command that the user typed. */
export interface Typed {
  readonly commandName: string;
  readonly commandArgs: string;
}

/** When a command was typed, and the run of a typed start: its own draft, or the loop that was on. */
export interface TypedAt {
  readonly at: number;
  readonly drafted?: string | undefined;
  readonly beside?: string | undefined;
}

/**
 * Parses the words that the user typed after a command of the loop, and stores them for this session, outside of the
 * project: the checks to which they agree, the contract of the loop that they start, and the config at that moment. A
 * start beside a running loop is the contract of the loop that comes after it. By naming a check of the config for the
 * first time, the user agrees to its current command. If the command changed since then, they have to agree anew.
 */
export function rememberTyped(
  place: RunAddress,
  env: Env,
  { commandName: command, commandArgs }: Typed,
  { at, drafted, beside }: TypedAt,
): void {
  const { root } = place;
  const configured = readNamedChecks(root, env);
  const { checks, ...parsed } = parseWords(configured, command, commandArgs);
  const before = readSessionWords(place, env);
  const config = readConfig(findConfig(root));
  const [iterations, budget] = [setting(env, 'ITERATIONS'), setting(env, 'BUDGET')];
  const known = new Set(before.checks.map((one) => JSON.stringify(one)));
  const isHeld = drafted !== undefined || beside !== undefined;
  const provesChange = parsed.flags['proves-change'] === true ? true : undefined;
  const begun = { run: drafted, beside, checks: isHeld ? checks : [], provesChange, removed: [] };
  writeSessionWords(place, env, {
    ...before,
    typed: [
      ...before.typed.filter((one) => one.command !== command),
      { command, at, run: drafted, iterations, budget, ...parsed },
    ],
    checks: [...before.checks, ...checks.filter((one) => !known.has(JSON.stringify(one)))],
    configDigest: config.status === 'read' ? sha256(config.text) : undefined,
    contracts: [
      ...before.contracts.filter((one) => one.checks.length > 0),
      ...(STARTS.has(command) ? [begun] : ENDS.has(command) ? [{ checks: [], removed: [] }] : []),
    ],
  });
  if (ENDS.has(command) && beside !== undefined)
    changeContract(place, env, beside, (one) => ({ ...one, isWaived: true }));
  const named = checks.flatMap(({ name, check: typed }) => {
    const check = typed ? undefined : configured.get(name);
    return check && agreedBefore(root, env, name) === undefined ? [{ name, check }] : [];
  });
  rememberAgreed(root, env, named);
}

/** Stores the answers of the user in the client's dialog beside what they typed. `drafted` is a draft of the session. */
export function rememberAnswers(
  place: RunAddress,
  env: Env,
  answers: Answers,
  at: { readonly at: number; readonly drafted: string | undefined },
): void {
  writeSessionWords(place, env, withAnswers(readSessionWords(place, env), answers, at));
}

/** A setting that the user saved; the client hands none over that has its default. */
function setting(env: Env, name: string): number | undefined {
  const value = Number(env[`CLAUDE_PLUGIN_OPTION_${name}`]);
  return value > 0 && Number.isFinite(value) ? value : undefined;
}
