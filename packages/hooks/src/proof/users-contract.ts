import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Criterion, Ending, RuleName, Run } from '@loopwright/core';
import { makeFolders } from '@loopwright/store';
import { type Env, forms, isTyped, type Place, readOwn, statePath } from './agreed-checks.ts';
import { unescapeQuotes } from '@loopwright/core/flags';
import { readWords, type Typed } from './typed-words.ts';

/** The commands that make a contract, and those that end it. */
const STARTS: ReadonlySet<string> = new Set(['loop:start', 'loop:issue', 'loop:grind']);
const ENDS: ReadonlySet<string> = new Set(['loop:cancel', 'loop:approve']);

/** The run of a typed start: its own draft, or the loop that was on. */
export interface TypedStart {
  readonly drafted: string | undefined;
  readonly beside: string | undefined;
}

/**
 * Stores, outside of the project, which run holds the checks that the user typed in this session, and the words for that
 * run. A deleted or rewritten journal then shows, and the words follow the run into another session. A start beside a
 * running loop is the contract of the loop that comes after it.
 */
export function rememberContract(
  place: Place,
  env: Env,
  { commandName: command, commandArgs: words }: Typed,
  { drafted, beside }: TypedStart,
): void {
  if (!STARTS.has(command) && !ENDS.has(command)) return;
  const path = contractPath(place, env);
  if (path === undefined) return;
  if (ENDS.has(command) && beside !== undefined) appendOwn(askedPath(place.root, env, beside), WAIVED);
  const held = beside === undefined ? drafted : `${BESIDE}${beside}`;
  if (STARTS.has(command) && held !== undefined && (beside !== undefined || typedValues(words).length > 0)) {
    makeFolders(join(path, '..'));
    writeFileSync(path, `${held}\n`, { mode: 0o600 });
    if (beside === undefined) rememberAsked(place.root, env, held, words);
  } else rmSync(path, { force: true });
}

/** Marks the contract of a start that was typed while this run was going on. Any other run has to fulfil it. */
const BESIDE = 'beside:';

/**
 * Forgets the contract once its run has ended as it should: with all its parts, as verified or by word. Says so if the
 * journal has an end that no stop of this session gave it.
 */
export function settleContract(
  place: Place,
  env: Env,
  { kind, detail = '' }: Ending,
  rule: RuleName | undefined,
  runId: string | undefined,
): string | undefined {
  // Only a stop ends a loop as verified, and the one before this found it going on.
  if (rule === 'ended') return kind === 'verified' ? FORGED : undefined;
  const path = contractPath(place, env);
  const isWhole = kind === 'verified' || (kind === 'claimed' && (detail === '' || AS_WITNESSED.test(detail)));
  try {
    if (path === undefined || !isWhole) return undefined;
    rmSync(askedPath(place.root, env, runId ?? '') ?? '', { force: true });
    // The end of the running loop leaves the contract to the next one.
    const isNext = readOwn(path).split('\n')[0] === `${BESIDE}${runId}`;
    if (isNext) writeFileSync(path, `${BESIDE}\n`, { mode: 0o600 });
    else rmSync(path, { force: true });
  } catch {
    // A read-only home: a later loop that Claude starts ends as claimed.
  }
  return undefined;
}

const FORGED =
  '[LOOP] The journal says that the loop ended as verified, but no stop of this session ended it: it was changed by hand.';

