import { type Env, readNamedChecks } from '@loopwright/checks';
import {
  agentName,
  type Check,
  checkText,
  type CommandOf,
  rejectionText,
  sanitizeLine,
} from '@loopwright/core';
import type { SessionRun, Submission } from '../ports.ts';
import { rememberAgreed } from './agreements.ts';

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

/** The run whose checks are approved. */
type ApprovedRun = Pick<SessionRun, 'run'> & { submit(command: CommandOf<'approve'>): Submission };

/**
 * Makes Claude's criteria and the offered checks the user's own: those that are named, else all. Remembers their commands
 * outside of the project, so that the stop hook runs them. Only for an act of the user. Throws if it can't be recorded.
 */
export function approveChecks(
  session: ApprovedRun,
  names: readonly string[] | undefined,
  { root, env, at }: Approval,
): Approved {
  const submission = session.submit({ type: 'approve', at, ...(names && { names: [...names] }) });
  if (submission.status === 'unrecorded')
    throw new Error(`the approval could not be recorded: ${submission.reason}`);
  const { rejected } = submission.decision;
  const { criteria = [] } = session.run.frames.at(-1) ?? {};
  const chosen = criteria.filter(({ name }) => names?.includes(name) ?? true);
  const checked = chosen.flatMap(({ name, check }) => (check ? { name, check } : []));
  // The user's own already: its command may still be new to the hook.
  const isKnown = rejected?.code === 'nothing-to-change' && checked.length > 0;
  if (rejected && !isKnown) return { isDone: false, text: rejectionText(rejected) };
  try {
    const agreements = checked.map(({ check }) => ({ check }));
    rememberAgreed(root, env, agreements);
  } catch (error) {
    const why = sanitizeLine(error instanceof Error ? error.message : String(error));
    const text = `The stop hook will not run these checks: the approval could not be remembered outside of the project (${why}).`;
    return { isDone: false, text };
  }
  if (checked.length > 0) {
    const these = checked.length === 1 ? 'this check' : 'these checks';
    const text = `Approved: ${listOf(checked)}. The ${session.run.agent === undefined ? 'stop hook' : 'driver'} runs ${these} itself when ${agentName(session.run)} says that the work is done.`;
    return { isDone: true, text };
  }
  const amount = chosen.length === 1 ? 'one criterion' : `${chosen.length} criteria`;
  return { isDone: true, text: `Approved: ${amount}.` };
}

/**
 * Approves the checks that the user typed after `/loop:approve`: criteria of the loop, and checks of the config that
 * the loop doesn't have, so that it can take them by name. Throws if the approval can't be recorded.
 */
export function approveTyped(session: ApprovedRun, words: string, approval: Approval): string {
  const { root, env } = approval;
  const { criteria = [], offered = [] } = session.run.frames.at(-1) ?? {};
  const known = [...criteria, ...offered].map(({ name }) => name);
  const configured = readNamedChecks(root, env);
  const names = namesIn(words, [...known, ...configured.keys()]);
  const named = (names ?? []).flatMap((name) => {
    const check = known.includes(name) ? undefined : configured.get(name);
    return check ? [{ name, check }] : [];
  });
  if (named.length === 0) return approveChecks(session, names, approval).text;
  rememberAgreed(root, env, named);
  const rest = names?.filter((name) => !named.some((one) => one.name === name)) ?? [];
  const these = named.length === 1 ? 'this command' : 'these commands';
  const text = `Agreed: ${listOf(named)}. A loop of this project may run ${these}.`;
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

function listOf(checks: readonly { readonly name: string; readonly check: Check }[]): string {
  return checks.map(({ name, check }) => `${sanitizeLine(name, 100)} (${checkText(check)})`).join(', ');
}
