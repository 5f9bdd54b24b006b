import { join } from 'node:path';
import {
  apiError,
  createSandbox,
  createScriptedModel,
  type ModelRequest,
  type Reply,
  runInSandbox,
  say,
  tool,
} from '@loopwright/testkit';
import { type Act, FILES, type Story } from './stories.ts';

/** The cost of a story. */
export interface StoryCost {
  readonly iterations: number;
  /** Requests to the model. */
  readonly requests: number;
  /** The length of all requests, system prompts and tools included, divided by four. */
  readonly tokens: number;
}

const SPEC =
  'sum.js in this project adds 1 and 2 to exactly 3. Change only sum.js, no new dependencies. All tests pass with node test.js. Done when every check passes.';
const TIME_MS = 120_000;

/** Plays a story in the real client, offline. Throws unless the run ends verified, so that a cost is one of done work. */
export async function playStory(story: Story, plugin: string): Promise<StoryCost> {
  const sandbox = await createSandbox({ files: { ...FILES, ...story.files }, git: 'committed' });
  const model = await createScriptedModel({ main: createModel(story.acts) });
  try {
    const checks = story.checks.flatMap((check) => ['--check', check]);
    const command = join(plugin, 'bin/loop');
    const { stdout, stderr, exitCode } = await runInSandbox({
      sandbox,
      model,
      command: [
        process.execPath,
        command,
        'run',
        '--json',
        SPEC,
        ...checks,
        '--permission-mode',
        'bypassPermissions',
      ],
      timeoutMs: TIME_MS,
    });
    if (exitCode !== 0) throw new Error(`"${story.name}" ended with ${exitCode}\n${stdout}\n${stderr}`);
    const { run } = JSON.parse(stdout) as {
      readonly run: { readonly frames: readonly { iteration: number }[] };
    };
    const characters = model.requests.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
    return {
      iterations: run.frames[0]?.iteration ?? 0,
      requests: model.requests.length,
      tokens: Math.round(characters / 4),
    };
  } finally {
    await model.close();
    await sandbox.remove();
  }
}

/**
 * A model that obeys its prompt. It reads the output of red checks unless the prompt shows it, and works. It proves
 * the work if the prompt leaves that to it, and ends its turn in the way that the prompt names.
 */
function createModel(acts: readonly Act[]): (request: ModelRequest) => Reply {
  let iteration = -1;
  let left: Reply[] = [];
  return (request) => {
    if (isFirst(request)) {
      iteration += 1;
      left = repliesOf(acts[iteration], request.newTexts.join('\n'), iteration);
    }
    return left.shift() ?? say('There is nothing left to do.');
  };
}

function repliesOf(act: Act | undefined, prompt: string, iteration: number): Reply[] {
  if (!act) return [];
  const loop = /`([^`]*loop"?) status`/.exec(prompt)?.[1] ?? 'loop';
  const bash = (command: string): Reply => tool('Bash', { command });
  const provesItself = !prompt.includes('you need not run');
  const provesNow = provesItself && act.does.length > 0 && (act.ends === 'claims' || act.ends === 'leaves');
  const claim = /<loop-complete>/.test(prompt)
    ? [say('That was it.\n\n<loop-complete>the checks pass</loop-complete>')]
    : [bash(`${loop} signal done`), say('That was it.')];
  return [
    ...looks(prompt, loop).map(bash),
    ...act.does.map(bash),
    ...(act.ends === 'fails' ? [apiError(500)] : []),
    ...(provesNow ? [bash(`${loop} verify`)] : []),
    ...(act.ends === 'claims' ? claim : [say(`I did part ${iteration + 1} of it.`)]),
  ];
}

/** The commands that show Claude the red checks; none if the prompt shows them. */
function looks(prompt: string, loop: string): string[] {
  if (prompt.includes('The end of its output') || prompt.includes('Every proof holds')) return [];
  const kept = /\.loop\/evidence\/\S+\.log/.exec(prompt)?.[0];
  return [kept === undefined ? `${loop} verify` : `cat ${kept}`];
}

function isFirst({ body }: ModelRequest): boolean {
  const { messages } = body as { readonly messages?: readonly { readonly role: string }[] };
  return (messages ?? []).every(({ role }) => role !== 'assistant');
}
