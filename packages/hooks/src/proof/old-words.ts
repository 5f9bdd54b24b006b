import { statSync } from 'node:fs';
import { type Env, readNamedChecks } from '@loopwright/checks';
import type { Contract, SessionWords } from '@loopwright/core/contract';
import type { RunAddress } from '@loopwright/store';
import { parseWords, STARTS } from './parse-words.ts';
import { readOwn, statePath } from './state-file.ts';

/**
 * What version 0.1.0 stored about a session, in files with the typed text: `typed` and `words`, `contract` and `asked`
 * for the run that holds it, and `config`.
 */
export function oldWords(place: RunAddress, env: Env): SessionWords {
  const { root, sessionId } = place;
  const about = `${root}\0${sessionId}`;
  const configured = readNamedChecks(root, env);
  const parse = (text: string, command = 'loop:start') => parseWords(configured, command, text);
  const typed = oldTyped(sessionId, env);
  const starts = typed
    .filter(({ command }) => STARTS.has(command))
    .toSorted((one, other) => other.at - one.at);
  const [holder = '', ...removed] = readOwn(statePath(env, 'contract', about)).split('\n');
  const beside = holder.startsWith(BESIDE) ? holder.slice(BESIDE.length) || undefined : undefined;
  const contract: Contract = {
    run: holder.startsWith(BESIDE) ? undefined : holder,
    beside,
    checks: parse(starts[0]?.words ?? '').checks,
    removed: namesIn(removed),
  };
  return {
    typed: typed.map(({ words, ...one }) => {
      const { checks: _checks, ...parsed } = parse(words, one.command);
      return { ...one, run: starts[0]?.command === one.command ? contract.run : undefined, ...parsed };
    }),
    checks: [
      ...readOwn(statePath(env, 'typed', about)).split('\n'),
      ...typed.map(({ words }) => words),
    ].flatMap((text) => parse(text).checks),
    configDigest: readOwn(statePath(env, 'config', about)) || undefined,
    contracts: holder === '' ? [] : [contract],
  };
}

/** What version 0.1.0 stored about a run: the words of its start, and what the user took out of its contract. */
export function oldContract(root: string, env: Env, runId: string): Contract | undefined {
  const [first = '', ...removed] = readOwn(statePath(env, 'asked', `${root}\0${runId}`)).split('\n');
  const words = parsed(first);
  if (typeof words !== 'string') return undefined;
  const { checks } = parseWords(readNamedChecks(root, env), 'loop:start', words);
  return { run: runId, checks, removed: namesIn(removed), isWaived: removed.includes('true') };
}

/** True if version 0.1.0 stored words of this session after the file at `path` was written. */
export function hasNewerOldWords({ sessionId }: RunAddress, env: Env, path: string | undefined): boolean {
  const old = modifiedAt(statePath(env, 'words', sessionId));
  return old > modifiedAt(path);
}

const BESIDE = 'beside:';

interface OldTyped {
  readonly command: string;
  readonly words: string;
  readonly at: number;
  readonly iterations?: number;
  readonly budget?: number;
}

function oldTyped(sessionId: string, env: Env): readonly OldTyped[] {
  const read = parsed(readOwn(statePath(env, 'words', sessionId)));
  const isTyped = (one: Partial<OldTyped> | null): one is OldTyped =>
    typeof one?.command === 'string' && typeof one.words === 'string' && typeof one.at === 'number';
  return Array.isArray(read) ? read.filter(isTyped) : [];
}

function namesIn(lines: readonly string[]): string[] {
  return lines.map(parsed).filter((name) => typeof name === 'string');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function modifiedAt(path: string | undefined): number {
  return (path !== undefined && statSync(path, { throwIfNoEntry: false })?.mtimeMs) || 0;
}
