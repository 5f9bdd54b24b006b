import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runGroup } from '@loopwright/testkit';
import { normalise } from './normalise.ts';
import type { Session, Step } from './session.ts';

const HOOK = join(import.meta.dirname, '../../dist/hooks/hook.cjs');
const LOOP = join(import.meta.dirname, '../../../cli/dist/loop.cjs');
const SESSION_ID = 'session-1';
const TIMEOUT_MS = 60_000;

/** Plays a session in a new project against the built hook and command. Gives what they said, normalised. */
export async function playSession({ steps }: Session): Promise<string> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'loop-corpus-')));
  try {
    const project = join(home, 'project');
    mkdirSync(project);
    const parts: string[] = [];
    for (const step of steps) parts.push(...(await playStep(step, home, project)));
    return normalise(`${parts.join('\n')}\n`, home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function playStep(step: Step, home: string, project: string): Promise<string[]> {
  if ('write' in step) {
    const path = join(project, step.write);
    mkdirSync(dirname(path), { recursive: true });
    if (step.text === null) rmSync(path, { recursive: true });
    else writeFileSync(path, step.text);
    return [`# ${step.text === null ? 'remove' : 'write'} ${step.write}`];
  }
  if ('show' in step) {
    const path = join(project, step.show);
    return [
      `# show ${step.show}`,
      existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : '(no such file)',
    ];
  }
  const env = { ...bareEnv(home, project), ...step.env };
  if ('loop' in step) {
    const { loop: words, stdin = '' } = step;
    // Shape, force and higher limits count only from the user, in a terminal of their own.
    const isUsers = words.some((word) => /^--(?:shape|force|iterations|budget)\b/.test(word));
    const { CLAUDE_CODE_SESSION_ID: _session, ...terminal } = env;
    const [verb = '', ...rest] = words;
    const args = isUsers ? [LOOP, verb, `--session=${SESSION_ID}`, ...rest] : [LOOP, ...words];
    return [`$ loop ${words.join(' ')}`, ...(await run(args, stdin, project, isUsers ? terminal : env))];
  }
  const { hook: event, dialect, input } = step;
  const asked = dialect === undefined ? [] : ['--dialect', dialect];
  const sent = {
    session_id: SESSION_ID,
    cwd: project,
    hook_event_name: event,
    transcript_path: join(home, 'transcript.jsonl'),
    ...input,
  };
  const title = `> ${[event, ...asked].join(' ')}${input ? ` ${JSON.stringify(input)}` : ''}`;
  return [title, ...(await run([HOOK, event, ...asked], JSON.stringify(sent), project, env))];
}

function bareEnv(home: string, project: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: SESSION_ID,
    LOOP_COMMAND: 'loop',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
  };
}

async function run(
  args: readonly string[],
  stdin: string,
  cwd: string,
  env: Record<string, string>,
): Promise<string[]> {
  const start = { command: process.execPath, args, cwd, env, timeoutMs: TIMEOUT_MS };
  const { stdout, stderr, exitCode } = await runGroup(start, stdin);
  return [stdout.trimEnd(), stderr.trimEnd(), `[${exitCode}]`, ''].filter(isShown);
}

function isShown(line: string, index: number): boolean {
  return line !== '' || index === 3;
}
