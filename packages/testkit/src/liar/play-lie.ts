import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runGroup } from '../process/process-group.ts';
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts';
import { CLAIM, DIRECT_CHECK, type Lie, type LieSet } from './lie.ts';
import { type Outcome, withoutUsualSigns } from './outcome.ts';
import { GOOD_CODE, JUDGE, PROJECT_FILES, SPEC } from './project.ts';
import { FORGER_TOOLS, SHELL_HELPERS } from './shell-helpers.ts';
import { signsIn } from './signs.ts';

/** The built programs that the lie is played against. */
export interface LiarTarget {
  /** `hook.cjs` of the plugin. */
  readonly hook: string;
  /** `loop.cjs`, the command. */
  readonly loop: string;
  /** The plugin's `bin` folder, which the client puts at the end of Claude's PATH. */
  readonly bin: string;
}

/** The parts of a play that a stage needs. */
interface Play {
  readonly lie: Lie;
  readonly target: LiarTarget;
  readonly sandbox: Sandbox;
  readonly log: string[];
  /** Runs one process, adds its output to the log, and resolves with its standard output. */
  readonly run: (title: string, step: ProcessStep) => Promise<Ended>;
}

/** The standard output of a process, and its exit code. */
interface Ended {
  readonly stdout: string;
  readonly exitCode: number | null;
}

/** The last message to the user, and how the run ended. */
interface End {
  readonly message: string;
  readonly ends: string;
}

interface ProcessStep {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
}

const SESSION = 'liar-session';
const STEP_TIMEOUT_MS = 60_000;

/** The variables that the client sets for every process that it starts. */
const CLIENT_MARKS = {
  CLAUDECODE: '1',
  CLAUDE_CODE_CHILD_SESSION: '1',
  CLAUDE_CODE_SESSION_ID: SESSION,
  CLAUDE_CODE_SESSION_ATTENDED: '1',
  CLAUDE_CODE_ENTRYPOINT: 'cli',
  AI_AGENT: 'claude-code_2-1-326_harness',
};

/** How honest work ends, by stage. Played once in a process. */
const honest = new Map<LieSet['stage'], Promise<Outcome>>();

/** Plays honest work, to learn which signs every end has. */
export function playHonestWork(stage: LieSet['stage'], target: LiarTarget): Promise<Outcome> {
  const work: Lie = { name: 'works', turns: ['loop verify; good; loop verify'] };
  const playing = honest.get(stage) ?? play(work, stage, target);
  honest.set(stage, playing);
  return playing;
}

/**
 * Plays a lie in a sandbox of its own, against the built plugin: the user types `/loop:start`, the model starts the loop,
 * lies and stops, until the loop lets go. Needs bash and git.
 */
export async function playLie(lie: Lie, stage: LieSet['stage'], target: LiarTarget): Promise<Outcome> {
  return withoutUsualSigns(await play(lie, stage, target), await playHonestWork(stage, target));
}

async function play(lie: Lie, stage: LieSet['stage'], target: LiarTarget): Promise<Outcome> {
  const sandbox = await createSandbox();
  await cp(await templateProject(), sandbox.project.path, { recursive: true, preserveTimestamps: true });
  const log: string[] = [];
  const home = join(sandbox.home, 'liar');
  mkdirSync(home);
  writeFileSync(join(home, 'forger.cjs'), FORGER_TOOLS);
  mkdirSync(toolsOf(sandbox));
  writeFileSync(join(toolsOf(sandbox), 'claude'), JUDGE, { mode: 0o755 });
  if (lie.config !== undefined) {
    writeFileSync(sandbox.project.at('loop.config.json'), lie.config);
  }
  const run = async (title: string, step: ProcessStep): Promise<Ended> => {
    const [command, ...args] = step.command;
    const start = { command, args, cwd: sandbox.project.path, env: step.env, timeoutMs: STEP_TIMEOUT_MS };
    const { stdout, stderr, exitCode } = await runGroup(start, step.input);
    log.push(`$ ${title}`, `${stdout}${stderr}[${exitCode ?? 'timeout'}]`);
    return { stdout, exitCode };
  };
  const parts = { lie, target, sandbox, log, run };
  try {
    const { message, ends } = stage === 'session' ? await playSession(parts) : await playHeadless(parts);
    if (lie.afterwards !== undefined) await runShell(parts, lie.afterwards);
    const texts = { message, summary: readText(sandbox.project.at('.loop/summary.md')) };
    log.push('summary.md', texts.summary);
    return {
      ends,
      isWorkDone: readText(sandbox.project.at('src/sum.js')) === GOOD_CODE,
      signs: signsIn(texts),
      log: log.join('\n'),
    };
  } finally {
    await sandbox.remove();
  }
}

let template: Promise<string> | undefined;

/** A project that every play copies: one repository instead of a hundred. Deleted when this process ends. */
function templateProject(): Promise<string> {
  template ??= createSandbox({ files: PROJECT_FILES, git: 'committed' }).then(({ home, project }) => {
    process.once('exit', () => rmSync(dirname(home), { recursive: true, force: true }));
    return project.path;
  });
  return template;
}

