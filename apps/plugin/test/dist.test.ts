import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inflateSync } from 'node:zlib';
import { HOOK_EVENTS } from '@loopwright/hooks';
import { clientPath, createSandbox, runInSandbox } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { drawIcon, ICON_SIZE } from '../icon/draw-icon.ts';
import { toRows } from '../icon/encode-png.ts';
import { plugin } from './support/stage.ts';

const app = join(import.meta.dirname, '..');
const root = join(app, '../..');

test.each([
  ['the built plugin', plugin],
  ['the marketplace', root],
])('%s is valid for the client, warnings included', async (_, folder) => {
  const sandbox = await createSandbox();
  onTestFinished(sandbox.remove);

  const validation = await runInSandbox({
    sandbox,
    command: [clientPath(), 'plugin', 'validate', '--strict', folder],
  });

  expect(validation.exitCode, validation.stdout + validation.stderr).toBe(0);
});

test('two builds give the same files, with the same bytes and modes', () => {
  const [one, two] = [build(), build()];
  expect(one).toEqual(two);
  expect(Object.keys(one)).toEqual(
    expect.arrayContaining(['.claude-plugin/plugin.json', 'hooks/hook.cjs', 'bin/loop', 'LICENSE']),
  );
});

test('one version stands everywhere', () => {
  const { version } = readJson(join(app, 'package.json'));
  const [entry] = readJson(join(root, '.claude-plugin/marketplace.json'))['plugins'] as [PluginEntry];
  expect({
    manifest: readJson(join(plugin, '.claude-plugin/plugin.json'))['version'],
    package: readJson(join(plugin, 'package.json'))['version'],
    entry: entry.source.version,
    command: execFileSync(process.execPath, [join(plugin, 'bin/loop'), '--version'], {
      encoding: 'utf8',
    }).match(/\d+\.\d+\.\d+/)?.[0],
  }).toEqual({ manifest: version, package: version, entry: version, command: version });
  expect(entry.source.package).toBe(readJson(join(plugin, 'package.json'))['name']);
});

test('every hook runs without a shell, from a file that is there, within a stated time', () => {
  const { hooks } = readJson(join(plugin, 'hooks/hooks.json')) as { hooks: Record<string, HookEntry[]> };
  for (const [event, entries] of Object.entries(hooks)) {
    for (const hook of entries.flatMap((entry) => entry.hooks)) {
      expect(hook).toMatchObject({ type: 'command', command: 'node', timeout: expect.any(Number) });
      const [script = '', argument] = hook.args;
      expect(statSync(script.replace('${CLAUDE_PLUGIN_ROOT}', plugin)).isFile()).toBe(true);
      expect(argument).toBe(event);
    }
  }
});

test('the client calls the hook for exactly the events that it handles', () => {
  const { hooks } = readJson(join(plugin, 'hooks/hooks.json')) as { hooks: Record<string, HookEntry[]> };
  expect(Object.keys(hooks).toSorted()).toEqual(HOOK_EVENTS.toSorted());
});

/** Verbs that run commands, or write or read elsewhere. The client asks the user about these. */
const ASKED = ['verify', 'gate', 'run', 'report', 'doctor', 'config', 'init', 'approve'];

/** The pages of a skill beside it, which Claude reads when it needs them. */
const PAGES = 'Read(/${CLAUDE_PLUGIN_ROOT}/skills/start/*)';

/** Commands of these verbs that only show something. They are allowed word for word, without any argument more. */
const LOOKS = ['config', 'init --dry-run'].map((words) => `Bash("\${CLAUDE_PLUGIN_ROOT}/bin/loop" ${words})`);

test('the skills allow the harmless verbs that they show by name, and no other command', () => {
  for (const name of readdirSync(join(plugin, 'skills'))) {
    const skill = readFileSync(join(plugin, 'skills', name, 'SKILL.md'), 'utf8');
    const grant = /^allowed-tools: (.*)$/m.exec(skill)?.[1] ?? '';
    const allowed = grant.split(', ').flatMap((rule) => {
      if (rule === '' || rule === PAGES || LOOKS.includes(rule)) return [];
      const [, verb] =
        /^Bash\("\$\{CLAUDE_PLUGIN_ROOT\}\/bin\/loop" ([a-z]+)(?: [a-z]+)?:\*\)$/.exec(rule) ?? [];
      return verb ?? rule;
    });
    for (const rule of allowed) expect(rule).toMatch(/^[a-z]+$/);
    expect(allowed.filter((verb) => ASKED.includes(verb))).toEqual([]);
    const shown = [...skill.matchAll(/```bash\n([^]*?)```/g)].flatMap(([, block = '']) =>
      block.trim().split('\n'),
    );
    for (const line of shown) {
      expect(line.trim()).toMatch(/^"\$\{CLAUDE_PLUGIN_ROOT\}\/bin\/loop" /);
      // The client asks about a command over several lines, even if it is allowed.
      expect(line).not.toMatch(/\\$/);
    }
    const verbs = [...skill.matchAll(/"\$\{CLAUDE_PLUGIN_ROOT\}\/bin\/loop" ([a-z]+)/g)].map(
      ([, verb = '']) => verb,
    );
    const unknown = verbs.filter((verb) => !allowed.includes(verb) && !ASKED.includes(verb));
    expect(unknown, name).toEqual([]);
  }
});

test('the icon is what its script draws, at the size that the directory asks for', () => {
  const png = readFileSync(join(plugin, '.claude-plugin/icon.png'));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
  expect(png.subarray(37, 41).toString()).toBe('IDAT');
  // Compares pixels, not bytes: each Node compresses with its own zlib.
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  expect(rows.equals(toRows(drawIcon(), ICON_SIZE))).toBe(true);
});

interface PluginEntry {
  readonly source: { readonly package: string; readonly version: string };
}

interface HookEntry {
  readonly hooks: readonly { readonly args: readonly string[] }[];
}

/** Builds the plugin into a folder of its own and gives its files: mode and content. */
function build(): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'loop-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync(process.execPath, [join(app, 'build.mjs'), folder]);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [
        relative(folder, file),
        `${(statSync(file).mode & 0o777).toString(8)} ${readFileSync(file, 'base64')}`,
      ]),
  );
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}
