// @module-tag deep
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startNode } from '../support/processes.ts';
import { bareEnv, createProject, LOOP, type Project } from '../support/project.ts';

const person = { session: null };
const COMPLETE = '<loop-complete>All is well.</loop-complete>';

/** A clear spec that names itself in its first words. */
function spec(name: string): string {
  return `The file ${name}.txt holds exactly the word ${name}. Change only ${name}.txt, no new dependencies. All tests pass. Done when ${name}.txt is committed.\n`;
}

function result(more: object): string {
  return JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: COMPLETE,
    total_cost_usd: 0.25,
    modelUsage: {},
    ...more,
  });
}

const LIMITED = result({ is_error: true, result: 'API Error: 429', api_error_status: 429 });

/** A repository with specs, and a stand-in for the client: `answers` has its output by the name of the spec. */
function batchOf(answers: Readonly<Record<string, string>>): Project & { clients(): readonly string[] } {
  const project = createProject({ git: true });
  const log = project.at('../clients.txt');
  const cases = Object.entries(answers).map(([name, shell]) => `${name})\n${shell}\n;;`);
  project.write(
    'client.sh',
    `#!/bin/sh
name=$(sed -n 's/^The file \\([a-z]*\\)[.]txt.*/\\1/p' | head -1)
echo "$name" >> '${log}'
case $name in
${cases.join('\n')}
esac
`,
  );
  chmodSync(project.at('client.sh'), 0o755);
  for (const name of Object.keys(answers)) project.write(`specs/${name}.md`, spec(name));
  const git = (...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    execFileSync('git', [...identity, ...args], { cwd: project.path, env: bareEnv(project.at('..')) });
  };
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Specs');
  const clients = (): readonly string[] =>
    existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { ...project, clients };
}

function say(message: string): string {
  return `cat <<'LINE'\n${message}\nLINE`;
}

interface BatchAnswer {
  readonly exit: string;
  readonly next: string;
  readonly specs: readonly { readonly name: string; readonly state: string; readonly exit: string | null }[];
}

async function run(
  project: Project,
  ...args: readonly string[]
): Promise<BatchAnswer & { readonly stderr: string }> {
  const all = ['run', '--specs', 'specs', '--json', '--claude', project.at('client.sh'), ...args];
  const { stdout, stderr } = await project.loop(all, person);
  return { ...(JSON.parse(stdout) as BatchAnswer), stderr };
}

function states({ specs }: BatchAnswer): readonly string[] {
  return specs.map(({ name, state, exit }) => `${name} ${state} ${exit}`);
}

test('a spec that ended is named and left alone by --resume, and runs again with --retry', async () => {
  const project = batchOf({ alpha: say(result({})), beta: say(result({ result: 'Half of it.' })) });
  const first = await run(project, '--commit', 'none', '--iterations', '1');
  expect(states(first)).toEqual(['alpha done ok', 'beta ended iterations']);
  expect(first.next).toContain('run --resume --specs specs --retry');

  const resumed = await run(project, '--resume');
  expect(states(resumed)).toEqual(states(first));
  expect(resumed.stderr).toContain('[LOOP] Done already: alpha\n');
  expect(resumed.stderr).toContain('[LOOP] Ended, and not run again without --retry: beta (iterations)\n');
  expect(project.clients()).toEqual(['alpha', 'beta']);

  const again = await run(project, '--resume', '--retry', '--iterations', '1');
  expect(states(again)).toEqual(states(first));
  expect(project.clients().slice(2)).toContain('beta');
  expect(project.clients().slice(2)).not.toContain('alpha');
});

test('a spec that was unclear is read again with --retry', async () => {
  const project = batchOf({ alpha: say(result({})) });
  project.write('specs/alpha.md', 'Do it.\n');
  expect(states(await run(project, '--commit', 'none'))).toEqual(['alpha ended unclear']);
  project.write('specs/alpha.md', spec('alpha'));
  expect(states(await run(project, '--resume', '--retry'))).toEqual(['alpha done ok']);
});

