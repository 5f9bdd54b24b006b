import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '@loopwright/core';
import { openRun } from '@loopwright/store';
import {
  type ClaudeView,
  createRecorder,
  createSandbox,
  createScriptedModel,
  type ModelScripts,
  type Recorder,
  type Reply,
  type Sandbox,
  type SandboxOptions,
  type ScriptedModel,
  type Step,
  tool,
} from '@loopwright/testkit';
import { onTestFinished } from 'vitest';

/** The plugin as it is built. */
export const plugin = join(import.meta.dirname, '../../dist');

/** A project whose one check fails until somebody mends `sum.js`. */
export const sampleFiles = {
  'sum.js': 'module.exports = (a, b) => a - b;\n',
  'test.js': "if (require('./sum.js')(1, 2) !== 3) { console.error('1 + 2 is not 3'); process.exit(1); }\n",
};

/** What Claude says when it believes that everything is done. */
export const COMPLETE = '<loop-complete>\nAll success criteria satisfied:\n- tests pass: ✓\n</loop-complete>';

/** A step of the model's script: Claude calls the loop command as the skills tell it to. */
export function loop(words: string): Reply {
  return tool('Bash', { command: `"${plugin}/bin/loop" ${words}` });
}

/** A step of the model's script: Claude runs a shell command. */
export function bash(command: string): Reply {
  return tool('Bash', { command });
}

/** Claude starts the loop that most stories are about. */
export const startLoop = loop('start --check "tests pass=node test.js" --steps "mend sum.js" --force');

/** Claude mends the bug. */
export const mend = bash("printf 'module.exports = (a, b) => a + b;\\n' > sum.js");

/** A sandbox, a scripted model and a recorder of hook inputs that last as long as the test. */
export interface Stage {
  readonly sandbox: Sandbox;
  readonly model: ScriptedModel;
  readonly recorder: Recorder;
  /** The plugin under test and the recorder, to be handed to the client. */
  readonly plugins: readonly string[];
  /** The run of a session, as it is on disk now. */
  readonly runOf: (sessionId: string) => Run | undefined;
  /** A view in `.loop/`, parsed. */
  readonly view: (name: string) => Promise<Record<string, unknown>>;
}

/** Sets the stage for a story. */
export async function setStage(
  scripts: readonly Step[] | ModelScripts,
  options: SandboxOptions = {},
): Promise<Stage> {
  const sandbox = await createSandbox({ files: sampleFiles, git: 'committed', ...options });
  onTestFinished(sandbox.remove);
  const model = await createScriptedModel(scripts);
  onTestFinished(model.close);
  const recorder = await createRecorder(sandbox);
  return {
    sandbox,
    model,
    recorder,
    plugins: [plugin, recorder.plugin],
    runOf: (sessionId) => {
      const opened = openRun({ root: sandbox.project.path, sessionId });
      if (opened.status !== 'open') return undefined;
      opened.close();
      return opened.run;
    },
    view: async (name) => JSON.parse(await readFile(sandbox.project.at(`.loop/${name}`), 'utf8')),
  };
}

/** What our Stop hook answered, in order; empty where it said nothing. */
export function stopAnswers(view: ClaudeView): string[] {
  return view.hooksOf('Stop').flatMap(({ stdout }) => (stdout.includes('[LOOP]') ? [stdout.trim()] : []));
}

/** What Claude was told by our Stop hook, in order. */
export function continuations(view: ClaudeView): string[] {
  return stopAnswers(view).flatMap((answer) => {
    const { hookSpecificOutput } = JSON.parse(answer) as {
      hookSpecificOutput?: { additionalContext?: string };
    };
    return hookSpecificOutput?.additionalContext ?? [];
  });
}
