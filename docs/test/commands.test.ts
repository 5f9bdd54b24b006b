import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { levelsOf } from '@loopwright/testkit';
import { afterAll, expect, test } from 'vitest';
import { findVerb, type Verb } from '../../apps/cli/src/verbs.ts';
import { usage } from '../../packages/fleet/src/verbs/usage.ts';
import { collectCommands, isForm, type Command } from './support/commands.ts';
import { createNpmProject, type NpmProject } from './support/npm-project.ts';

const commands = collectCommands();
const SESSION = '3f2a0000-1111-4222-8333-444455556666';

/** Commands that go on until they are interrupted: how they begin, and how their output begins. */
const ENDLESS: readonly (readonly [pattern: RegExp, begun: RegExp])[] = [
  [/ --watch\b/, /Kept up to date/],
  [/^loop watch(?! --fleet)/, /^\S+ {2}\S.*\n/],
];

/** Commands that no test runs, by how they begin, with the reason. */
const UNRUN: Readonly<Record<string, string>> = {
  'git clone https://': 'clones the published repository',
  '/plugin ': 'installs from the published marketplace; the plugin’s install story does it from a stand-in',
  'claude plugin ':
    'installs the plugin of a built checkout; the plugin’s install story does it with these words',
  'npm install': 'installs a published package; the release test packs each one and installs it',
  'claude --plugin-dir': 'is how the stories start the client',
  'loop run "Fix the bug" --check "t=npm test" --agent codex': 'needs Codex; the agents’ own test drives it',
  'loop run --spec-file SPEC.md --check "tests=npm test" --agent codex':
    'needs Codex; the agents’ own test drives it',
};

/** The loop that most examples presume. */
const ACTIVE =
  'loop start --spec-file SPEC.md --check "tests pass=npm test" --criteria "README updated; docs updated; read over once" --steps "measure; cache the keys; write it down"';
/** The user's own loop, begun in a terminal: the driver exits with 0 only for checks of the user, which it runs itself. */
const TYPED = 'loop start --spec-file SPEC.md --check "tests pass=npm test" --session mine';
const SHAPE =
  "mkdir -p .loop/shape && cp SPEC.md .loop/shape && printf '## Criteria\\n- tests pass: `npm test`\\n## mustNot\\n- change the public API\\n## Verification\\n- execution output\\n' > .loop/shape/SHAPE.md";
const SHAPING = `loop start --spec-file SPEC.md --workflow && ${SHAPE}`;
const DECOMPOSED = `${SHAPING} && loop task plan && for i in 1 2 3; do loop task add "task $i" --verify "npm test"; done`;
const WAVE = `${DECOMPOSED} && loop task begin`;
const CLAIMED = `${WAVE} && for i in 1 2 3; do loop task claim --owner worker-1; done`;
const WORKED = `${WAVE} && for i in 1 2 3; do loop task claim --owner w$i && loop task complete $i --owner w$i; done`;
const WAVED = `${WORKED} && loop task finish`;
const REVIEWING = `${WAVED} && loop review begin`;
const GATED = `${REVIEWING} && loop review thorough --reviewer "security, correctness, simplicity"`;
const FAILED = `${CLAIMED} && loop task fail 3 --owner worker-1 --reason "timed out"`;

/** Where a command belongs: the first row whose pattern matches. Each is run by the shell before the command. */
const SCENES: readonly (readonly [pattern: RegExp, before: string])[] = [
  [/^loop start( --fresh)?$/, 'draft start "make the login tests pass --check \\"tests=npm test\\""'],
  [/^loop start --force$/, 'draft start "make it nicer"'],
  [
    /start --check "tests pass=npm test" --check "no route/,
    'draft start "refactor all API routes to use the validation middleware --budget=10"',
  ],
  [/start --check/, 'draft start "make the login tests pass"'],
  [/start --workflow/, 'draft start "add validation to auth"'],
  [/start --mode issue/, 'draft issue 42'],
  [/start --mode grind/, 'draft grind ISSUES.md'],
  [
    /^loop recall dismiss/,
    'loop learn "Tokens" && sed -i.old "s/\\"id\\":\\"[^\\"]*\\"/\\"id\\":\\"4f1c2a9b\\"/" .loop/learnings.jsonl',
  ],
  [/^loop explain --replay/, `${ACTIVE} && cp .loop/runs/*.jsonl .loop/runs/4f1c2a9b3d5e6f70.jsonl`],
  [/^loop continue --run 3f2a/, 'start-as 3f2a0000'],
  [/^loop init/, 'rm -f loop.config.json'],
  [/^loop fleet show login/, 'loop fleet add "Add a login" --check "tests=npm test" --key login'],
  [/^loop fleet add --from specs/, "mkdir -p specs && echo 'Add a login' > specs/login.md"],
  [/^loop (?:fleet|watch --fleet)/, 'true'],
  [/^loop config/, `echo '{"checks":{"tests":"npm test"}}' > loop.config.json`],
  [/^loop (start|score|help|doctor|recall|learn|run --spec|run -( |$)|run$)|^bin\/loop|^source/, 'true'],
  [/^loop pop/, `${ACTIVE} && loop push "Issue 42: tokens expire early" --mode issue`],
  [/^loop run --resume/, `${TYPED} && loop pause`],
  [/^loop continue/, `${ACTIVE} && loop pause lunch`],
  [/^loop task shape --question/, 'loop start "Add validation to auth" --workflow'],
  [/^loop task (shape|plan)/, SHAPING],
  [/^loop task begin/, DECOMPOSED],
  [/^loop task (ask|advise)/, FAILED],
  [/^loop task finish/, WORKED],
  [/^loop task complete 4/, `${CLAIMED} && loop task add "Choose the names" --reason taste`],
  [/^loop task (complete|release)/, CLAIMED],
  [/^loop task/, WAVE],
  [/^loop review (--|begin)/, WAVED],
  [
    /^loop review settle/,
    `${REVIEWING} && loop review thorough --reviewer "security, correctness, simplicity" --finding "SUGGESTION: shorter names" --finding "WARNING: no docs"`,
  ],
  [/^loop review/, REVIEWING],
  [/^loop gate/, GATED],
  [/^loop/, ACTIVE],
];

