import { randomBytes } from 'node:crypto';
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  CHECK_MARK,
  findProgram,
  isProgram,
  readProjectFiles,
  runProgram,
  type ProjectFiles,
  type Ran,
  type RunCall,
} from '@loopwright/checks';
import {
  type Evidence,
  JUDGED,
  type JudgeCheck,
  type Judgement,
  maskSecrets,
  type Run,
  sanitizeLine,
} from '@loopwright/core';
import { readStartList } from '@loopwright/store';
import { parseObject } from '@loopwright/transcript/quick';
import { classifyEnd, INTERRUPT_CLIENT } from '../client/client-end.ts';
import { ownClientEnvironment } from '../client/client-environment.ts';
import { type ClientResult, parseClientResult } from '../client/client-result.ts';
import { ANSWER_SCHEMA, judgeQuestion, nameOf, SYSTEM_PROMPT, textLines } from './judge-question.ts';
import { type Answer, readAnswer, weighAnswer } from './read-answer.ts';
import type { Env } from '../env.ts';

/** The version of our question to judges. It goes on record with each answer. */
export const QUESTION_VERSION = 1;

/** The fields that only the evidence of a judge has, not that of a command. */
export type JudgeEvidence = Required<Pick<Evidence, 'witness' | 'judgement'>>;

/** Asks the judge of a check, for a run as it is now. */
export type AskJudge = (check: JudgeCheck, run: Run, call: RunCall) => Promise<Ran<JudgeEvidence>>;

/** The record for a judge that did not end in time. */
export function unfinishedJudgement(askedBy: Judgement['askedBy']): Judgement {
  return { answer: 'none', askedBy, model: '', prompt: QUESTION_VERSION, usd: 0, tokens: 0 };
}

/** Who asks a judge, and how it is reached. */
export interface JudgeCall {
  readonly root: string;
  readonly run: Run;
  /** The environment that the client gets. */
  readonly env: Env;
  /** The client; undefined if none was found. */
  readonly program: string | undefined;
  readonly askedBy: Judgement['askedBy'];
}

/** An alias of the client for its cheap model. */
const DEFAULT_MODEL = 'haiku';
const TIMEOUT_MS = 180_000;
/** The most that one round may cost. */
const MAX_USD = 0.5;
/** The smallest budget that the client takes. */
const LEAST_USD = 0.000001;
const MAX_REASON = 600;
/** A judge may ask for files once. */
const MAX_TURNS = 2;
const MAX_NEEDS = 8;

/**
 * Asks a fresh model about a statement and resolves with what its evidence says. Never rejects: a failure is the answer
 * `none`, which proves nothing. The client has no tools, no hooks, no plugins and no memory, and starts in an empty
 * folder, so that nothing of the project can run or instruct it; it sees only the question.
 */
export async function askJudge(
  check: JudgeCheck,
  judge: JudgeCall,
  call: RunCall,
): Promise<Ran<JudgeEvidence>> {
  const spent = { usd: 0, tokens: 0, model: '' };
  const outcome = await findAnswer(check, judge, call, spent);
  const { answer, places } = outcome;
  const shown = places
    .slice(0, 5)
    .map(({ file, line }) => `${nameOf(file)}:${line}`)
    .join(', ');
  const reason = sanitizeLine(maskSecrets(outcome.reason.slice(0, 8 * MAX_REASON)), MAX_REASON);
  const text = shown === '' ? reason : `${reason} (${shown})`;
  const judgement: Judgement = { answer, askedBy: judge.askedBy, prompt: QUESTION_VERSION, ...spent };
  call.onOutput(Buffer.from(logOf(check, judgement, text)));
  return {
    passed: answer === 'yes',
    exitCode: null,
    reason: text,
    more: { witness: 'judge', judgement },
    isOnce: true,
  };
}

type Outcome = Pick<Answer, 'reason' | 'places'> & { readonly answer: Judgement['answer'] };

interface Spent {
  usd: number;
  tokens: number;
  model: string;
}

async function findAnswer(
  check: JudgeCheck,
  judge: JudgeCall,
  call: RunCall,
  spent: Spent,
): Promise<Outcome> {
  const { root, run, env, program } = judge;
  if (program === undefined) return none('Claude Code could not be found');
  const { startTree } = run;
  const hasList = startTree !== undefined && 'digest' in startTree && check.folder === undefined;
  const files = readProjectFiles(
    call.cwd,
    hasList ? { digest: startTree.digest, bytes: readStartList(root, run.id, env) } : undefined,
    { env },
  );
  if (typeof files === 'string') return none(`the work tree can't be read: ${files}`);
  const limited = withinPaths(files, check.paths ?? []);
  const endsAt = Date.now() + Math.min(call.timeoutMs, check.timeoutMs ?? TIMEOUT_MS);
  let wanted: readonly string[] = [];
  for (let turn = 1; ; turn += 1) {
    const budgetUsd = Math.min(MAX_USD - spent.usd, budgetLeft(run) - spent.usd);
    if (budgetUsd < LEAST_USD) return none('the budget is used up');
    const boundary = randomBytes(12).toString('hex');
    const { prompt, shown, cut } = judgeQuestion({
      statement: check.judge,
      files: limited,
      wanted,
      boundary,
    });
    const asked = await askClient(prompt, { check, program, env, call, endsAt, budgetUsd });
    const { result } = asked;
    spent.usd += result?.usd ?? 0;
    spent.tokens += result?.tokens ?? 0;
    spent.model = result?.models.join('+') || spent.model;
    if ('failure' in asked) return none(asked.failure);
    const answer = readAnswer(result?.structured);
    if (!answer) return none('its answer is not in the form that was asked for');
    const byName = new Map(limited.paths.map((path) => [nameOf(path), path]));
    wanted = answer.needs
      .flatMap((name) => byName.get(name) ?? [])
      .filter((path) => !shown.includes(path))
      .slice(0, MAX_NEEDS);
    if (answer.answer !== 'cannot tell' || wanted.length === 0 || turn === MAX_TURNS) {
      return weighAnswer(
        answer,
        (name) => textLines(limited.read(byName.get(name) ?? ''))?.length,
        cut.map(nameOf),
      );
    }
  }
}

