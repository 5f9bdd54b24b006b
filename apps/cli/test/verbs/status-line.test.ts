import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { textWidth } from '@loopwright/core';
import { expect, test } from 'vitest';
import { bareEnv, createLoop, createProject, type Project } from '../support/project.ts';

const TERMINAL = { session: null } as const;
const SEGMENT = '⟳ 1/10 · 0/2 proved · docs not met · $0.00 · <1 min';

/** A project beside a home with these settings of the client. */
function sit(project: Project, settings?: string) {
  const home = project.at('..');
  const path = project.at('../.claude/settings.json');
  const env = { ...bareEnv(home), XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '' };
  mkdirSync(project.at('../.claude'), { recursive: true });
  if (settings !== undefined) writeFileSync(path, settings);
  const read = (): { readonly statusLine?: { readonly command: string } } =>
    JSON.parse(readFileSync(path, 'utf8'));
  return {
    project,
    settings: path,
    read,
    text: () => readFileSync(path, 'utf8'),
    config: (flag: '--install' | '--remove') => project.loop(['config', 'statusline', flag], TERMINAL),
    /** Shows the status line like the client, which runs the command of its settings in a shell. */
    show: (more: Readonly<Record<string, string>> = {}, session = project.session) =>
      execFileSync('sh', ['-c', read().statusLine?.command ?? 'exit 3'], {
        cwd: project.path,
        env: { ...env, NO_COLOR: '1', ...more },
        input: JSON.stringify({
          session_id: session,
          cwd: project.path,
          workspace: { project_dir: project.path },
          model: { display_name: 'Opus' },
        }),
      }).toString(),
  };
}

const withTwo = () => createLoop(['--check', 'tests=true', '--criteria', 'docs'], { git: true });

test('installs into settings without a status line, and leaves them as they were', async () => {
  const before = '{\n\t"model": "opus"\n}\n';
  const { config, settings, show, text } = sit(await withTwo(), before);
  const { code, stdout } = await config('--install');
  expect([code, stdout]).toEqual([0, expect.stringContaining(`The status line is in ${settings}.`)]);
  expect(text()).toMatch(/^\{\n\t"model": "opus",\n\t"statusLine": \{/);
  expect([show(), show({}, 'another-session'), show({ LOOP_DISABLE: '1' })]).toEqual([
    `${SEGMENT}\n`,
    '',
    '',
  ]);
  await config('--install');
  expect(show()).toBe(`${SEGMENT}\n`);
  await config('--remove');
  expect(text()).toBe(before);
  // The terminal wraps the sentence where the path ends.
  expect((await config('--remove')).stdout.replaceAll(/\s+/g, ' ')).toContain('no status line of ours');
});

test('stands beside the status line that is there, which gets the same input, and gives it back', async () => {
  const command = `node -e 'let a="";process.stdin.on("data",(b)=>a+=b).on("end",()=>console.log("it'"'"'s "+JSON.parse(a).model.display_name))'`;
  const statusLine = { type: 'command', command, padding: 2, refreshInterval: 5 };
  const before = `${JSON.stringify({ statusLine }, null, 2)}\n`;
  const { config, read, show, text } = sit(await withTwo(), before);
  for (let time = 0; time < 2; time += 1) {
    expect((await config('--install')).code).toBe(0);
    expect(read().statusLine).toMatchObject({ padding: 2, refreshInterval: 5 });
    expect(show()).toBe(`it's Opus │ ${SEGMENT}\n`);
  }
  expect(show({}, 'another-session')).toBe("it's Opus\n");
  expect(show({ COLUMNS: '60' })).toBe(`it's Opus\n${SEGMENT}\n`);
  await config('--remove');
  expect(text()).toBe(before);
});

test('never wraps, has colour unless NO_COLOR forbids it, and follows the checks', async () => {
  const { config, show, project } = sit(await withTwo());
  await config('--install');
  for (const columns of [80, 55, 40, 30, 20, 10]) {
    const line = show({ COLUMNS: String(columns) }).trimEnd();
    expect(line).toMatch(/^⟳ 1\/10/);
    expect(textWidth(line)).toBeLessThanOrEqual(Math.max(6, columns - 4));
  }
  expect(show({ NO_COLOR: '' })).toContain('\u001b[36m⟳ 1/10\u001b[0m');
  await project.loop(['verify']);
  expect(show()).toContain('1/2 proved · docs not met');
  project.write('new.js', '1');
  expect(show()).toContain('0/2 proved · tests stale');
});

test.each(['{ not json', '[]', '{"statusLine": "x"}'])('changes nothing in %s', async (settings) => {
  const { project, text } = sit(createProject(), settings);
  const { code, error } = await project.jsonError(['config', 'statusline', '--install'], TERMINAL);
  expect([code, error.message]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  expect(text()).toBe(settings);
});

test('keeps settings that are a link', async () => {
  const { config, project, settings } = sit(createProject());
  const real = project.at('../dotfiles.json');
  writeFileSync(real, '{"model": "opus"}');
  symlinkSync(real, settings);
  await config('--install');
  expect(lstatSync(settings).isSymbolicLink()).toBe(true);
  const statusLine = { type: 'command' };
  expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({ model: 'opus', statusLine });
});

test('doctor knows it, an old program, and settings of the project that win', async () => {
  const { config, project, read } = sit(createProject());
  const found = async () => (await project.loop(['doctor'])).stdout;
  expect(await found()).not.toContain('status line');
  await config('--install');
  expect(await found()).toMatch(/status line +shows the loop/);
  const program = /'?([^' ]+statusline\.cjs)/.exec(read().statusLine?.command ?? '')?.[1] ?? '';
  expect(existsSync(program)).toBe(true);
  writeFileSync(program, '// old');
  expect(await found()).toMatch(/loop config statusline --install/);
  project.write('.claude/settings.json', '{"statusLine": {"type": "command", "command": "true"}}');
  expect(await found()).toMatch(/has a status\s+line of its own/);
  const { overriddenBy } = await project.json('config', ['statusline', '--install'], TERMINAL);
  expect(overriddenBy).toBe(project.at('.claude/settings.json'));
});

test('loop config statusline prints the same segment', async () => {
  const project = await withTwo();
  const show = (input: string) => project.loop(['config', 'statusline'], { input, env: { NO_COLOR: '1' } });
  const input = JSON.stringify({ session_id: project.session, cwd: project.path });
  expect((await show(input)).stdout).toBe(`${SEGMENT}\n`);
  expect((await show('{}')).stdout).toBe('');
  expect((await show('x')).stderr).toContain('standard input');
});