test('flags that a resumed batch would ignore are refused', async () => {
  const project = batchOf({ alpha: say(result({ result: 'Half of it.' })) });
  await run(project, '--commit', 'none', '--iterations', '1');
  for (const [args, said] of [
    [['--iterations', '5'], 'The specs keep the --iterations that they began with. It counts with --retry.'],
    [['--check', 'a=true'], 'The specs keep the --check that they began with.'],
  ] as const) {
    const { code, stderr } = await project.loop(['run', '--resume', '--specs', 'specs', ...args], person);
    expect({ code, stderr }).toMatchObject({ code: 64, stderr: expect.stringContaining(said) });
  }
  const alone = await project.loop(['run', '--resume', '--retry'], person);
  expect(alone).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('--retry goes with --resume --specs'),
  });
});

test('a rate limit of one spec holds the start of the others', async () => {
  const unknown = batchOf({ alpha: say(LIMITED), beta: say(result({})) });
  const first = await run(unknown, '--commit', 'none');
  expect(first.exit).toBe('rate-limit');
  expect(states(first)).toEqual(['alpha paused rate-limit', 'beta waiting null']);
  expect(first.next).toMatch(/run --resume --specs specs$/);
  expect(unknown.clients()).toEqual(['alpha']);
});

test('while one spec waits for the end of a rate limit, no other one starts; a resume tries at once', async () => {
  // Alpha meets a limit of an hour and waits. Beta ends after that, so that gamma could take its place.
  const project = batchOf({
    alpha: `
if mkdir "$HOME/limited"; then
printf '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":%s}}\\n' $(( $(date +%s) + 3600 ))
${say(LIMITED)}
else
${say(result({}))}
fi`,
    beta: `until grep -qr limitEndsAt "$HOME/state"; do sleep 0.05; done
${say(result({}))}`,
    gamma: say(result({})),
  });
  const env = { ...bareEnv(project.at('..')), XDG_STATE_HOME: project.at('../state') };
  const args = ['run', '--specs', 'specs', '--json', '--claude', project.at('client.sh')];
  const cwd = project.path;
  const driver = startNode([LOOP, ...args, '--commit', 'none', '--jobs', '2'], { cwd, env });
  await expect
    .poll(driver.stderr, { timeout: 60_000 })
    .toContain('[LOOP] Rate limit: no further spec starts before ');
  driver.process.kill('SIGINT');
  await driver.ended;
  expect([...project.clients()].sort()).toEqual(['alpha', 'beta']);
  expect(states(JSON.parse(driver.stdout()) as BatchAnswer)).toEqual([
    'alpha paused interrupted',
    'beta done ok',
    'gamma waiting null',
  ]);

  const resumed = await project.loop([...args, '--resume'], { ...person, env });
  expect(states(JSON.parse(resumed.stdout) as BatchAnswer)).toEqual([
    'alpha done ok',
    'beta done ok',
    'gamma done ok',
  ]);
});

test('after three specs that failed alike no other one starts, and a resume goes on with all', async () => {
  const refused = result({ is_error: true, result: 'API Error: 401 invalid key', api_error_status: 401 });
  const broken = `if [ -e "$HOME/mended" ]; then\n${say(result({}))}\nelse\n${say(refused)}\nfi`;
  const project = batchOf({ alpha: broken, beta: broken, delta: broken, gamma: broken });
  const first = await run(project, '--commit', 'none', '--budget', 'none');
  expect(states(first)).toEqual([
    'alpha ended error',
    'beta ended error',
    'delta ended error',
    'gamma waiting null',
  ]);
  expect(first.stderr).toMatch(/\[LOOP\] Three failed alike, so no more start: .*401/);
  project.write('../mended', '');
  expect(states(await run(project, '--resume'))).toEqual([
    'alpha done ok',
    'beta done ok',
    'delta done ok',
    'gamma done ok',
  ]);
});
