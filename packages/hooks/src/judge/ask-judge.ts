import { randomBytes } from 'node:crypto';
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type Env,
  CHECK_MARK,
  findProgram,
  isProgram,
  readProjectFiles,
  runProgram,
  type ProgramCall,
  type ProjectFiles,
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
import {
  classifyEnd,
  type ClientResult,
  INTERRUPT_CLIENT,
  ownClientEnvironment,
  parseClientResult,
} from '@loopwright/hosts';
import { readStartList } from '@loopwright/store';
import { parseObject } from '@loopwright/transcript/quick';
import { textLines } from './diff-lines.ts';
import { judgeQuestion, nameOf, QUESTION_VERSION, SYSTEM_PROMPT } from './judge-question.ts';
import { type Answer, ANSWER_SCHEMA, readAnswer, weighAnswer } from './read-answer.ts';

/** How one run of a check ended. Only a judge is its own witness. */
export type Ran = Pick<Evidence, 'passed' | 'exitCode' | 'reason' | 'witness' | 'judgement'>;

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
  /** The client; left out: the one around this process, else `claude` on PATH. */
  readonly program?: string | undefined;
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
const MAX_PLACES = 5;

/**
 * Asks a fresh model about a statement and resolves with what its evidence says. Never rejects: a failure is the answer
 * `none`, which proves nothing. The client has no tools, no hooks, no plugins and no memory, and starts in an empty
 * folder, so that nothing of the project can run or instruct it; it sees only the question.
 */
export async function askJudge(check: JudgeCheck, judge: JudgeCall, call: RunCall): Promise<Ran> {
  const { answer, reason: said, places = [], result } = await findAnswer(check, judge, call);
  const shown = places.slice(0, MAX_PLACES).map(({ file, line }) => `${nameOf(file)}:${line}`);
  const clean = sanitizeLine(maskSecrets(said.slice(0, 8 * MAX_REASON)), MAX_REASON);
  const reason = shown.length === 0 ? clean : `${clean} (${shown.join(', ')})`;
  const { usd = 0, tokens = 0, models = [] } = result ?? {};
  const { askedBy } = judge;
  const judgement = { answer, askedBy, prompt: QUESTION_VERSION, usd, tokens, model: models.join('+') };
  call.onOutput(Buffer.from(logOf(check, judgement, reason)));
  return { passed: answer === 'yes', exitCode: null, reason, witness: 'judge', judgement };
}

interface Outcome extends Pick<Answer, 'reason'>, Partial<Pick<Answer, 'places'>> {
  readonly answer: Judgement['answer'];
  readonly result?: ClientResult | undefined;
}

async function findAnswer(check: JudgeCheck, judge: JudgeCall, call: RunCall): Promise<Outcome> {
  const { root, run, env, program = findJudgeClient(env, root) } = judge;
  if (program === undefined) return none('Claude Code could not be found');
  const { startTree } = run;
  const hasList = startTree !== undefined && 'digest' in startTree && check.folder === undefined;
  const start = hasList ? { digest: startTree.digest, bytes: readStartList(root, run.id, env) } : undefined;
  const read = readProjectFiles(call.cwd, start, { env });
  if (typeof read === 'string') return none(`the work tree can't be read: ${read}`);
  const files = withinPaths(read, check.paths ?? []);
  const budgetUsd = Math.min(MAX_USD, budgetLeft(run));
  if (budgetUsd < LEAST_USD) return none('the budget is used up');
  const boundary = randomBytes(12).toString('hex');
  const { prompt, cut } = judgeQuestion({ statement: check.judge, files, boundary });
  const command = [program, ...judgeArguments(check, budgetUsd)];
  const timeoutMs = Math.min(call.timeoutMs, check.timeoutMs ?? TIMEOUT_MS);
  const { result, failure } = await askClient({ command, env, input: prompt, timeoutMs }, call);
  if (failure !== undefined) return none(failure, result);
  const answer = readAnswer(result?.structured);
  if (!answer) return none('its answer is not in the form that was asked for', result);
  const byName = new Map(files.paths.map((path) => [nameOf(path), path]));
  const linesOf = (name: string): number | undefined => textLines(files.read(byName.get(name) ?? ''))?.length;
  return { ...weighAnswer(answer, linesOf, cut), result };
}

function none(reason: string, result?: ClientResult): Outcome {
  return { answer: 'none', reason, result };
}

/** The files of a check that depends on some paths alone. */
function withinPaths(files: ProjectFiles, within: readonly string[]): ProjectFiles {
  if (within.length === 0) return files;
  const clean = within.map((path) => path.replace(/^(\.\/)+/, '').replace(/\/+$/, ''));
  const isMeant = (path: string): boolean =>
    clean.some((one) => one === '' || one === '.' || path === one || path.startsWith(`${one}/`));
  const changes = files.changes.filter(({ path }) => isMeant(path));
  return { ...files, paths: files.paths.filter(isMeant), changes };
}

function budgetLeft({ frames }: Run): number {
  const frame = frames.at(-1);
  const { budgetUsd = null } = frame?.limits ?? {};
  return budgetUsd === null ? Infinity : budgetUsd - (frame?.spend.usd ?? 0);
}

/** Starts a client that can do nothing but answer. */
async function askClient(
  { env, ...asked }: Pick<ProgramCall, 'command' | 'env' | 'input' | 'timeoutMs'>,
  { mark, signal, onStart }: RunCall,
): Promise<{ readonly result: ClientResult | undefined; readonly failure: string | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'loop-judge-'));
  let result: ClientResult | undefined;
  try {
    const exit = await runProgram({
      ...asked,
      cwd: folder,
      env: {
        ...ownClientEnvironment(env),
        // "@path" in a text would attach that file, wherever it lies.
        CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
        CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
      },
      mark: { variable: CHECK_MARK, value: mark },
      signal,
      askToEnd: INTERRUPT_CLIENT,
      onStart,
      onLine: (line) => {
        const message = parseObject(line);
        if (message?.['type'] === 'result') result = parseClientResult(message);
      },
    });
    const end = classifyEnd(exit, { end: result?.end, text: result?.text, retryAt: undefined });
    if (end.kind === 'failure') return { result, failure: end.failure.reason };
    const failure = result?.subtype === 'success' ? undefined : `it was cut short: ${result?.subtype}`;
    return { result, failure };
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
function findJudgeClient(env: Env, root: string): string | undefined {
  const named = [programOf(process.ppid), env['CLAUDE_CODE_EXECPATH']];
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
