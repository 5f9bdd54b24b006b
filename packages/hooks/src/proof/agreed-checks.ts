import { appendFileSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnChecks } from '@loopwright/checks';
import { type Check, type Criterion, isJudged } from '@loopwright/core';
import { makeFolders, sha256, stateFolders } from '@loopwright/store';
import { escapeQuotes } from '@loopwright/core/flags';

/** A session in a project. */
export interface Place {
  readonly root: string;
  readonly sessionId: string;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** A larger file than this is not one of ours. */
const MAX_BYTES = 1024 * 1024;

/**
 * Answers whether the stop hook may run the check of a criterion here: the user typed it in this session, or agreed to
 * this very command for this project. Both are remembered in the user's state folder. A journal lies in the project,
 * where a sandboxed shell can write; the state folder does not. So a journal alone makes the hook run nothing.
 */
export function isAgreed(place: Place, env: Env, { name, check }: Criterion): boolean {
  if (!check) return false;
  if (isTyped(readOwn(typedPath(place, env)), name, check)) return true;
  return isRemembered(place.root, env, check) || isInOwnConfig(env, check);
}

/** True if the user's words name this check after a flag. */
export function isTyped(words: string, name: string, check: Check): boolean {
  const flag = isJudged(check) ? 'judge' : 'check';
  return forms(name, check).some((form) => holds(words, form, flag));
}

/** True for a command to which the user agreed for this project, in so many words. */
export function isRemembered(root: string, env: Env, check: Check): boolean {
  return agreedLines(root, env).includes(agreedText(check));
}

/** True for a command of the user's own config, which no repository brings. */
function isInOwnConfig(env: Env, check: Check): boolean {
  return [...readOwnChecks(env).values()].some((own) => agreedText(own) === agreedText(check));
}

/** Stores the user's words after a command of the loop, for this session. */
export function rememberTyped(place: Place, env: Env, text: string): void {
  const path = typedPath(place, env);
  if (path !== undefined && /--(?:check|judge)/.test(text)) append(path, `${text}\n`);
}

/**
 * Remembers commands and statements to which the user agreed, for every session in this project, one JSON object a line.
 * The user may delete lines. Throws without a home, or if the disk refuses.
 */
export function rememberAgreed(root: string, env: Env, checks: readonly Check[]): void {
  rememberLines(root, env, checks.map(agreedText));
}

/**
 * Stores the digest of the project's config at the time the user typed a command of the loop in this session. An
 * undefined `text` means that there is no config.
 */
export function rememberConfig(place: Place, env: Env, text: string | undefined): void {
  const path = configPath(place, env);
  if (path === undefined) return;
  if (text === undefined) {
    rmSync(path, { force: true });
    return;
  }
  makeFolders(join(path, '..'));
  writeFileSync(path, sha256(text), { mode: 0o600 });
}

/** True if the config is the one that was there when the user last typed a command of the loop in this session. */
export function isConfigAsTyped(place: Place, env: Env, text: string): boolean {
  return readOwn(configPath(place, env)) === sha256(text);
}

/** Reads the lines of a project from the file of agreements. */
export function agreedLines(root: string, env: Env): readonly string[] {
  return readOwn(agreedPath(root, env)).split('\n');
}

/** Adds lines that are not there yet. Throws without a home, or if the disk refuses. */
export function rememberLines(root: string, env: Env, wanted: readonly string[]): void {
  const path = agreedPath(root, env);
  if (path === undefined) throw new Error('there is no home folder in which it could be remembered');
  const known = new Set(agreedLines(root, env));
  const lines = wanted.filter((line) => !known.has(line));
  if (lines.length > 0) append(path, lines.map((line) => `${line}\n`).join(''));
}

/** The part of a check to which the user agrees: the command, or the statement and who judges it, and the folder. */
export function agreedText(check: Check): string {
  const { folder } = check;
  return JSON.stringify({ ...askedOf(check), ...(folder !== undefined && { folder }) });
}

/** The command, or the statement with its judge's settings. */
export function askedOf(check: Check): object {
  if (!isJudged(check)) return { command: check.command };
  const { judge, model, rounds } = check;
  return { judge, ...(model !== undefined && { model }), ...(rounds !== undefined && { rounds }) };
}

/** The ways to type a check: `name=command`, or a command that is its own name. */
export function forms(name: string, check: Check): string[] {
  const asked = isJudged(check) ? check.judge : check.command;
  const text = typeof asked === 'string' ? asked : JSON.stringify(asked);
  return name === text ? [text, `${name}=${text}`] : [`${name}=${text}`];
}

const BEFORE = { check: /--check[= ]\s*(["']?)$/, judge: /--judge[= ]\s*(["']?)$/ };

/** True when a `--check`, or another flag, of the text has exactly this value, with or without quotes. */
export function holds(text: string, value: string, flag: keyof typeof BEFORE = 'check'): boolean {
  const escaped = escapeQuotes(value);
  return holdsAs(text, value, flag) || (escaped !== value && holdsAs(text, escaped, flag, '"'));
}

/** With a `quote`, the value counts only between two of them. */
function holdsAs(text: string, value: string, flag: keyof typeof BEFORE, quote?: string): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const before = BEFORE[flag].exec(text.slice(Math.max(0, at - 40), at));
    const after = text.slice(at + value.length);
    if (quote !== undefined && before?.[1] !== quote) continue;
    if (before && (before[1] ? after.startsWith(before[1]) : /^(?:\s|$)/.test(after))) return true;
  }
  return false;
}

function append(path: string, text: string): void {
  makeFolders(join(path, '..'));
  appendFileSync(path, text, { mode: 0o600 });
}

/** The text of a file that only this user can have written; empty for any other. */
export function readOwn(path: string | undefined): string {
  try {
    if (path === undefined) return '';
    const stat = lstatSync(path);
    const isOurs = stat.isFile() && stat.size <= MAX_BYTES && (stat.mode & 0o022) === 0;
    return isOurs && (stat.uid === process.getuid?.() || !process.getuid) ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

function typedPath({ root, sessionId }: Place, env: Env): string | undefined {
  return statePath(env, 'typed', `${root}\0${sessionId}`);
}

function configPath({ root, sessionId }: Place, env: Env): string | undefined {
  return statePath(env, 'config', `${root}\0${sessionId}`);
}

function agreedPath(root: string, env: Env): string | undefined {
  return statePath(env, 'agreed', root);
}

/** A file in the user's state folder; its name is the hash of `about`. */
export function statePath(env: Env, folder: string, about: string): string | undefined {
  const [state] = stateFolders(env);
  return state && join(state, folder, sha256(about).slice(0, 32));
}
