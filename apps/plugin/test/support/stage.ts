import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '@loopwright/core';
import { openAnyRun } from '@loopwright/store';
import {
  type ClaudeOptions,
  type ClaudeRun,
  type ClaudeSession,
  type ClaudeView,
  createSandbox,
  createScriptedModel,
  type ModelScripts,
  openClaude,
  type ProjectOptions,
  type Reply,
  runClaude,
  type RunOptions,
  type Sandbox,
  say,
  type ScriptedModel,
  type Step,
  tool,
} from '@loopwright/testkit';
import { onTestFinished } from 'vitest';

/** The plugin as it is built. */
export const plugin = join(import.meta.dirname, '../../dist');

/** A project whose one check fails until Claude mends `sum.js`. */
export const sampleFiles = {
  'sum.js': 'module.exports = (a, b) => a - b;\n',
  'test.js': "if (require('./sum.js')(1, 2) !== 3) { console.error('1 + 2 is not 3'); process.exit(1); }\n",
};

/** What Claude says when it believes that everything is done. */
export const COMPLETE = '<loop-complete>\nAll success criteria satisfied:\n- tests pass: ✓\n</loop-complete>';

/** A step of the model's script: Claude calls the loop command of a plugin as the skills tell it to. */
export function loop(words: string, folder = plugin): Reply {
  return bash(`"${folder}/bin/loop" ${words}`);
}

/** A step of the model's script: Claude runs a shell command. */
export function bash(command: string): Reply {
  return tool('Bash', { command });
}

/** Claude starts the loop of most stories with this command. */
export const startWords = 'start --check "tests pass=node test.js" --steps "mend sum.js"';

/** Claude starts that loop. */
export const startLoop = loop(startWords);

/** Claude mends the bug. */
export const mend = bash("printf 'module.exports = (a, b) => a + b;\\n' > sum.js");

/** Claude mends the bug, proves it, and says so. */
export const finish: readonly Step[] = [mend, loop('verify'), say(COMPLETE)];

/** Claude starts a build in the background, which ends when the test writes `built.txt`. */
export const backgroundBuild = tool('Bash', {
  command: 'until [ -e built.txt ]; do sleep 0.05; done',
  run_in_background: true,
});

/** A sandbox and a scripted model that last as long as the test. */
export interface Stage {
  readonly sandbox: Sandbox;
  readonly model: ScriptedModel;
  /** The plugin under test, to be handed to the client. */
  readonly plugins: readonly string[];
  /** Runs the client once, headless, with this prompt. */
  readonly play: (prompt: string, options?: Partial<RunOptions>) => Promise<ClaudeRun>;
  /** Opens a headless session that is ended with the test. */
  readonly open: (options?: Partial<ClaudeOptions>) => ClaudeSession;
  /** The run of a session, as it is on disk now. */
  readonly runOf: (sessionId: string, root?: string) => Run | undefined;
  /** A view in `.loop/`, parsed. */
  readonly view: (name: string) => Promise<Record<string, unknown>>;
}

/** Sets the stage for a story. */
export async function setStage(
  scripts: readonly Step[] | ModelScripts,
  options: ProjectOptions = {},
): Promise<Stage> {
  const sandbox = await createSandbox({ files: sampleFiles, git: 'committed', ...options });
  onTestFinished(sandbox.remove);
  const model = await castModel(scripts);
  const plugins = [plugin];
  return {
    sandbox,
    model,
    plugins,
    play: (prompt, own = {}) => runClaude({ sandbox, model, plugins, prompt, ...own }),
    open: (own = {}) => {
      const session = openClaude({ sandbox, model, plugins, ...own });
      onTestFinished(async () => void (await session.kill()));
      return session;
    },
    runOf: (sessionId, root = sandbox.project.path) => {
      const opened = openAnyRun({ root, sessionId });
      if (opened.status !== 'open') return undefined;
      opened.close();
      return opened.run;
    },
    view: async (name) => JSON.parse(await readFile(sandbox.project.at(`.loop/${name}`), 'utf8')),
  };
}

/** A model for a further session of a story: each has a script of its own. */
export async function castModel(scripts: readonly Step[] | ModelScripts): Promise<ScriptedModel> {
  const model = await createScriptedModel(scripts);
  onTestFinished(model.close);
  return model;
}

/** All texts for Claude, as one text. */
export function toldTo(model: ScriptedModel): string {
  return model.textsForClaude().join('\n');
}

/** What our Stop hook answered, in order; empty where it said nothing. */
export function stopAnswers(view: ClaudeView): string[] {
  return view
    .hooksOf('Stop')
    .flatMap(({ stdout }) => (/\[LOOP|"systemMessage":/.test(stdout) ? [stdout.trim()] : []));
}

/** The texts of our Stop hook for Claude, in order. */
export function continuations(view: ClaudeView): string[] {
  return stopAnswers(view).flatMap((answer) => {
    const { hookSpecificOutput } = JSON.parse(answer) as {
      hookSpecificOutput?: { additionalContext?: string };
    };
    return hookSpecificOutput?.additionalContext ?? [];
  });
}