/** How the detail of an end begins that names witnesses, and no breach. */
const AS_WITNESSED = /^(?:by word|in Claude's own shell|judged|seen by)/;

/** Remembers that the user took a criterion out of the contract. Best effort: without it, an end only says `claimed`. */
export function rememberRemoved(place: Place, env: Env, runId: string, name: string): void {
  for (const path of [contractPath(place, env), askedPath(place.root, env, runId)])
    appendOwn(path, JSON.stringify(name));
}

/** Says how the run differs from the user's typed checks; undefined if it doesn't, or without a record of them. */
export function breachOfContract(place: Place, env: Env, run: Run): string | undefined {
  const asked = readAsked(place.root, env, run.id);
  const lack = asked && lackIn(run, asked);
  const [draftId = '', ...removed] = readOwn(contractPath(place, env)).split('\n');
  if (lack !== undefined || draftId === '' || draftId === `${BESIDE}${run.id}`) return lack;
  if (draftId !== run.id && !draftId.startsWith(BESIDE))
    return 'the loop that the user started in this session is gone, or was left unproved';
  const typed = readWords(place.sessionId, env).filter(({ command }) => STARTS.has(command));
  const { words = '' } = typed.toSorted((one, other) => other.at - one.at)[0] ?? {};
  return lackIn(run, { words, removed });
}

/** True if the user typed this check for this run, in this session or an earlier one. */
export function isAskedFor(root: string, env: Env, runId: string, { name, check }: Criterion): boolean {
  const words = readAsked(root, env, runId)?.words ?? '';
  return check !== undefined && isTyped(words, name, check);
}

/** The words that the user typed for a run, and the names of criteria that they took out later, as JSON. */
interface Asked {
  readonly words: string;
  readonly removed: readonly string[];
}

/** Stands among the removed names after a command that ends the contract. */
const WAIVED = 'true';

function rememberAsked(root: string, env: Env, runId: string, words: string): void {
  const path = askedPath(root, env, runId);
  if (path === undefined) return;
  makeFolders(join(path, '..'));
  writeFileSync(path, `${JSON.stringify(words)}\n`, { mode: 0o600 });
}

function readAsked(root: string, env: Env, runId: string): Asked | undefined {
  const [first = '', ...removed] = readOwn(askedPath(root, env, runId)).split('\n');
  try {
    return { words: String(JSON.parse(first)), removed };
  } catch {
    return undefined;
  }
}

/** Appends a line to a file of ours that is there. Best effort. */
function appendOwn(path: string | undefined, line: string): void {
  try {
    if (path !== undefined && readOwn(path) !== '') appendFileSync(path, `${line}\n`);
  } catch {
    // A read-only home.
  }
}

/** The first check in the user's words that the run doesn't have. */
function lackIn({ frames }: Run, { words, removed }: Asked): string | undefined {
  if (removed.includes(WAIVED)) return undefined;
  const criteria = frames[0]?.criteria ?? [];
  const missing = typedValues(words).find(
    (value) => !criteria.some((one) => fulfils(one, value)) && !removed.some((name) => names(name, value)),
  );
  return missing === undefined ? undefined : `the loop lacks what the user typed: ${missing.slice(0, 100)}`;
}

/**
 * The values of checks and judges in the user's typed words, as far as they can be read without a shell: no argument
 * vectors. One in backticks, and all after a bare `--`, is a part of the spec.
 */
function typedValues(typed: string): string[] {
  const [words = ''] = typed.split(/(?:^|\s)--(?=\s)/);
  const flags = words.matchAll(
    /(?<!`)--(?:check|judge)(?:=|\s+)(?:"((?:[^"\\]|\\[^])*)"|'([^']*)'|([^\s"'`]\S*))/g,
  );
  const values = [...flags].map(([, double, single, plain = '']) =>
    double === undefined ? (single ?? plain) : unescapeQuotes(double),
  );
  return values.filter((value) => !/=\s*\[/.test(value));
}

/** A name alone is a check of the config. */
function fulfils({ name, check }: Criterion, value: string): boolean {
  return check !== undefined && (name === value || forms(name, check).includes(value));
}

function names(line: string, value: string): boolean {
  try {
    const name: unknown = JSON.parse(line);
    return typeof name === 'string' && (value === name || value.startsWith(`${name}=`));
  } catch {
    return false;
  }
}

function contractPath({ root, sessionId }: Place, env: Env): string | undefined {
  return statePath(env, 'contract', `${root}\0${sessionId}`);
}

function askedPath(root: string, env: Env, runId: string): string | undefined {
  return statePath(env, 'asked', `${root}\0${runId}`);
}