const run = commands.filter(
  (command) => !isForm(command) && !command.text.startsWith('/loop:') && !isUnrun(command),
);

/** Starts and pauses a loop of another session under an id of our own. */
const START_AS = `
  import { startRun } from "${import.meta.resolve('@loopwright/store')}";
  const [runId] = process.argv.slice(1);
  const { opened } = startRun(
    { root: process.cwd(), sessionId: "another" },
    { type: "start", at: Date.now(), runId, session: "another", frameId: "f", spec: "Mend it" },
  );
  opened.submit({ type: "pause", at: Date.now() });
  opened.close();
`;

const scenes = new Map<string, NpmProject>();
afterAll(() => scenes.forEach(({ remove }) => remove()));

test('every listed reason not to run a command has a command', () => {
  for (const start of Object.keys(UNRUN)) {
    expect(
      commands.some(({ text }) => text.startsWith(start)),
      start,
    ).toBe(true);
  }
});

/** The first command of each verb, and of each other program. */
const isFirst = (command: Command): boolean => run.find((one) => verbOf(one) === verbOf(command)) === command;

for (const { rows, tags } of levelsOf(run, isFirst))
  test.each(rows)('$text ($where) runs as it stands', { tags }, async (command) => {
    const words = command.text.replace(/^("\$\{CLAUDE_PLUGIN_ROOT\}\/bin\/loop"|bin\/loop)/, 'loop');
    const [, before = 'true'] = SCENES.find(([pattern]) => pattern.test(words)) ?? [];
    const project = sceneAfter(before);
    // A loop begins in a session; Claude runs the commands of a skill in one, and people all others in any terminal.
    const isInside = words !== command.text || /^loop (start|hook)/.test(words);
    const [, begun] = ENDLESS.find(([pattern]) => pattern.test(words)) ?? [];
    const { status, text } = begun
      ? await interrupt(project, command.text, begun)
      : shell(project, command.text, isInside);
    expect(status, text).toBe(0);
  });

test.each(commands.filter((one) => isForm(one) && !one.text.startsWith('/loop:')))(
  '$text ($where) names a verb and flags that are there',
  ({ text }) => {
    const [verb = ''] = text.replace(/^.*?loop"? /, '').split(' ', 1);
    const flags = [...text.matchAll(/ --([a-z-]+)/g)].map(([, flag]) => flag);
    const definition: Omit<Verb, 'load'> | undefined = verb === 'fleet' ? usage : findVerb(verb);
    expect(definition?.flags.map(({ name }) => name)).toEqual(expect.arrayContaining(flags));
  },
);

/** The project after some commands, made once and put back for each test. */
function sceneAfter(before: string): NpmProject {
  const made = scenes.get(before);
  if (made) {
    made.restore();
    return made;
  }
  const project = createNpmProject();
  scenes.set(before, project);
  addPrograms(project);
  const { status, text } = shell(project, before, !before.startsWith(TYPED));
  expect(status, text).toBe(0);
  project.keep();
  return project;
}

function verbOf({ text }: Command): string {
  return /^\S*loop"? \S+|^\S+/.exec(text)?.[0] ?? text;
}

function isUnrun({ text }: Command): boolean {
  return Object.keys(UNRUN).some((start) => text.startsWith(start));
}

/** `draft` types a slash command into a session; `claude` stands in for a client that does the work at once. */
function addPrograms(project: NpmProject): void {
  const input = `{"session_id":"${SESSION}","cwd":"%s","command_name":"loop:%s","command_args":"%s"}`;
  project.addProgram(
    'draft',
    `printf '${input}' "$PWD" "$1" "$(printf '%s' "$2" | sed 's/"/\\\\"/g')" | node "$CLAUDE_PLUGIN_ROOT/hooks/hook.cjs" UserPromptExpansion`,
  );
  project.addProgram('start-as', `node --input-type=module -e '${START_AS}' "$1"`);
  const result = { type: 'result', subtype: 'success', is_error: false, total_cost_usd: 0.01 };
  project.addProgram(
    'claude',
    `[ "$1" = --version ] && exec echo 2.1.999\ncat > /dev/null\nloop verify > /dev/null\nprintf '%s\\n' '${JSON.stringify({ ...result, result: '<loop-complete>\nDone.\n</loop-complete>' })}'`,
  );
}

function shell(
  { path, env }: NpmProject,
  text: string,
  isInside: boolean,
): { readonly status: number | null; readonly text: string } {
  const inside = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', text], {
    cwd: path,
    env: { ...env, ...(isInside && inside) },
    input: '',
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, text: `${text}\n${stdout}${stderr}` };
}

/** Presses Ctrl-C as soon as a command has printed that it has begun. */
async function interrupt(
  { path, env }: NpmProject,
  text: string,
  begun: RegExp,
): Promise<{ readonly status: number | null; readonly text: string }> {
  const child = spawn('bash', ['-c', `exec ${text}`], { cwd: path, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (begun.test(printed)) child.kill('SIGINT');
    });
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { status: signal === 'SIGINT' ? 0 : code, text: `${text}\n${printed}` };
}
