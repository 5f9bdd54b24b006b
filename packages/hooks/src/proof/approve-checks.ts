import { readNamedChecks } from '@loopwright/checks';
import { checkText, type CommandOf, rejectionText, sanitizeLine } from '@loopwright/core';
import type { SessionRun, Submission } from '../ports.ts';
import { rememberAgreed, rememberNamed } from './agreements.ts';
import type { Env } from '../env.ts';

/** Where and when the user approves. */
export interface Approval {
  readonly root: string;
  readonly env: Env;
  readonly at: number;
}

/** The result of an approval. */
export interface Approved {
  /** False where there was nothing to approve. */
  readonly isDone: boolean;
  /** The result, in one line. */
  readonly text: string;
}

/**
 * Makes criteria that Claude chose the user's own, and remembers their commands outside of the project, so that the
 * stop hook runs them. Without names, all criteria of the loop. Call it only for an act of the user. Throws if the
 * approval can't be recorded.
 */
export function approveChecks(
  session: Pick<SessionRun, 'run'> & { submit(command: CommandOf<'approve'>): Submission },
  names: readonly string[] | undefined,
  { root, env, at }: Approval,
): Approved {
  const submission = session.submit({ type: 'approve', at, ...(names && { names: [...names] }) });
  if (submission.status === 'unrecorded')
    throw new Error(`the approval could not be recorded: ${submission.reason}`);
  const { rejected } = submission.decision;
  const chosen = (session.run.frames.at(-1)?.criteria ?? []).filter(
    ({ name }) => names?.includes(name) ?? true,
  );
  const checked = chosen.flatMap(({ name, check }) => (check ? { name, check } : []));
  // The user's own already: its command may still be new to the hook.
  const isKnown = rejected?.code === 'nothing-to-change' && checked.length > 0;
  if (rejected && !isKnown) return { isDone: false, text: rejectionText(rejected) };
  try {
    rememberAgreed(
      root,
      env,
      checked.map(({ check }) => check),
    );
  } catch (error) {
    const text = `The stop hook will not run these checks: the approval could not be remembered outside of the project (${sanitizeLine(error instanceof Error ? error.message : String(error))}).`;
    return { isDone: false, text };
  }
  return { isDone: true, text: approvedText(chosen.length, checked) };
}

/**
 * Approves the checks that the user typed after `/loop:approve`: criteria of the loop, and checks of the config that
 * the loop doesn't have, so that it can take them by name. Throws if the approval can't be recorded.
 */
export function approveTyped(
  session: Parameters<typeof approveChecks>[0],
  words: string,
  approval: Approval,
): string {
  const { root, env } = approval;
  const known = session.run.frames.at(-1)?.criteria.map(({ name }) => name) ?? [];
  const configured = readNamedChecks(root, env);
  const names = namesIn(words, [...known, ...configured.keys()]);
  const named = (names ?? []).flatMap((name) => {
    const check = known.includes(name) ? undefined : configured.get(name);
    return check ? [{ name, check }] : [];
  });
  if (named.length === 0) return approveChecks(session, names, approval).text;
  rememberNamed(root, env, named);
  const rest = names?.filter((name) => !named.some((one) => one.name === name)) ?? [];
  const text = `Agreed: ${listed(named)}. A loop of this project may run ${named.length === 1 ? 'this command' : 'these commands'}.`;
  return rest.length === 0 ? text : `${text} ${approveChecks(session, rest, approval).text}`;
}

/** The names that the user typed: one name with spaces, or names with quotes around those with spaces. */
function namesIn(words: string, known: readonly string[]): readonly string[] | undefined {
  const all = words.trim();
  if (all === '') return undefined;
  if (known.includes(all)) return [all];
  const parts = all.match(/"[^"]*"|'[^']*'|[^\s,]+/g) ?? [];
  return parts.map((part) => part.replace(/^(["'])(.*)\1$/, '$2'));
}

function approvedText(count: number, checked: readonly NamedCommand[]): string {
  if (checked.length === 0) return `Approved: ${count === 1 ? 'one criterion' : `${count} criteria`}.`;
  return `Approved: ${listed(checked)}. The stop hook runs ${checked.length === 1 ? 'this check' : 'these checks'} itself when Claude says that the work is done.`;
}

interface NamedCommand {
  readonly name: string;
  readonly check: Parameters<typeof rememberAgreed>[2][number];
}

function listed(checks: readonly NamedCommand[]): string {
  return checks.map(({ name, check }) => `${sanitizeLine(name, 100)} (${checkText(check)})`).join(', ');
}
