import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { textWidth } from '@loopwright/core';
import { expect, test } from 'vitest';
import { bareEnv, createLoop, createProject, type Project } from '../support/project.ts';

const TERMINAL = { session: null } as const;
const SEGMENT = '⟳ 1/10 · 0/2 proved · docs not met · $0.00 · <1 min';

interface Seat {
  readonly project: Project;
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
  readonly read: () => { readonly statusLine?: { readonly command: string } };
  /** Shows the status line like the client, which runs the command of its settings in a shell. */
  show(session?: string, env?: Readonly<Record<string, string>>): string;
}

function sit(project: Project, settings?: string): Seat {
  const home = project.at('..');
  const env = { ...bareEnv(home), XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '' };
  const path = join(home, '.claude/settings.json');
  mkdirSync(join(home, '.claude'), { recursive: true });
  if (settings !== undefined) writeFileSync(path, settings);
  const read: Seat['read'] = () => JSON.parse(readFileSync(path, 'utf8'));
  return {
    project,
    settings: path,
    env,
    read,
    show: (session = project.session, more = {}) =>
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

const withTwo = () => createLoop(['--check', 'tests=true', '--criteria', 'docs']);

test('installs into settings without a status line, and leaves them as they were', async () => {
  const before = '{\n\t"model": "opus"\n}\n';
  const seat = sit(await withTwo(), before);
  const { code, stdout } = await seat.project.loop(['config', 'statusline', '--install'], TERMINAL);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`The status line is in ${seat.settings}.`)]);
  expect(readFileSync(seat.settings, 'utf8')).toMatch(/^\{\n\t"model": "opus",\n\t"statusLine": \{/);
  expect(seat.show()).toBe(`${SEGMENT}\n`);
  expect(seat.show('another-session')).toBe('');
  expect(seat.show(undefined, { LOOP_DISABLE: '1' })).toBe('');
  await seat.project.loop(['config', 'statusline', '--install'], TERMINAL);
  expect(seat.show()).toBe(`${SEGMENT}\n`);
  await seat.project.loop(['config', 'statusline', '--remove'], TERMINAL);
  expect(readFileSync(seat.settings, 'utf8')).toBe(before);
  const again = await seat.project.loop(['config', 'statusline', '--remove'], TERMINAL);
  // The terminal wraps the sentence where the path ends.
  expect(again.stdout.replaceAll(/\s+/g, ' ')).toContain('no status line of ours');
});

test('stands beside the status line that is there, which gets the same input, and gives it back', async () => {
  const command = `node -e 'let a="";process.stdin.on("data",(b)=>a+=b).on("end",()=>console.log("it'"'"'s "+JSON.parse(a).model.display_name))'`;
  const before = `${JSON.stringify({ statusLine: { type: 'command', command, padding: 2, refreshInterval: 5 } }, null, 2)}\n`;
  const seat = sit(await withTwo(), before);
  for (let time = 0; time < 2; time += 1) {
    const { code } = await seat.project.loop(['config', 'statusline', '--install'], TERMINAL);
    expect(code).toBe(0);
    expect(seat.read().statusLine).toMatchObject({ padding: 2, refreshInterval: 5 });
    expect(seat.show()).toBe(`it's Opus │ ${SEGMENT}\n`);
  }
  expect(seat.show('another-session')).toBe("it's Opus\n");
  expect(seat.show(undefined, { COLUMNS: '60' })).toBe(`it's Opus\n${SEGMENT}\n`);
  await seat.project.loop(['config', 'statusline', '--remove'], TERMINAL);
  expect(readFileSync(seat.settings, 'utf8')).toBe(before);
});

test('never wraps, and has colour unless NO_COLOR forbids it', async () => {
  const seat = sit(await withTwo());
  await seat.project.loop(['config', 'statusline', '--install'], TERMINAL);
  for (const columns of [80, 55, 40, 30, 20, 10]) {
    const line = seat.show(undefined, { COLUMNS: String(columns) }).trimEnd();
    expect(line).toMatch(/^⟳ 1\/10/);
    expect(textWidth(line)).toBeLessThanOrEqual(Math.max(6, columns - 4));
  }
  expect(seat.show(undefined, { NO_COLOR: '' })).toContain('\u001b[36m⟳ 1/10\u001b[0m');
});

test('a check that passed is stale after an edit', async () => {
  const seat = sit(await createLoop(['--check', 'tests=true', '--criteria', 'docs'], { git: true }));
  await seat.project.loop(['config', 'statusline', '--install'], TERMINAL);
  await seat.project.loop(['verify']);
  expect(seat.show()).toContain('1/2 proved · docs not met');
  seat.project.write('new.js', '1');
  expect(seat.show()).toContain('0/2 proved · tests stale');
});

test('changes nothing that it does not understand', async () => {
  for (const settings of ['{ not json', '[]', '{"statusLine": "x"}']) {
    const seat = sit(createProject(), settings);
    const { code, error } = await seat.project.jsonError(['config', 'statusline', '--install'], TERMINAL);
    expect([code, error.message]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
    expect(readFileSync(seat.settings, 'utf8')).toBe(settings);
  }
});

test('keeps settings that are a link', async () => {
  const seat = sit(createProject(), '{}');
  const real = seat.project.at('../dotfiles.json');
  writeFileSync(real, '{"model": "opus"}');
  unlinkSync(seat.settings);
  symlinkSync(real, seat.settings);
  await seat.project.loop(['config', 'statusline', '--install'], TERMINAL);
  expect(lstatSync(seat.settings).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({
    model: 'opus',
    statusLine: { type: 'command' },
  });
});

test('doctor knows it, an old program, and settings of the project that win', async () => {
  const seat = sit(createProject());
  const found = async () => (await seat.project.loop(['doctor'])).stdout;
  expect(await found()).not.toContain('status line');
  await seat.project.loop(['config', 'statusline', '--install'], TERMINAL);
  expect(await found()).toMatch(/status line +shows the loop/);
  const program = /'?([^' ]+statusline\.cjs)/.exec(seat.read().statusLine?.command ?? '')?.[1] ?? '';
  expect(existsSync(program)).toBe(true);
  writeFileSync(program, '// old');
  expect(await found()).toMatch(/loop config statusline --install/);
  seat.project.write('.claude/settings.json', '{"statusLine": {"type": "command", "command": "true"}}');
  expect(await found()).toMatch(/has a status\s+line of its own/);
  const { overriddenBy } = await seat.project.json('config', ['statusline', '--install'], TERMINAL);
  expect(overriddenBy).toBe(seat.project.at('.claude/settings.json'));
});

test('loop config statusline prints the same segment', async () => {
  const project = await withTwo();
  const input = JSON.stringify({ session_id: project.session, cwd: project.path });
  const { stdout } = await project.loop(['config', 'statusline'], { input, env: { NO_COLOR: '1' } });
  expect(stdout).toBe(`${SEGMENT}\n`);
  expect((await project.loop(['config', 'statusline'], { input: '{}' })).stdout).toBe('');
  expect((await project.jsonError(['config', 'statusline'], { input: 'x' })).error.message).toContain(
    'standard input',
  );
});