function none(reason: string): Outcome {
  return { answer: 'none', reason, places: [] };
}

/** The files of a check that depends on some paths alone. */
function withinPaths(files: ProjectFiles, within: readonly string[]): ProjectFiles {
  if (within.length === 0) return files;
  const clean = within.map((path) => path.replace(/^(\.\/)+/, '').replace(/\/+$/, ''));
  const isMeant = (path: string): boolean =>
    clean.some((one) => one === '' || one === '.' || path === one || path.startsWith(`${one}/`));
  return {
    ...files,
    paths: files.paths.filter(isMeant),
    changes: files.changes.filter(({ path }) => isMeant(path)),
  };
}

function budgetLeft({ frames }: Run): number {
  const frame = frames.at(-1);
  const { budgetUsd = null } = frame?.limits ?? {};
  return budgetUsd === null ? Infinity : budgetUsd - (frame?.spend.usd ?? 0);
}

interface ClientQuestion {
  readonly check: JudgeCheck;
  readonly program: string;
  readonly env: Env;
  readonly call: RunCall;
  readonly endsAt: number;
  readonly budgetUsd: number;
}

/** Starts a client that can do nothing but answer. */
async function askClient(
  prompt: string,
  { check, program, env, call, endsAt, budgetUsd }: ClientQuestion,
): Promise<{ readonly result: ClientResult | undefined; readonly failure?: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'loop-judge-'));
  let result: ClientResult | undefined;
  try {
    const exit = await runProgram({
      command: [program, ...judgeArguments(check, budgetUsd)],
      cwd: folder,
      env: {
        ...ownClientEnvironment(env),
        // "@path" in a text would attach that file, wherever it lies.
        CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
        CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
      },
      input: prompt,
      mark: { variable: CHECK_MARK, value: call.mark },
      timeoutMs: Math.max(1, endsAt - Date.now()),
      signal: call.signal,
      askToEnd: INTERRUPT_CLIENT,
      onStart: call.onStart,
      onLine: (line) => {
        const message = parseObject(line);
        if (message?.['type'] === 'result') result = parseClientResult(message);
      },
    });
    const end = classifyEnd({ ...exit, result, retryAt: undefined });
    if (end.kind === 'failure') return { result, failure: end.failure.reason };
    return result?.subtype === 'success'
      ? { result }
      : { result, failure: `it was cut short: ${result?.subtype}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function judgeArguments({ model = DEFAULT_MODEL }: JudgeCheck, budgetUsd: number): string[] {
  return [
    '-p',
    '--output-format=stream-json',
    '--verbose',
    // No CLAUDE.md, skills, plugins, hooks or servers; the user's own settings alone, for access to the model.
    '--safe-mode',
    '--setting-sources=user',
    '--strict-mcp-config',
    '--disable-slash-commands',
    '--tools=',
    '--permission-mode=dontAsk',
    '--no-session-persistence',
    `--model=${model}`,
    `--max-budget-usd=${budgetUsd.toFixed(6)}`,
    `--json-schema=${JSON.stringify(ANSWER_SCHEMA)}`,
    `--system-prompt=${SYSTEM_PROMPT}`,
  ];
}

/** The output that is stored with the evidence. */
function logOf(check: JudgeCheck, { answer, model, prompt, usd, tokens }: Judgement, text: string): string {
  return [
    `Statement: ${sanitizeLine(check.judge, 1000)}`,
    `The judge ${JUDGED[answer]}: ${text}`,
    `Model: ${sanitizeLine(model, 100) || 'none'}, question ${prompt}, $${usd.toFixed(4)}, ${tokens} tokens`,
    '',
  ].join('\n');
}

/**
 * Finds the client for a judge: the one that started this process, else `claude` on PATH. Settings of a project can
 * change every variable of a hook, so the program of the parent counts first, and nothing inside of the project does.
 */
export function findJudgeClient(env: Env, root: string, parent = process.ppid): string | undefined {
  const named = [programOf(parent), env['CLAUDE_CODE_EXECPATH']];
  return named.find((path) => path && isProgram(path, root)) ?? findProgram(env, 'claude', root);
}

/** The program of a process, if it is a client: Linux tells. */
function programOf(pid: number): string | undefined {
  try {
    const path = readlinkSync(`/proc/${pid}/exe`);
    return /^claude(\.exe)?$/.test(basename(path)) ? path : undefined;
  } catch {
    return undefined;
  }
}