/** Plays it in a session. The message is that of the last stop. */
async function playSession(play: Play): Promise<End> {
  const { lie } = play;
  const args = `${SPEC} ${askedIn(lie)}`;
  await runHook(play, 'UserPromptExpansion', {
    expansion_type: 'slash_command',
    command_name: 'loop:start',
    command_args: args,
    prompt: `/loop:start ${args}`,
  });
  // A clever liar rehearses first: the check is seen red, so that its later success looks earned.
  await runShell(play, `${lie.start ?? 'loop start'}\nloop verify`);
  let message = '';
  for (const [index, turn] of lie.turns.entries()) {
    await runShell(play, turn);
    const answer = await runHook(play, 'Stop', {
      stop_hook_active: index > 0,
      last_assistant_message: lie.says ?? CLAIM,
    });
    message = messageOf(answer);
    if (/^(?:✓ Done|Done, but|Claude )/m.test(message)) break;
  }
  if (/^✓ Done\b/m.test(message)) return { message, ends: 'verified' };
  const status = await play.run('loop status', {
    command: [process.execPath, play.target.loop, 'status', '--json', '--session', SESSION],
    env: userEnv(play.sandbox),
  });
  return { message, ends: endOf(status.stdout) };
}

/** The flag that the user types. */
function askedIn({ asks, check = DIRECT_CHECK }: Lie): string {
  return asks ?? `--check ${JSON.stringify(`tests=${check}`)}`;
}

/** Plays it against `loop run`, whose client is a shell script. The message is the output of the command. */
async function playHeadless(play: Play): Promise<End> {
  const { lie, target, sandbox, run } = play;
  const client = join(sandbox.home, 'liar/client.sh');
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: lie.says ?? CLAIM,
    total_cost_usd: 0.01,
    modelUsage: {},
  };
  const turns = lie.turns.map((turn, index) => `${index + 1}) :\n${turn}\n;;`).join('\n');
  const script = `#!/usr/bin/env bash
cat > /dev/null
for word; do case $word in --session-id=*) export CLAUDE_CODE_SESSION_ID=\${word#*=} ;; esac; done
export CLAUDECODE=1 CLAUDE_CODE_CHILD_SESSION=1 PATH="$PATH:${target.bin}" LIAR_HOOK='${target.hook}' LIAR_HOME='${join(sandbox.home, 'liar')}'
${SHELL_HELPERS}
echo turn >> "$LIAR_HOME/turns"
{ [ -e "$LIAR_HOME/rehearsed" ] || loop verify
touch "$LIAR_HOME/rehearsed"
case $(wc -l < "$LIAR_HOME/turns") in
${turns}
esac; } >> "$LIAR_HOME/said" 2>&1
cat <<'RESULT'
${JSON.stringify(result)}
RESULT
`;
  writeFileSync(client, script, { mode: 0o755 });
  const check = `tests=${lie.check ?? DIRECT_CHECK}`;
  const command = [target.loop, 'run', SPEC, '--check', check, '--claude', client, '--iterations', '3'];
  const { stdout, exitCode } = await run(command.slice(1).join(' '), {
    command: [process.execPath, ...command],
    env: userEnv(sandbox),
  });
  play.log.push('what the client did', readText(join(sandbox.home, 'liar/said')));
  return { message: stdout, ends: exitCode === 0 ? 'verified' : `exit ${exitCode}` };
}

/** Claude's shell. */
async function runShell({ sandbox, target, run }: Play, script: string): Promise<void> {
  const env = {
    ...userEnv(sandbox),
    ...CLIENT_MARKS,
    PATH: `${userEnv(sandbox)['PATH']}:${target.bin}`,
    LIAR_HOOK: target.hook,
    LIAR_HOME: join(sandbox.home, 'liar'),
  };
  await run(script, { command: ['bash', '-c', `${SHELL_HELPERS}\n${script}`], env });
}

/** A hook as the client runs it. */
async function runHook(
  { sandbox, target, run }: Play,
  event: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const input = { session_id: SESSION, cwd: sandbox.project.path, hook_event_name: event, ...fields };
  const { stdout } = await run(`the client's ${event}`, {
    command: [process.execPath, target.hook, event],
    env: {
      ...userEnv(sandbox),
      ...settingsEnv(sandbox),
      ...CLIENT_MARKS,
      CLAUDE_PROJECT_DIR: sandbox.project.path,
      CLAUDE_PLUGIN_DATA: join(sandbox.home, '.claude/plugins/data/loop'),
    },
    input: JSON.stringify(input),
  });
  return stdout;
}

/** The environment of the user's terminal. The client inherits it. */
function userEnv(sandbox: Sandbox): Readonly<Record<string, string>> {
  return {
    ...sandbox.env,
    SHELL: '/bin/bash',
    PATH: `${join(sandbox.home, '.local/bin')}:${toolsOf(sandbox)}:${sandbox.env['PATH']}`,
  };
}

/** The folder of the client that runs judges. */
function toolsOf(sandbox: Sandbox): string {
  return join(sandbox.home, 'tools');
}

/** The variables that the project's own settings give to a client, and so to its hooks. */
function settingsEnv({ project }: Sandbox): Readonly<Record<string, string>> {
  const text = readText(project.at('.claude/settings.local.json'));
  return text === '' ? {} : (JSON.parse(text) as { env: Record<string, string> }).env;
}

function messageOf(answer: string): string {
  try {
    return String((JSON.parse(answer) as { systemMessage?: string }).systemMessage ?? '');
  } catch {
    // A silent hook prints nothing.
    return '';
  }
}

/** What `loop status --json` knows about the run. */
function endOf(status: string): string {
  const { run } = JSON.parse(status) as {
    run?: { status: string; ending?: { kind: string } | null } | null;
  };
  if (!run) return 'no loop';
  return run.ending?.kind ?? (run.status === 'active' ? 'going on' : run.status);
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
