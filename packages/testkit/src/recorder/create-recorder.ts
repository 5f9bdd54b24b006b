import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonLines } from '../client/claude-run.ts';
import type { Sandbox } from '../sandbox/create-sandbox.ts';

/** A silent plugin that records the stdin of its hooks. */
export interface Recorder {
  /** The plugin's folder, for `plugins`. */
  readonly plugin: string;
  /** The recorded inputs in order of arrival, of one event or of all. */
  readonly inputs: (event?: string) => Promise<readonly HookInput[]>;
}

/** The stdin of a hook as the client writes it. */
export interface HookInput {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly [field: string]: unknown;
}

/**
 * Creates a recorder in a sandbox. The client's own stream leaves out the stdin of hooks, and some
 * events altogether (StopFailure, PreCompact, SessionEnd); a recorder sees them.
 */
export async function createRecorder(sandbox: Sandbox): Promise<Recorder> {
  const plugin = join(sandbox.home, 'recorder');
  const record = join(plugin, 'inputs.jsonl');
  const handler = { type: 'command', command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/hook.mjs'], timeout: 10 };
  const hooks = Object.fromEntries(recordedEvents.map((event) => [event, [{ hooks: [handler] }]]));
  await mkdir(join(plugin, '.claude-plugin'), { recursive: true });
  await mkdir(join(plugin, 'hooks'));
  await writeFile(
    join(plugin, '.claude-plugin', 'plugin.json'),
    JSON.stringify({ name: 'recorder', version: '1.0.0', description: 'Records the stdin of hooks' }),
  );
  await writeFile(join(plugin, 'hooks', 'hooks.json'), JSON.stringify({ hooks }));
  await writeFile(join(plugin, 'hook.mjs'), hookSource);
  await writeFile(record, '');
  return {
    plugin,
    inputs: async (event) => {
      const all = (await readJsonLines(record)) as readonly HookInput[]; // written by the client for hooks
      return event === undefined ? all : all.filter(({ hook_event_name: name }) => name === event);
    },
  };
}

// Without WorktreeCreate: a hook for it changes the client's behaviour.
const recordedEvents = [
  'SessionStart',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Notification',
  'SessionEnd',
] as const;

// One append per line, so that parallel hooks don't mix their lines.
const hookSource = `import { appendFileSync, readFileSync } from 'node:fs';
const input = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(new URL('inputs.jsonl', import.meta.url), JSON.stringify(input) + '\\n');
`;
