// `npm start`: a whole loop in the real client against a scripted model, told to the reader stop by stop. Needs
// no key and no network. Where the client can't run, the built hook is driven by hand through the same story.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  clientPath,
  createSandbox,
  createScriptedModel,
  isolationHere,
  type Reply,
  runClaude,
  say,
  tool,
} from '@loopwright/testkit';
import { project, prompt, steps, type StoryStep } from './story.ts';
import { tellDecisions, tellHeading, tellLine } from './tell.ts';

const plugin = join(import.meta.dirname, '../dist');

tellHeading('Loopwright: a loop that ends when the work is proved done');
tellLine('A sample project has a failing test. The model is a script, everything else is real.');
tellLine('');

if (canRunClient()) await tellWithClient();
else tellByHand();

tellHeading('What to type next, in this folder');
tellLine('npm test                                               runs every test');
tellLine('claude --plugin-dir apps/plugin/dist                   starts one session with the plugin');
tellLine('claude plugin marketplace add ./                       installs the plugin, with the next line');
tellLine('claude plugin install loop-from-checkout@loopwright');

/** Plays the story in the real client. */
async function tellWithClient(): Promise<void> {
  const sandbox = await createSandbox({ files: project, git: 'committed' });
  const model = await createScriptedModel(steps.map(toReply));
  try {
    tellLine(`> ${prompt}`);
    tellLine(`  (network: ${isolationHere()})`);
    const run = await runClaude({ sandbox, model, plugins: [plugin], prompt });
    tellDecisions(sandbox.project.path, run.sessionId, steps);
    tellHeading('What the user saw');
    for (const notice of run.notices) tellLine(notice);
    tellLine('');
    tellLine(run.result?.result ?? run.stderr);
    const isProved = run.notices.some((notice) => notice.includes('✓ Done'));
    if (!isProved) process.exitCode = 1;
  } finally {
    await model.close();
    await sandbox.remove();
  }
}

/** Plays the same story without a client: the commands that Claude would run, and the hook at each stop. */
function tellByHand(): void {
  tellLine('The Claude Code client does not run here, so the built hook is called by hand.');
  tellLine(`> ${prompt}`);
  const root = mkdtempSync(join(tmpdir(), 'loopwright-demo-'));
  const session = 'demo-session';
  const env = {
    ...process.env,
    CLAUDE_CODE_SESSION_ID: session,
    CLAUDE_CODE_SESSION_ATTENDED: '0',
    CLAUDE_PROJECT_DIR: root,
  };
  try {
    for (const [name, content] of Object.entries(project)) writeFileSync(join(root, name), content);
    hook('UserPromptExpansion', {
      command_name: 'loop:start',
      command_args: prompt.slice('/loop:start '.length),
    });
    for (const step of steps) {
      if (step.kind === 'say') hook('Stop', { last_assistant_message: step.text, stop_hook_active: true });
      else spawnSync('sh', ['-c', commandOf(step)], { cwd: root, env });
    }
    tellDecisions(root, session, steps);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }

  function hook(event: string, fields: object): void {
    const input = JSON.stringify({ session_id: session, cwd: root, hook_event_name: event, ...fields });
    spawnSync(process.execPath, [join(plugin, 'hooks/hook.cjs'), event], { input: `${input}\n`, env });
  }
}

function canRunClient(): boolean {
  if (process.env['LOOPWRIGHT_DEMO'] === 'by-hand') return false;
  try {
    return spawnSync(clientPath(), ['--version']).status === 0;
  } catch {
    // The client has no build for this platform, so it isn't installed.
    return false;
  }
}

function toReply(step: StoryStep): Reply {
  return step.kind === 'say' ? say(step.text) : tool('Bash', { command: commandOf(step) });
}

function commandOf(step: Exclude<StoryStep, { kind: 'say' }>): string {
  return step.kind === 'loop' ? `"${plugin}/bin/loop" ${step.words}` : step.command;
}
