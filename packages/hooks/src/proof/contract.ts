import { dirname } from 'node:path';
import type { Env } from '@loopwright/checks';
import { type Criterion, type Ending, isDone, type RuleName, type Run } from '@loopwright/core';
import {
  breachOf,
  type Contract,
  isTypedCheck,
  type SessionWords,
  sessionWordsSchema,
} from '@loopwright/core/contract';
import type { RunAddress } from '@loopwright/store';
import { parseObject } from '@loopwright/transcript/quick';
import { isAgreed } from './agreements.ts';
import { hasNewerOldWords, oldContract, oldWords } from './old-words.ts';
import { filesIn, readOwn, sessionPath, writeOwn } from './state-file.ts';

/**
 * All that the user typed in a session of a project. It is one file in the user's state folder, where neither a
 * repository nor a sandboxed shell can write. Files of version 0.1.0 are taken over, also when that version wrote last.
 */
export function readSessionWords(place: RunAddress, env: Env): SessionWords {
  const path = wordsPath(place, env);
  const words = readWords(path);
  if (words && !hasNewerOldWords(place, env, path)) return words;
  const old = oldWords(place, env);
  if (!words) return old;
  const others = words.contracts.filter(({ run }) => run === undefined || run !== old.contracts[0]?.run);
  return { ...old, checks: [...words.checks, ...old.checks], contracts: [...others, ...old.contracts] };
}

/** Stores what the user typed in a session. Throws without a home, or if the disk refuses. */
export function writeSessionWords(place: RunAddress, env: Env, words: SessionWords): void {
  writeOwn(wordsPath(place, env), JSON.stringify(words));
}

/** What the user typed and agreed to, as far as it concerns a run. */
export interface Consent {
  /** True if the user typed the check of this criterion in this session or for this run, or agreed to this very command. */
  isAgreed(criterion: Pick<Criterion, 'name' | 'check'>): boolean;
  /** Says how the run differs from the user's typed checks; undefined if it doesn't, or without a record of them. */
  breach(run: Run): string | undefined;
}

/**
 * Reads what the user consented to. A journal lies in the project, where a sandboxed shell can write, so a journal alone
 * makes the hook run nothing.
 */
export function readConsent(place: RunAddress, env: Env, runId?: string): Consent {
  const sessions = sessionsIn(place, env);
  const own = sessions.find(({ isOwn }) => isOwn)?.words;
  const contract =
    runId === undefined
      ? undefined
      : (sessions.flatMap(({ words }) => words.contracts).find(({ run }) => run === runId) ??
        oldContract(place.root, env, runId));
  const typed = [...(own?.checks ?? []), ...(contract?.checks ?? [])];
  return {
    isAgreed: ({ name, check }) =>
      check !== undefined && (isTypedCheck(typed, { name, check }) || isAgreed(place.root, env, check)),
    breach: (run) => breachOf(run, contract, own?.contracts.at(-1)),
  };
}

/**
 * Forgets the contract once its run has ended with all its parts, as verified or by word, also with issues left. Says so
 * if the journal has an end that no stop of this session gave it.
 */
export function forgetContract(
  place: RunAddress,
  env: Env,
  ending: Ending,
  rule: RuleName | undefined,
  runId: string | undefined,
): string | undefined {
  // Only a stop ends a loop as verified, and the one before this found it going on.
  if (rule === 'ended') return ending.kind === 'verified' ? FORGED : undefined;
  if (!isDone(ending) || runId === undefined) return undefined;
  if (ending.kind === 'claimed' && (ending.amended ?? ending.breach) !== undefined) return undefined;
  changeContracts(sessionsIn(place, env), (contracts, isOwn) => {
    const next = isOwn && contracts.at(-1)?.run === undefined ? contracts.at(-1) : undefined;
    return contracts
      .filter((one) => one.run !== runId && (one !== next || one.beside === runId))
      .map((one) => (one.beside === runId ? { ...one, beside: undefined } : one));
  });
  return undefined;
}

const FORGED =
  '[LOOP] The journal says that the loop ended as verified, but no stop of this session ended it: it was changed by hand.';

/** Changes the contract of a run, in whichever session it was typed. Best effort: without it, an end only says `claimed`. */
export function changeContract(
  place: RunAddress,
  env: Env,
  runId: string,
  change: (contract: Contract) => Contract,
): void {
  const sessions = sessionsIn(place, env);
  const isStored = sessions.some(({ words }) => words.contracts.some(({ run }) => run === runId));
  const old = isStored ? undefined : oldContract(place.root, env, runId);
  changeContracts(sessions, (contracts, isOwn) =>
    (old && isOwn ? [old, ...contracts] : contracts).map((one) => (one.run === runId ? change(one) : one)),
  );
}

/** Remembers that the user took a criterion out of the contract. Best effort. */
export function rememberRemoved(place: RunAddress, env: Env, runId: string, name: string): void {
  changeContract(place, env, runId, (one) => ({ ...one, removed: [...one.removed, name] }));
}

/** The typed words of one session, and their file. */
interface StoredWords {
  readonly path: string;
  readonly words: SessionWords;
  readonly isOwn: boolean;
}

/** Changes the contracts of sessions. Best effort. */
function changeContracts(
  sessions: readonly StoredWords[],
  change: (contracts: readonly Contract[], isOwn: boolean) => readonly Contract[],
): void {
  try {
    for (const { path, words, isOwn } of sessions) {
      const text = JSON.stringify({ ...words, contracts: change(words.contracts, isOwn) });
      if (text !== JSON.stringify(words)) writeOwn(path, text);
    }
  } catch {
    // A read-only home.
  }
}

/** The typed words of every session of the project, this one first. */
function sessionsIn(place: RunAddress, env: Env): readonly StoredWords[] {
  const own = wordsPath(place, env);
  if (own === undefined) return [];
  const others = filesIn(dirname(own)).flatMap((path) => {
    const words = path === own ? undefined : readWords(path);
    return words ? [{ path, words, isOwn: false }] : [];
  });
  return [{ path: own, words: readSessionWords(place, env), isOwn: true }, ...others];
}

function readWords(path: string | undefined): SessionWords | undefined {
  return sessionWordsSchema.safeParse(parseObject(readOwn(path))).data;
}

function wordsPath(place: RunAddress, env: Env): string | undefined {
  return sessionPath(place, env, 'contracts', '.json');
}
